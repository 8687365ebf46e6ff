export { historyMachine, type HistorySnapshot } from './history.machine.ts';
export { historyRead, OPEN_STATES, type HistoryRead } from './reads.ts';
export * from './selectors.ts';
export type { HistoryContext, HistoryEvent, HistoryInput, RecordsEvent, RecordsInput } from './types.ts';
