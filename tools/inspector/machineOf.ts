import { type AnyStateMachine, createMachine } from 'xstate';
import { MACHINES } from './machines.ts';
import type { ActorSeen } from './session.ts';

interface Definition {
  readonly id?: string;
  readonly states?: Readonly<Record<string, unknown>>;
  readonly on?: unknown;
}

const made = new Map<string, AnyStateMachine | null>();

function read(definition: string): AnyStateMachine | null {
  try {
    const config = JSON.parse(definition) as Definition;
    if (config.states === undefined && config.on === undefined) return null;
    const known = MACHINES.get(config.id ?? '');
    const namesOf = ({ states = {} }: Definition): string => Object.keys(states).join();
    if (known && namesOf(known.config as Definition) === namesOf(config)) return known;
    return createMachine(config as Parameters<typeof createMachine>[0]);
  } catch {
    // Cut by its sender, or of another version of XState: its events are shown all the same.
    return null;
  }
}

/** The statechart of an actor, from its announcement. @returns null for an invalid one. */
export function machineOf({ definition }: Pick<ActorSeen, 'definition'>): AnyStateMachine | null {
  if (definition === undefined) return null;
  const known = made.get(definition);
  if (known !== undefined) return known;
  const machine = read(definition);
  made.set(definition, machine);
  return machine;
}
