export * from './marketsTable.machine.ts';
