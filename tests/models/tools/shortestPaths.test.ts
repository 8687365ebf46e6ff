import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { graphOptions } from './explore.ts';
import { getShortestPaths } from './graph.ts';
import { graphOf, planOf } from './model.ts';

describe('the path functions of @xstate/graph reach every state with the events of a model', () => {
  it.each(catalogue.map((model) => [model.name, model] as const))('%s', (_name, model) => {
    const [variant] = model.variants;
    if (!variant) throw new Error('no variant');
    const options = graphOptions(planOf(model, variant));
    const reached = getShortestPaths(model.machine, options as never).map(({ state }) => state as never);
    expect(new Set(reached.map(options.serializeState))).toEqual(
      new Set(graphOf(model, variant).states.keys()),
    );
  });
});
