export { socketImplementations, socketPort, type SocketPort } from './socket.actors.ts';
export {
  isLinked,
  isOffline,
  linkStatus,
  socketMachine,
  type LinkStatus,
  type SocketContext,
  type SocketEvent,
  type SocketRef,
} from './socket.machine.ts';
export {
  bookTopic,
  SILENCE_LIMIT,
  type Follower,
  type LiveChannels,
  type LiveNews,
  type Topic,
} from './socket.rules.ts';
