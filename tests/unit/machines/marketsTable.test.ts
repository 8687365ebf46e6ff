import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { marketsTableMachine } from '../../../src/machines/markets/index.ts';

it.each([
  [2, 2],
  [1, 1],
  [0, 3],
  [-1, 3],
  [1.5, 3],
  [Number.NaN, 3],
  [Number.POSITIVE_INFINITY, 3],
])('page %s is shown as page %s', (chosen, shown) => {
  const table = createActor(marketsTableMachine).start();
  table.send({ type: 'page.chosen', page: 3 });
  table.send({ type: 'page.chosen', page: chosen });
  expect(table.getSnapshot().context.page).toBe(shown);
});
