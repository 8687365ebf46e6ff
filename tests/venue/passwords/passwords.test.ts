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
