export * from './orderCancellations.machine.ts';
