export { createLiveChannels } from './live.actors.ts';
export { createFollowRead } from './reads.actors.ts';
