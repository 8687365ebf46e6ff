// The events of all actors of a recording, in the order of time.
import { MACHINES } from '../inspector/machines.ts';
import type { RecordedStep, Recording } from '../inspector/recording.ts';
import type { Divergence } from '../inspector/replay.ts';
import { eventTitle, idsOfState } from '../inspector/stateBox.ts';
import { allTransitions } from '../inspector/transitions.ts';

export interface ShownStep {
  readonly actor: string;
  readonly machine: string;
  /** Index among the actor's events, from 1; 0 is its start. */
  readonly number: number;
  /** Milliseconds since the recording began. */
  readonly at: number;
  readonly event: string;
  /** Innermost states afterwards. */
  readonly states: readonly string[];
  /** Taken transitions, among those of today's machine. */
  readonly places: readonly number[];
  readonly payload: unknown;
  readonly context?: unknown;
  readonly divergences: readonly Divergence[];
  /** Innermost states that today's machine reaches instead. */
  readonly found: readonly string[];
}

const unnumbered = (id: string) => id.replace(/#\d+/, '');

/** Innermost states of a state's value. */
export function leavesOf(machine: string, value: unknown): string[] {
  const ids = idsOfState(machine, value);
  return ids.filter((id) => !ids.some((other) => other.startsWith(`${id}.`)));
}

/** Where a branch was added before one that was taken, its number differs. */
function placesIn(all: readonly string[], took: readonly string[]): number[] {
  return took.flatMap((id) => {
    const exact = all.indexOf(id);
    const place = exact === -1 ? all.findIndex((one) => unnumbered(one) === unnumbered(id)) : exact;
    return place === -1 ? [] : [place];
  });
}

/** Equal times keep the order of the file. */
export function shownSteps({ actors }: Recording, divergences: readonly Divergence[]): ShownStep[] {
  const steps = actors.flatMap(({ actor, machine, at, state, context, steps: own }) => {
    const today = MACHINES.get(machine);
    const all = today ? allTransitions(today) : [];
    const first: RecordedStep = { at, event: { type: 'xstate.init' }, state, context, took: [] };
    return [first, ...own].map((step, number): ShownStep => {
      const here = divergences.filter((one) => one.actor === actor && one.event === number);
      const other = here.find(({ what }) => what === 'state');
      return {
        actor,
        machine,
        number,
        at: step.at,
        event: number === 0 ? 'begins' : eventTitle(step.event.type),
        states: leavesOf(machine, step.state),
        places: placesIn(all, step.took),
        payload: step.event,
        ...('context' in step ? { context: step.context } : {}),
        divergences: here,
        found: other ? leavesOf(machine, other.found) : [],
      };
    });
  });
  return steps.sort((a, b) => a.at - b.at);
}
