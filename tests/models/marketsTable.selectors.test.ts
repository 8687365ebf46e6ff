import * as selectors from '../../src/machines/markets/marketsTable.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { marketsTableModel } from './marketsTable.model.ts';

testSelectors(marketsTableModel, selectors, {
  selectSearch: { context: 'search' },
  selectSort: { context: 'sort' },
  selectPage: { context: 'page' },
  isSearching: /^searching/,
});
