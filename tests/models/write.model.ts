import type { SnapshotFrom } from 'xstate';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import type { Result } from '../../src/domain/result.ts';
import { createWrite, type Write, type WriteInput } from '../../src/machines/write/write.machine.ts';
import { TestClock } from './tools/clock.ts';
import { type AnyEvent, type Outcome, stableText } from './tools/explore.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

interface Subject {
  readonly order: string;
  /** A second factor. */
  readonly privateCode?: string;
}
type Machine = Write<Subject, string>;
type Snapshot = SnapshotFrom<Machine>;
type Context = Snapshot['context'];
type Ending = Outcome<Snapshot>;

const SEND = 'send o-1 with 123456';
const LOOK = 'look for o-1';
const tells = (what: string, more: object = {}): string => `tells ${what} ${stableText(more)}`;
const titleOf = ({ order, privateCode }: Subject): string =>
  privateCode === undefined ? order : `${order} with ${privateCode}`;

type Call = <T>(title: string, signal?: AbortSignal) => Promise<Result<T>>;

const writeTo = (call: Call): Machine =>
  createWrite<Subject, string>({
    send: (subject) => call(`send ${titleOf(subject)}`),
    look: (subject, signal) => call(`look for ${titleOf(subject)}`, signal),
    withoutSecrets: ({ order }) => ({ order }),
  });

function sut(): Sut<Machine> {
  const effects: string[] = [];
  let open: ((outcome: Outcome) => void) | null = null;
  const call: Call = (title, signal) =>
    new Promise((resolve, reject) => {
      effects.push(title);
      open = ({ done, error }) => {
        open = null;
        if (error instanceof Error) reject(error);
        else resolve(done as never);
      };
      signal?.addEventListener('abort', () => {
        if (open === null) return;
        open = null;
        effects.push('given up');
      });
    });
  return {
    machine: writeTo(call),
    clock: new TestClock(),
    settle: (_invokeId, outcome) => open?.(outcome),
    // Without a parent chart the actor has no name.
    hears: ({ type, ...told }) => effects.push(tells(type.slice(type.lastIndexOf('.') + 1), told)),
    drain: () => effects.splice(0),
  };
}

const refused = (name: string, failure: Failure): Ending => ({ name, done: { ok: false, failure } });
const FORBIDDEN = refused('403', { code: 'refused', status: 403, retryable: false });
const TOO_MANY = refused('429 for 20 s', { code: 'tooMany', status: 429, retryable: true, retryAfter: 20 });
const UNREACHABLE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
const DEFECT: Failure = { code: 'internal', retryable: false, cause: 'broken' };

const send: readonly Ending[] = [
  { name: 'taken', done: { ok: true, value: 'resting' } },
  FORBIDDEN,
  refused('409', { code: 'refused', status: 409, retryable: false }),
  TOO_MANY,
  { name: 'no answer', error: new OutageError(UNREACHABLE) },
  { name: 'a defect', error: new Error('broken') },
];
/** A thrown error is an answer, too: nothing was read. */
const look: readonly Ending[] = [
  { name: 'it is there', done: { ok: true, value: 'resting' } },
  { name: 'it is not there', done: { ok: true, value: null } },
  FORBIDDEN,
  TOO_MANY,
  refused('401', { code: 'unauthorized', status: 401, retryable: false }),
  refused('no answer', UNREACHABLE),
];

const MAX_SEARCH_MS = 60_000;
const SENDING = 'sending';
const WAITING = 'searching.waiting';
const LOOKING = 'searching.looking';

/** Growing pauses, or a longer one that the server asks for. */
const pauseBefore = ({ pauses, looks }: Context, failure: Failure | null): number =>
  Math.max(pauses[looks] ?? 0, (failure?.retryAfter ?? 0) * 1000);
const failureIn = (event: AnyEvent): Failure | null => {
  const { output, error } = event as { output?: { failure?: Failure }; error?: Error };
  if (error) return error instanceof OutageError ? error.failure : DEFECT;
  return output?.failure ?? null;
};
const isLast = (context: Context, event: AnyEvent): boolean =>
  context.looks === context.pauses.length ||
  context.waited + pauseBefore(context, failureIn(event)) >= MAX_SEARCH_MS;
const input = (event: AnyEvent) => event.input as WriteInput<Subject>;
const lost = (_context: Context, event: AnyEvent) => [tells('lost', { failure: failureIn(event) })];
const withoutCode = (_context: Context, event: AnyEvent) => ({
  subject: { order: 'o-1' },
  failure: failureIn(event),
});

