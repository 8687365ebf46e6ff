export {
  isSearching,
  marketsTableMachine,
  selectPage,
  selectSearch,
  selectSort,
  type MarketsTableContext,
} from './marketsTable.machine.ts';
