import { expect, test } from 'vitest';
import { createPasswords } from '../../../venue/accounts/passwords.ts';
import { askedCost, hash } from './cheap.ts';

test('a password costs what OWASP requires for Argon2id: 19 MiB, 2 passes, 1 lane', async () => {
  const passwords = await createPasswords();
  const hashed = await passwords.hash('Correct-Horse-1');
  expect(askedCost).toEqual({ memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  // The function's own default, which nothing changes.
  expect(hashed).toMatch(/^\$argon2id\$v=19\$/);
  expect(await passwords.verify(hashed, 'Correct-Horse-1')).toBe(true);
  expect(await passwords.verify(hashed, 'Correct-Horse-2')).toBe(false);
  expect(await passwords.verify(undefined, 'Correct-Horse-1')).toBe(false);
});

test('known devices have their own places, and go first (LOGIN-16)', async () => {
  const passwords = await createPasswords(1, 2);
  const done: string[] = [];
  const ask = (name: string, who: 'stranger' | 'known'): Promise<unknown> =>
    passwords.hash('Correct-Horse-1', who).then(() => done.push(name));
  const waiting = [ask('first', 'stranger'), ask('second', 'stranger'), ask('third', 'stranger')];
  await expect(ask('fourth', 'stranger')).rejects.toMatchObject({ status: 503, code: 'BUSY' });
  await Promise.all([...waiting, ask('known', 'known')]);
  expect(done).toEqual(['first', 'known', 'second', 'third']);
});

test('a password is compared as people read it, and older hashes still work (TYPED-01)', async () => {
  const passwords = await createPasswords();
  const hashed = await passwords.hash('Zo\u00e9-Horse 12');
  for (const typed of ['Zoe\u0301-Horse 12', 'Zo\u00e9\u2011Horse\u00a012', 'Zo\u00e9-Horse \u0661\u0662'])
    expect(await passwords.verify(hashed, typed), typed).toBe(true);
  expect(await passwords.verify(hashed, 'Zoe-Horse 12')).toBe(false);
  for (const old of ['Zoe\u0301-Horse 12', 'Zo\u00e9\u2011Horse 12']) {
    const before = await hash(old);
    expect(await passwords.verify(before, old), old).toBe(true);
    expect(await passwords.verify(before, old.normalize('NFC')), old).toBe(true);
    expect(await passwords.verify(before, 'Zoe-Horse 12')).toBe(false);
  }
});
