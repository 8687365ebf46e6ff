export { createResources, type FollowRead } from './resource.actors.ts';
export { resourceMachine } from './resource.machine.ts';
export { orderArea, readData, walletArea } from './resource.reads.ts';
export {
  isLive,
  readStatus,
  selectData,
  selectUpdatedAt,
  type Resource,
  type Resources,
} from './resource.selectors.ts';
export {
  privateReads,
  type DataOf,
  type ParamsOf,
  type ReadName,
  type ReadOutput,
  type ReadPolicy,
  type ReadStatus,
  type ResourceContext,
  type ResourceEvent,
  type ResourceInput,
} from './resource.types.ts';
