export { socketImplementations } from './socket.actors.ts';
export { isOffline, linkStatus, socketMachine, type LinkStatus, type SocketRef } from './socket.machine.ts';
export {
  bookTopic,
  SILENCE_LIMIT,
  type SocketContext,
  type SocketEvent,
  type Topic,
} from './socket.types.ts';
export type { Follower, LiveChannels, LiveNews } from './live.actors.ts';
export { socketPort, type SocketPort } from './socketPort.ts';
