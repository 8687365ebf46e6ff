import type { Words } from '../../../tools/report/records.ts';
import type { Graph } from './explore.ts';
import { valueText } from './explore.ts';
import { START, type Row } from './spec.ts';

/**
 * The report's words instead of names, for somebody who reads no code. Clauses: they follow "when" and "then". An event
 * or an outcome has them where it is declared (`says`), a delay in the first row about it.
 */
export interface Phrases {
  /** By the text of a state's value, or of one part of it. */
  readonly states: Readonly<Record<string, string>>;
  /** By the names of events and endings (`login: refused`) that a function makes. */
  readonly says?: Readonly<Record<string, string>>;
  /** A service as a noun, used for an outcome without a clause of its own. A trailing `*` is allowed. */
  readonly services?: Readonly<Record<string, string>>;
  /** The outcome's verb after the noun; before `ENDINGS`. */
  readonly endings?: Readonly<Record<string, string>>;
}

/** Of a model. */
export interface Told extends Phrases {
  readonly requirements: readonly Pick<Row<never, string>, 'on' | 'says'>[];
}

/** Endings that many services share. */
const ENDINGS: Readonly<Record<string, string>> = {
  '401': 'is refused, because nobody is signed in (401)',
  '429': 'is refused, because there were too many (429)',
  '429 for 20 s': 'is refused for 20 s, because there were too many (429)',
  '500': 'fails at the server (500)',
  '503': 'fails, because the server is down (503)',
  'server down': 'fails, because the server is down',
  'no answer': 'gets no answer, because the connection breaks',
  silence: 'gets no answer in time',
  unreadable: 'gets an answer that cannot be read',
  'not JSON': 'gets an answer that cannot be read',
  refused: 'is refused',
  'too many': 'is refused, because there were too many',
  'wrong password': 'is refused, because the password is wrong',
  'wrong code': 'is refused, because the code is wrong',
  'a defect': 'breaks by a defect of the client',
  defect: 'breaks by a defect of the client',
  breaks: 'breaks by a defect of the client',
};

/** `service` is its key in the table. */
function answerOf({ services = {} }: Phrases, name: string) {
  const [, id = '', ending = ''] = /^([^:]+): (.+)$/.exec(name) ?? [];
  const service = Object.keys(services).find(
    (one) => one === id || (one.endsWith('*') && id.startsWith(one.slice(0, -1))),
  );
  return { service, ending };
}

function endingText(phrases: Phrases, name: string): string | undefined {
  const { service, ending } = answerOf(phrases, name);
  const end = phrases.endings?.[ending] ?? ENDINGS[ending];
  return service === undefined || end === undefined ? undefined : `${phrases.services?.[service]} ${end}`;
}

/** Words given where a thing is declared, by name. */
function declaredIn({ requirements }: Told, graphs: readonly Graph[]): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const { on, says } of requirements)
    if (says !== undefined && typeof on === 'string' && !said.has(on)) said.set(on, says);
  for (const { name, says } of graphs.flatMap(({ edges }) => edges))
    if (says !== undefined) said.set(name, says);
  return said;
}

/** All that happens in the graphs and what follows, in words; `missing` has none. */
export function wordsOf(
  told: Told,
  graphs: readonly Graph[],
): Words & { readonly missing: string[]; readonly unused: string[] } {
  const names = new Set(graphs.flatMap(({ edges }) => edges.map(({ name }) => name)));
  const values = new Set(
    graphs.flatMap(({ states }) => [...states.values()].map(({ value }) => valueText(value))),
  );
  const declared = declaredIn(told, graphs);
  const missing: string[] = [];
  const found = (keys: Iterable<string>, textOf: (key: string) => string | undefined) =>
    Object.fromEntries(
      [...keys].flatMap((key) => {
        const text = textOf(key);
        if (text === undefined) missing.push(key);
        return text === undefined ? [] : [[key, text] as const];
      }),
    );
  names.delete(START);
  const parts = new Set(
    [...values].flatMap((value) => (Object.hasOwn(told.states, value) ? value : value.split(' & '))),
  );
  const events = found(names, (name) => declared.get(name) ?? told.says?.[name] ?? endingText(told, name));
  const states = found(parts, (part) => told.states[part]);
  return { events, states, missing, unused: unusedPhrases(told, { events, states }, declared) };
}

/** Names that nothing has any more. */
function unusedPhrases(told: Told, words: Words, declared: ReadonlyMap<string, string>): string[] {
  const { says = {}, states, services = {}, endings = {} } = told;
  const composed = Object.keys(words.events)
    .filter((name) => !declared.has(name) && !Object.hasOwn(says, name))
    .map((name) => answerOf(told, name));
  return [
    ...[...declared.keys(), ...Object.keys(says)].filter((name) => !Object.hasOwn(words.events, name)),
    ...Object.keys(says).filter((name) => declared.has(name)),
    ...Object.keys(states).filter((name) => !Object.hasOwn(words.states, name)),
    ...Object.keys(services).filter((key) => !composed.some(({ service }) => service === key)),
    ...Object.keys(endings).filter((key) => !composed.some(({ ending }) => ending === key)),
  ];
}
