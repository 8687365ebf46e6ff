export { reconnectDelay, SILENCE_LIMIT } from './delay.ts';
export * from './selectors.ts';
export { socketMachine } from './socket.machine.ts';
export { bookTopic } from './topics.ts';
export type { SendFrame, SocketContext, SocketEvent, Topic } from './types.ts';