const rows: readonly Row<Context>[] = [
  {
    ref: 'LOST-02: at once where the user asks again',
    in: '',
    on: '(start)',
    if: (_context, event) => input(event).begin === 'look' && input(event).isAgain === true,
    to: LOOKING,
    does: () => [LOOK],
  },
  {
    ref: 'LOST-02: reads what became of it, and sends nothing',
    in: '',
    on: '(start)',
    if: (_context, event) => input(event).begin === 'look',
    to: WAITING,
  },
  { ref: 'LOST-01: sent once', in: '', on: '(start)', to: SENDING, does: () => [SEND] },
  {
    ref: 'LOST-01: an answer ends it',
    in: SENDING,
    on: 'send: taken',
    to: 'over',
    does: () => [tells('done', { value: 'resting' })],
  },
  {
    ref: 'LOST-02: a refusal that says nothing of the first time',
    in: SENDING,
    on: ['send: 409', 'send: 429*'],
    if: ({ isAgain }) => isAgain,
    to: WAITING,
    does: lost,
    sets: withoutCode,
  },
  {
    ref: 'LOST-01: an answer ends it',
    in: SENDING,
    on: 'send: 4*',
    to: 'over',
    does: (_context, event) => [tells('refused', { failure: failureIn(event) })],
  },
  {
    ref: 'LOST-02: what became of it is read; the second factor is forgotten',
    in: SENDING,
    on: 'send: *',
    to: WAITING,
    does: lost,
    sets: withoutCode,
  },
  {
    ref: 'LOST-02: with growing pauses',
    in: WAITING,
    on: 'after lookPause',
    says: 'the pause before the next look is over',
    after: (context) => pauseBefore(context, context.failure),
    to: LOOKING,
    does: () => [LOOK],
    sets: (context) => ({
      looks: context.looks + 1,
      waited: context.waited + pauseBefore(context, context.failure),
    }),
  },
  {
    ref: 'LOST-02: it arrived',
    in: LOOKING,
    on: 'look: it is there',
    to: 'over',
    does: () => [tells('done', { value: 'resting' })],
  },
  {
    ref: 'SESSION-02: a 401 ends the session: nothing more can be read',
    in: LOOKING,
    on: 'look: 401',
    to: 'over',
    does: (_context, event) => [tells('unknown', { failure: failureIn(event) })],
  },
  {
    ref: 'LOST-03: reading showed that it is not there',
    in: LOOKING,
    on: 'look: it is not there',
    if: isLast,
    to: 'over',
    does: () => [tells('absent')],
  },
  {
    ref: 'LOST-02: reading told nothing',
    in: LOOKING,
    on: 'look: *',
    if: isLast,
    to: 'over',
    does: (_context, event) => [tells('unknown', { failure: failureIn(event) })],
  },
  {
    ref: 'LOST-02: the server may still be working on it',
    in: LOOKING,
    on: 'look: *',
    to: WAITING,
    sets: ({ looks, waited }, event) => ({ looks, waited, failure: failureIn(event) }),
  },
  {
    ref: 'LOST-02: at most a minute by itself',
    in: LOOKING,
    on: 'after maxSearch',
    says: 'the longest time for looking is over',
    after: MAX_SEARCH_MS,
    to: 'over',
    does: () => ['given up', tells('unknown', { failure: null })],
  },
];

const variant = (name: string, more: Omit<WriteInput<Subject>, 'subject'>): Variant<Machine> => ({
  name,
  input: { subject: { order: 'o-1', ...(more.begin === 'look' ? {} : { privateCode: '123456' }) }, ...more },
  events: [],
  outcomes: { send, look },
  sut,
  // A pause that would lead beyond the minute is not started.
  timer: (snapshot, delay) => delay !== 'maxSearch' || snapshot.matches({ searching: 'looking' }),
});

export const writeModel: MachineModel<Machine> = {
  name: 'write',
  machine: writeTo(() => Promise.reject(new Error('never called'))),
  states: {
    sending: 'it is on its way, once',
    'searching.waiting': 'the next look waits a moment',
    'searching.looking': 'what would show it is being read',
    over: 'what became of it has been told',
  },
  services: { send: 'the write', look: 'the look' },
  endings: {
    '403': 'is forbidden (403)',
    '409': 'meets another one (409)',
    'it is there': 'finds it',
    'it is not there': 'does not find it',
    taken: 'is done',
  },
  variants: [
    variant('sent', {}),
    variant('sent again', { isAgain: true }),
    variant('looked for after a reload', { begin: 'look' }),
    variant('looked for again', { begin: 'look', isAgain: true }),
  ],
  // Only its pause decides what follows.
  key: ({ value, context: { failure, ...context } }) => ({ value, context, retryAfter: failure?.retryAfter }),
  requirements: rows,
  invariant: ({ value, context: { looks, pauses, waited, subject } }) => {
    if (looks > pauses.length) return `${looks} looks`;
    if (waited >= MAX_SEARCH_MS) return `${waited} ms of pauses`;
    return typeof value === 'object' && subject.privateCode !== undefined ? 'keeps the code' : undefined;
  },
};
