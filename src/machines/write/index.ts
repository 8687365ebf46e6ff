export { createWrite, type Write, type WriteEvent, type WriteInput } from './write.machine.ts';
