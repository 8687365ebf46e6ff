import { createReconcileWrite } from '../../src/machines/reconcileWrite/reconcileWrite.machine.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import {
  reconcileWriteMachine,
  type LookAnswer,
  type ReconcileWriteContext,
  type ReconcileWriteInput,
  type ReconcileWriteSnapshot,
} from '../../src/machines/reconcileWrite/index.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import { valueText, type AnyEvent, type Outcome } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof reconcileWriteMachine;
type Context = ReconcileWriteContext;
type Ending = Outcome<ReconcileWriteSnapshot>;

const LOOK = 'look for the order';

function sut(): Sut<Machine> {
  const effects: string[] = [];
  let open: ((outcome: Outcome) => void) | null = null;
  const wired = createReconcileWrite<string, string>(
    (subject, signal) =>
      new Promise<LookAnswer<string>>((resolve, reject) => {
        effects.push(`look for ${subject}`);
        open = ({ done, error }) => {
          open = null;
          if (error instanceof Error) reject(error);
          else resolve(done as LookAnswer<string>);
        };
        signal.addEventListener('abort', () => {
          if (open === null) return;
          open = null;
          effects.push('given up');
        });
      }),
  );
  return {
    // The type is the one that a parent sees.
    machine: wired as unknown as Machine,
    clock: new TestClock(),
    settle: (_invokeId, outcome) => open?.(outcome),
    drain: () => effects.splice(0),
    leaks: () => (open === null ? [] : ['a look is under way']),
  };
}

const refused = (name: string, failure: Failure): Ending => ({ name, done: { ok: false, failure } });
const TOO_MANY: Failure = { code: 'tooMany', status: 429, retryable: true, retryAfter: 20 };
const look: readonly Ending[] = [
  { name: 'it is there', done: { ok: true, value: 'resting' } },
  { name: 'it is not there', done: { ok: true, value: null } },
  refused('403', { code: 'refused', status: 403, retryable: false }),
  refused('429 for 20 s', TOO_MANY),
  refused('401', { code: 'unauthorized', status: 401, retryable: false }),
  { name: 'no answer', error: new OutageError({ code: 'unreachable', retryable: true, cause: 'TypeError' }) },
  { name: 'a defect', error: new Error('broken') },
];

const LONGEST = 60_000;
const WAITING = 'searching.waiting';
const LOOKING = 'searching.looking';

/** Growing pauses, or a longer one that the server asks for. */
const pauseBefore = ({ pauses, looks }: Context, failure: Failure | null): number =>
  Math.max(pauses[looks] ?? 0, (failure?.retryAfter ?? 0) * 1000);
const failureIn = (event: AnyEvent): Failure | null => {
  const { output, error } = event as { output?: { failure?: Failure }; error?: Error };
  if (error instanceof OutageError) return error.failure;
  if (error) return { code: 'internal', retryable: false, cause: error.message };
  return output?.failure ?? null;
};
const isLast = (context: Context, event: AnyEvent): boolean =>
  context.looks === context.pauses.length ||
  context.waited + pauseBefore(context, failureIn(event)) >= LONGEST;
const isAtOnce = (context: Context, event: AnyEvent): boolean => pauseBefore(context, failureIn(event)) === 0;
const begin = (context: Context, event: AnyEvent) => ({
  looks: context.looks + 1,
  waited: context.waited + pauseBefore(context, failureIn(event)),
  failure: failureIn(event),
});

const rows: readonly Row<Context>[] = [
  {
    ref: 'LOST-02: reads what became of it',
    in: '',
    on: '(start)',
    to: (_context, event) =>
      (event.input as { pauses?: readonly number[] }).pauses?.[0] === 0 ? LOOKING : WAITING,
    does: (_context, event) =>
      (event.input as { pauses?: readonly number[] }).pauses?.[0] === 0 ? [LOOK] : [],
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
    to: 'found',
    sets: () => ({ found: 'resting' }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session: nothing more can be read',
    in: LOOKING,
    on: 'look: 401',
    to: 'unknown',
    sets: (_context, event) => ({ failure: failureIn(event), found: null }),
  },
  {
    ref: 'LOST-03: reading showed that it is not there',
    in: LOOKING,
    on: 'look: it is not there',
    if: isLast,
    to: 'absent',
    sets: () => ({ found: null }),
  },
  {
    ref: 'LOST-02: reading told nothing',
    in: LOOKING,
    on: 'look: *',
    if: isLast,
    to: 'unknown',
    sets: (_context, event) => ({ failure: failureIn(event), found: null }),
  },
  {
    ref: 'LOST-02: a look without a pause before it',
    in: LOOKING,
    on: 'look: *',
    if: isAtOnce,
    to: LOOKING,
    does: () => [LOOK],
    sets: begin,
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
    on: 'after longest',
    says: 'the longest time for looking is over',
    after: LONGEST,
    to: 'unknown',
    does: () => ['given up'],
    sets: ({ failure }) => ({ failure, found: null }),
  },
];

const ENDS: Readonly<Record<string, (context: Context) => unknown>> = {
  found: () => ({ kind: 'found', value: 'resting' }),
  absent: () => ({ kind: 'absent' }),
  unknown: ({ failure }) => ({ kind: 'unknown', failure }),
};

const variant = (name: string, input: Omit<ReconcileWriteInput, 'subject'>): Variant<Machine> => ({
  name,
  input: { subject: 'the order', ...input },
  events: [],
  outcomes: { look },
  sut,
  // A pause that would lead beyond the minute is not begun.
  timer: (snapshot, delay) => delay !== 'longest' || snapshot.matches({ searching: 'looking' }),
});

export const reconcileWriteModel: MachineModel<Machine> = {
  name: 'reconcileWrite',
  machine: reconcileWriteMachine,
  states: {
    'searching.waiting': 'the next look waits a moment',
    'searching.looking': 'what would hold it is being read',
    found: 'it has arrived',
    absent: 'it is not there',
    unknown: 'nobody could say',
  },
  services: { look: 'the look' },
  endings: { '403': 'is forbidden (403)', 'it is there': 'finds it', 'it is not there': 'does not find it' },
  variants: [
    variant('after the answer was lost', {}),
    variant('after an answer that asked for a pause', { pauses: [10, 2000], failure: TOO_MANY }),
    variant('at once, twice', { pauses: [0, 0], failure: null }),
  ],
  // Only the parent needs the failure; here its pause decides.
  key: ({ value, context: { failure, ...context } }) => ({ value, context, retryAfter: failure?.retryAfter }),
  requirements: rows,
  invariant: ({ status, value, context, output }) => {
    if (context.looks > context.pauses.length) return `${context.looks} looks`;
    if (context.waited >= LONGEST) return `${context.waited} ms of pauses`;
    if (status !== 'done') return undefined;
    const told = JSON.stringify(output);
    return told === JSON.stringify(ENDS[valueText(value)]?.(context)) ? undefined : `ended with ${told}`;
  },
};
