import { expect, it } from 'vitest';
import { createInOneTab } from '../../../src/services/oneTab.ts';
import { TestClock } from '../../models/tools/clock.ts';

/** Locks of one browser, as the standard has them: null where another holds the name. */
function browser() {
  const held = new Set<string>();
  const request = async (
    name: string,
    _options: object,
    act: (lock: unknown) => Promise<void> | undefined,
  ) => {
    if (held.has(name)) return act(null);
    held.add(name);
    await act({ name });
    held.delete(name);
    return undefined;
  };
  return { request } as unknown as LockManager;
}
const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));
const log = {
  defect: (where: string, error: unknown): never => {
    throw new Error(where, { cause: error });
  },
};

it('one tab acts for all, and later any of them again (ALERT-03)', async () => {
  const [locks, clock] = [browser(), new TestClock()];
  const tabs = [1, 2, 3].map(() => createInOneTab(locks, { clock, log }));
  const acted: string[] = [];
  const act = (name: string): void => tabs.forEach((tab, at) => tab(name, () => acted.push(`${name} ${at}`)));
  act('a');
  act('b');
  act('a');
  await settled();
  expect(acted).toEqual(['a 0', 'b 0']);
  clock.advance(6 * 60_000);
  await settled();
  act('a');
  expect(acted).toEqual(['a 0', 'b 0', 'a 0']);
});

it('without locks every tab acts', () => {
  const acted: string[] = [];
  createInOneTab(undefined, { clock: new TestClock(), log })('a', () => acted.push('a'));
  expect(acted).toEqual(['a']);
});

it.each([
  ['rejects', () => Promise.reject(new Error('no locks here'))],
  [
    'throws',
    () => {
      throw new Error('no locks here');
    },
  ],
])(
  'where the browser has locks and %s, every tab acts, and it is logged (CALL-18)',
  async (_how, request) => {
    const defects: string[] = [];
    const acted: string[] = [];
    const locks = { request } as unknown as LockManager;
    const kept = { defect: (where: string) => void defects.push(where) };
    createInOneTab(locks, { clock: new TestClock(), log: kept })('a', () => acted.push('a'));
    await settled();
    expect(defects).toEqual(['locks']);
    expect(acted).toEqual(['a']);
  },
);

it('failures while the lock is held are logged, and not repeated', async () => {
  const defects: string[] = [];
  let acted = 0;
  const kept = { defect: (where: string) => void defects.push(where) };
  createInOneTab(browser(), { clock: new TestClock(), log: kept })('a', () => {
    acted += 1;
    throw new Error('no sound');
  });
  await settled();
  expect(defects).toEqual(['locks']);
  expect(acted).toBe(1);
});
