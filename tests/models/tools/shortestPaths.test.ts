import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { graphOf } from './model.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.join(root, '.tmp/shortestPaths');
mkdirSync(folder, { recursive: true });

/** The lines that docs/testing.md offers, with `orderCancellation` as the example. */
const LINES = /```ts\n(import \{ getShortestPaths \}.*?)```/s.exec(
  readFileSync(path.join(root, 'docs/testing.md'), 'utf8'),
)?.[1];

const LISTENING = `export const printed: string[] = [];
const console = { log: (...texts: string[]) => printed.push(...texts) };
`;

it.each(catalogue.map((model) => [model.name, model] as const))(
  'the lines of docs/testing.md print a path to every state of %s',
  async (name, model) => {
    const [variant] = model.variants;
    if (!variant || LINES === undefined) throw new Error('there is nothing to run');
    const file = path.join(folder, `${name}.ts`);
    const lines = LINES.replaceAll('orderCancellation', name).replaceAll("'./tests/", "'../../tests/");
    writeFileSync(file, LISTENING + lines);
    const { printed } = (await import(file)) as { printed: readonly string[] };
    // A state and the way to it.
    expect(printed).toHaveLength(2 * graphOf(model, variant).states.size);
  },
);
