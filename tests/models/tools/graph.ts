// The only import of the path library, so that it can be replaced here.
export { getAdjacencyMap } from '@xstate/graph';
