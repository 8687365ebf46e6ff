export { createResources, type FollowRead, type Resource, type Resources } from './resource.actors.ts';
export {
  isLive,
  type ReadOutput,
  type ReadStatus,
  readStatus,
  type ResourceContext,
  type ResourceEvent,
  type ResourceInput,
  resourceMachine,
  selectData,
  selectUpdatedAt,
} from './resource.machine.ts';
export {
  type DataOf,
  orderArea,
  type ParamsOf,
  privateReads,
  readData,
  type ReadName,
  type ReadPolicy,
  walletArea,
} from './resource.reads.ts';
