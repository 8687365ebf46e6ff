import { expect, test } from 'vitest';
import { createPasswords } from '../../../venue/accounts/passwords.ts';
import { askedCost } from './cheap.ts';

test('a password costs what OWASP asks for Argon2id: 19 MiB, 2 passes, 1 lane', async () => {
  const passwords = await createPasswords();
  const hashed = await passwords.hash('Correct-Horse-1');
  expect(askedCost).toEqual({ memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  // The function's own default, which nothing changes.
  expect(hashed).toMatch(/^\$argon2id\$v=19\$/);
  expect(await passwords.verify(hashed, 'Correct-Horse-1')).toBe(true);
  expect(await passwords.verify(hashed, 'Correct-Horse-2')).toBe(false);
  expect(await passwords.verify(undefined, 'Correct-Horse-1')).toBe(false);
});

test('those who signed in before have places of their own, and go first (LOGIN-16)', async () => {
  const passwords = await createPasswords(1, 2);
  const done: string[] = [];
  const ask = (name: string, who: 'stranger' | 'known'): Promise<unknown> =>
    passwords.hash('Correct-Horse-1', who).then(() => done.push(name));
  const waiting = [ask('first', 'stranger'), ask('second', 'stranger'), ask('third', 'stranger')];
  await expect(ask('fourth', 'stranger')).rejects.toMatchObject({ status: 503, code: 'BUSY' });
  await Promise.all([...waiting, ask('known', 'known')]);
  expect(done).toEqual(['first', 'known', 'second', 'third']);
});
