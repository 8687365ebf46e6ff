// The only file that imports the path library: another package, or xstate's own copy, is one line away.
export { getAdjacencyMap } from '@xstate/graph';
