import { expect, it } from 'vitest';
import { createPart } from '../../../src/app/part.ts';

it('is brought once, however many screens ask for it', async () => {
  let times = 0;
  const part = createPart('trading', () => {
    times += 1;
    return Promise.resolve({ times });
  });
  expect(part.peek()).toBeUndefined();
  expect(() => part.get()).toThrow('the part "trading" was not loaded');
  const [first, second] = await Promise.all([part.load(), part.load()]);
  expect(first).toBe(second);
  expect(part.get()).toEqual({ times: 1 });
  expect(part.peek()).toBe(first);
});

it('may be asked for again after it could not be brought', async () => {
  let isDown = true;
  const part = createPart('trading', () =>
    isDown ? Promise.reject(new Error('down')) : Promise.resolve('here'),
  );
  await expect(part.load()).rejects.toThrow('down');
  isDown = false;
  await expect(part.load()).resolves.toBe('here');
});
