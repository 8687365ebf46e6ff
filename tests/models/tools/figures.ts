import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import type { MachineFigures, Figures, Place } from '../../../scripts/walks/table.ts';
import { allNodes, allTransitions } from '../../../src/app/development/transitions.ts';

/** Set by `npm run coverage`. */
const FOLDER = process.env.WALKS_FIGURES;
/** Figures of the last run, from which docs/coverage.md is made. */
const KEPT = path.resolve(import.meta.dirname, '../../../docs/walks.json');

const isLeaf = (node: Pick<AnyStateNode, 'states' | 'type'>): boolean =>
  Object.keys(node.states).length === 0 && node.type !== 'history';

export function leavesOf(snapshot: AnyMachineSnapshot): string[] {
  const { _nodes: nodes } = snapshot as unknown as { _nodes: readonly AnyStateNode[] };
  return nodes.filter(isLeaf).map(({ id }) => id);
}

/**
 * @param reached ids of states
 * @param taken ids of transitions; both may hold those of other machines
 * @param allowed reasons why transitions cannot be taken, by their ids
 */
export function figuresOf(
  machine: AnyStateMachine,
  reached: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  allowed: Readonly<Record<string, string>> = {},
): Figures {
  const leaves = allNodes(machine).filter(isLeaf);
  const transitions = allTransitions(machine);
  return {
    states: leaves.filter(({ id }) => reached.has(id)).length,
    transitions: transitions.filter((id) => taken.has(id)).length,
    exceptions: Object.fromEntries(
      transitions.filter((id) => !taken.has(id)).map((id) => [id, allowed[id] ?? '']),
    ),
  };
}

export function noteFigures(machine: AnyStateMachine, place: Place, figures: Figures): void {
  if (FOLDER === undefined) return;
  const chart: MachineFigures = {
    states: allNodes(machine).filter(isLeaf).length,
    transitions: allTransitions(machine).length,
    [place]: figures,
  };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, `${machine.id}.${place}.json`), JSON.stringify(chart));
}

/** What docs/coverage.md has, or while it is written, whatever is found. */
export function keptFigures(machine: AnyStateMachine, place: Place, found: Figures): Figures | undefined {
  if (FOLDER !== undefined) return found;
  if (!existsSync(KEPT)) return undefined;
  const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Readonly<Record<string, MachineFigures>>;
  return kept[machine.id]?.[place];
}
