export { socketImplementations } from './socket.actors.ts';
export {
  isLinked,
  isOffline,
  linkStatus,
  socketMachine,
  type LinkStatus,
  type SocketRef,
} from './socket.machine.ts';
export {
  bookTopic,
  SILENCE_LIMIT,
  type Follower,
  type LiveChannels,
  type LiveNews,
  type SocketContext,
  type SocketEvent,
  type Topic,
} from './socket.types.ts';
export { socketPort, type SocketPort } from './socketPort.ts';
