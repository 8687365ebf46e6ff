// Delta debugging: the shortest part of a recording that still diverges in the same way.
import type { AnyStateMachine } from 'xstate';
import { MACHINES } from '../inspector/machines.ts';
import type { RecordedActor, RecordedStep, Recording } from '../inspector/recording.ts';
import { replay } from '../inspector/replay.ts';

type Machines = ReadonlyMap<string, AnyStateMachine>;

/** Leaves out ever smaller pieces until no single item can be left out. Two runs find the same. */
export function minimal<T>(items: readonly T[], isEnough: (kept: readonly T[]) => boolean): readonly T[] {
  let kept = items;
  let size = Math.max(1, Math.ceil(items.length / 2));
  for (;;) {
    let hasShrunk = false;
    for (let start = 0; start < kept.length;) {
      const without = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (isEnough(without)) {
        kept = without;
        hasShrunk = true;
      } else start += size;
    }
    if (size === 1 && !hasShrunk) return kept;
    size = Math.max(1, Math.floor(size / 2));
  }
}

/** Leaves out whole ways back to a state, the longest first: of those no single event can be left out. */
function shortest(
  steps: readonly RecordedStep[],
  first: unknown,
  isEnough: (kept: readonly RecordedStep[]) => boolean,
): readonly RecordedStep[] {
  const kept = minimal(steps, isEnough);
  const states = [first, ...kept.map(({ state }) => state)].map((state) => JSON.stringify(state));
  for (let length = kept.length; length > 1; length -= 1) {
    for (let start = 0; start + length <= kept.length; start += 1) {
      if (states[start] !== states[start + length]) continue;
      const without = [...kept.slice(0, start), ...kept.slice(start + length)];
      if (isEnough(without)) return shortest(without, first, isEnough);
    }
  }
  return kept;
}

/** Each step with the context before it, so that it does not depend on the step before. */
function loosened(actor: RecordedActor): readonly RecordedStep[] {
  let known = actor.context;
  return actor.steps.map((step) => {
    const before = 'before' in step ? step.before : known;
    known = 'context' in step ? step.context : before;
    return { ...step, before };
  });
}

/** Text that is equal for the same mistake: the event, the state before it, and what was expected and found. */
export function divergenceText(recording: Recording, machines: Machines = MACHINES): string | null {
  const [divergence] = replay(recording, machines).divergences;
  if (!divergence) return null;
  const { actor, event, type, what, expected, found } = divergence;
  const recorded = recording.actors.find((one) => one.actor === actor);
  const before = event > 1 ? recorded?.steps[event - 2]?.state : recorded?.state;
  return JSON.stringify([actor, type, what, expected, found, before]);
}

/** Null when nothing diverges. Of several actors the one that needs the fewest events is kept. */
export function shrink(recording: Recording, machines: Machines = MACHINES): Recording | null {
  const shrunk = replay(recording, machines).divergences.flatMap(({ actor: name, event }) => {
    const actor = recording.actors.find((one) => one.actor === name);
    if (!actor) return [];
    const { leftOut: _leftOut, isCut: _isCut, ...first } = actor;
    const steps = loosened(actor).slice(0, event);
    const last = steps.slice(-1);
    const made = (kept: readonly RecordedStep[]): Recording => ({
      ...recording,
      actors: [{ ...first, steps: [...kept, ...last] }],
    });
    const wanted = divergenceText(made(steps.slice(0, -1)), machines);
    const isEnough = (kept: readonly RecordedStep[]) => divergenceText(made(kept), machines) === wanted;
    return [made(shortest(steps.slice(0, -1), first.state, isEnough))];
  });
  const eventsOf = ({ actors }: Recording) => actors[0]?.steps.length ?? 0;
  return shrunk.sort((a, b) => eventsOf(a) - eventsOf(b))[0] ?? null;
}
