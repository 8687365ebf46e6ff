// Names of models as words: the models' own, or the names themselves.
import { inWords } from '../inspector/stateBox.ts';
import { IGNORED_ROW, type StepRecord, type Words } from './records.ts';
import type { AnyPath } from './results.ts';

export const NO_WORDS: Words = { events: {}, states: {} };

/** Longest scenario: nobody reads more as one story. */
export const MAX_STEPS = 8;
/** The shortest way to a step is shorter: a longer path is a tour, and has no single end. */
const TOUR_STEPS = 20;

/** `create: off` is an answer; `set up` is what the user or the clock does. */
export function eventText(words: Words, event: string): string {
  if (event === '(start)') return 'it begins';
  const known = words.events[event];
  if (known !== undefined) return known;
  const answer = /^(\w+): (.+)$/.exec(event);
  return answer ? `${inWords(answer[1] ?? '')}: ${answer[2]}` : inWords(event);
}

const PARTS = ' & ';

/** @param before where given, only the parts of a state that differ from it */
export function stateText(words: Words, state: string, before?: string): string {
  if (state === '') return 'it is not shown';
  const known = words.states[state];
  if (known !== undefined) return known;
  const parts = state.split(PARTS);
  const changed = parts.filter((part, index) => part !== before?.split(PARTS)[index]);
  const named = changed.length > 0 ? changed : parts;
  return named.map((part) => words.states[part] ?? inWords(part)).join(', and ');
}

/** Ids of the innermost states that a text names: `live.connected & heartbeat.waiting` names two. */
export const leavesAt = (machine: string, leaves: readonly string[], state: string): string[] =>
  state.split(PARTS).flatMap((part) => {
    const exact = leaves.filter((id) => id === `${machine}.${part}`);
    return exact.length > 0 ? exact : leaves.filter((id) => id.endsWith(`.${part}`));
  });

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The first as given, the others as what happens and what follows. */
export function stepText(words: Words, [event, state, row]: StepRecord, before?: StepRecord): string {
  if (!before) return `Given ${stateText(words, state)}.`;
  const happens = `When ${eventText(words, event)}`;
  if (row === IGNORED_ROW && before[1] === state) return `${happens}, then nothing changes.`;
  return `${happens}, then ${before[1] === state ? 'as before ' : ''}${stateText(words, state, before[1])}.`;
}

/** In how many paths each event happens. */
export function countEvents(paths: readonly Pick<AnyPath, 'steps'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { steps } of paths) {
    for (const event of new Set(steps.map(([name]) => name))) counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  return counts;
}

const FILLERS = new Set(
  'a an and are as at but for from has in is it its of on or that the then to was when with'.split(' '),
);

/**
 * Indices of the texts that contain a phrase: all its words, in any order. Those whose first text does, which is what
 * each is about; where none does, those whose next one does.
 * @param texts of each path, the same number, in lower case
 */
export function saidBy(phrase: string, texts: readonly (readonly string[])[]): ReadonlySet<number> {
  const words = phrase
    .toLowerCase()
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word));
  const say = (level: number) => {
    const places = texts.flatMap((own, place) =>
      words.every((word) => own[level]?.includes(word)) ? [place] : [],
    );
    return new Set(places);
  };
  for (let level = 0; level < (texts[0]?.length ?? 0); level += 1) {
    const places = say(level);
    if (places.size > 0) return places;
  }
  return new Set();
}

export interface Title {
  readonly what: string;
  /** Where it ends. */
  readonly end: string;
}

/**
 * What sets a path apart from others: its last step, and the earlier one that the fewest paths have.
 * @param counts of the machine's events
 */
export function titleOf(
  words: Words,
  { steps }: Pick<AnyPath, 'steps'>,
  counts: ReadonlyMap<string, number>,
): Title {
  const [first, ...others] = steps;
  const last = others.at(-1);
  if (!first || !last) return { what: 'It begins', end: stateText(words, first?.[1] ?? '') };
  const end = stateText(words, last[1], steps.at(-2)?.[1]);
  const ignored = steps.length - 1 - steps.findLastIndex(([, , row]) => row !== IGNORED_ROW);
  if (ignored > 1) return { what: `${ignored} events that change nothing`, end };
  const event = eventText(words, last[0]);
  if (steps.length > TOUR_STEPS) return { what: `A tour of ${others.length} steps, until ${event}`, end };
  const rarest = others
    .slice(0, -1)
    .reduce<StepRecord | null>(
      (best, step) => (best && (counts.get(best[0]) ?? 0) < (counts.get(step[0]) ?? 0) ? best : step),
      null,
    );
  const cause = rarest && rarest[0] !== last[0] ? `${eventText(words, rarest[0])}, and ` : '';
  return { what: sentence(`${cause}${event}`), end };
}
