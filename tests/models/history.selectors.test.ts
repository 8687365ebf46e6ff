import { rulesOf } from '../../src/domain/history/rules.ts';
import type { HistoryContext } from '../../src/machines/history/index.ts';
import * as selectors from '../../src/machines/history/history.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { historyModel } from './history.model.ts';

type Held = HistoryContext;

testSelectors(
  historyModel,
  selectors,
  {
    selectPhase: [
      [/watching\.loading/, 'loading'],
      [/watching\.missing/, 'missing'],
      [/shown\.current/, 'current'],
      [/shown\.refreshing/, 'refreshing'],
      [/shown\.outdated/, 'outdated'],
    ],
    isBusy: /loading|refreshing/,
    selectPage: { context: 'page' },
    selectFilter: { context: 'filter' },
    selectSearch: { context: 'search' },
    selectSort: { context: 'sort' },
    selectRange: { context: 'range' },
    selectFailure: { context: 'failure' },
    // A full page may have another one after it; of a range all records are known (HISTORY-04).
    hasNext: ({ list, page, range, rows }: Held) => {
      const { size } = rulesOf(list);
      return range === null ? rows === size : rows > page * size;
    },
    hasPrevious: ({ page }: Held) => page > 1,
  },
  {
    busy: /loading|refreshing/,
    failed: /missing/,
  },
);
