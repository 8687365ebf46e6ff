import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { graphOf } from './model.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, '.tmp/shortestPaths');
mkdirSync(folder, { recursive: true });

/** What docs/testing.md tells an outsider to run, with `orderCancellation` as the example. */
const LINES = /```ts\n(import \{ getShortestPaths \}.*?)```/s.exec(
  readFileSync(path.join(root, 'docs/testing.md'), 'utf8'),
)?.[1];

it.each(catalogue.map((model) => [model.name, model] as const))(
  'the lines of docs/testing.md print a path to every state of %s',
  async (name, model) => {
    const [variant] = model.variants;
    if (!variant || LINES === undefined) throw new Error('there is nothing to run');
    const file = path.join(folder, `${name}.ts`);
    writeFileSync(file, LINES.replaceAll('orderCancellation', name).replaceAll("'./tests/", "'../../tests/"));
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    try {
      await import(file);
      expect(printed).toHaveBeenCalledTimes(graphOf(model, variant).states.size);
    } finally {
      printed.mockRestore();
    }
  },
);
