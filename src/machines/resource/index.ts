export { resourceMachine } from './resource.machine.ts';
export { privateReads, type DataOf, type ParamsOf, type ReadName, type Reads } from './reads.ts';
export type { Resource, Resources } from './resources.ts';
export { readStatus, selectData, selectFailure, selectUpdatedAt, type ResourceRef } from './selectors.ts';
export type {
  ReadInput,
  ReadOutput,
  ReadPolicy,
  ReadStatus,
  ResourceContext,
  ResourceEvent,
  ResourceInput,
} from './types.ts';
