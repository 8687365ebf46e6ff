import { assign, fromPromise, sendTo, setup } from 'xstate';
import { failureOf, leavesFirstOpen, type Failure } from '../../domain/failure.ts';
import { failureIn, refused, type Result } from '../../domain/result.ts';
import { parentOf } from '../shared/common.ts';

/**
 * Events of a write for the chart that invoked it, under the id of the invoke (LOST-01). One of `done`, `refused`,
 * `absent` and `unknown` ends it. `lost` may come before them.
 */
export type WriteEvent<Id extends string, Value = unknown> =
  | { readonly type: `${Id}.done`; readonly value: Value }
  | { readonly type: `${Id}.refused`; readonly failure: Failure }
  /** The answer was lost. From here on the write only reads. */
  | { readonly type: `${Id}.lost`; readonly failure: Failure }
  /** The last read was answered, and did not show it. */
  | { readonly type: `${Id}.absent` }
  /** No read was answered. `failure` is null where the time ran out. */
  | { readonly type: `${Id}.unknown`; readonly failure: Failure | null };

interface About<Subject> {
  readonly subject: Subject;
}

export interface WriteInput<Subject> extends About<Subject> {
  /** `look` sends nothing, and reads the outcome of an earlier write. Default: `send`. */
  readonly begin?: 'send' | 'look';
  /** The user asked once more: a refusal may reveal nothing about the first attempt, and it is read at once. */
  readonly isAgain?: boolean;
}

export interface WriteEffects<Subject, Value> {
  /** A request that has left cannot be taken back: stopping the write does not abort it. */
  readonly send: (subject: Subject) => Promise<Result<Value>>;
  /** Reads whatever would show the write. `value` is null where it does not. */
  readonly look: (subject: Subject, signal: AbortSignal) => Promise<Result<Value | null>>;
  /** Removes what only sending needs, such as a second factor, before it is looked for. */
  readonly withoutSecrets?: (subject: Subject) => Subject;
}

interface WriteContext<Subject> extends Required<WriteInput<Subject>> {
  readonly pauses: readonly number[];
  /** Including the running one. */
  readonly looks: number;
  /** Milliseconds of all pauses so far. */
  readonly waited: number;
  /** Why there was no answer last time. */
  readonly failure: Failure | null;
}

/** Milliseconds. After a 502 or 504 the server may still work on it, so the last look comes half a minute later. */
const PAUSES = [500, 2500, 4000, 8000, 15_000];
const PAUSES_AGAIN = [0, 2000, 5000];
/** After that only the user starts another look. */
const MAX_SEARCH_MS = 60_000;

type Search = Pick<WriteContext<unknown>, 'pauses' | 'looks' | 'waited'>;

const pauseAfter = ({ pauses, looks }: Search, failure: Failure | null): number =>
  Math.max(pauses[looks] ?? 0, (failure?.retryAfter ?? 0) * 1000);

const unwired = (): never => {
  throw new Error('not wired: a write');
};

/**
 * One write: sent once. After a lost answer it reads the outcome, and never sends again (LOST-01, LOST-02). Without
 * effects it holds a place in `setup({ actors })`, for `provide`.
 */
export const createWrite = <Subject, Value = unknown>(
  { send, look, withoutSecrets = (subject) => subject }: WriteEffects<Subject, Value> = {
    send: unwired,
    look: unwired,
  },
) =>
  setup({
    types: { context: {} as WriteContext<Subject>, input: {} as WriteInput<Subject> },
    actors: {
      // An input of the bare type `Subject` would leave the types of xstate undecided.
      send: fromPromise<Result<Value>, About<Subject>>(({ input }) => send(input.subject)),
      // Whatever is thrown, also before anything is asked: nothing was read.
      look: fromPromise<Result<Value | null>, About<Subject>>(async ({ input, signal }) => {
        try {
          return await look(input.subject, signal);
        } catch (error) {
          return refused(failureOf(error));
        }
      }),
    },
    guards: {
      onlyLooks: ({ context }) => context.begin === 'look',
      saysNothingOfTheFirst: ({ context }, failure: Failure | null) =>
        context.isAgain && failure !== null && leavesFirstOpen(failure),
      isDue: ({ context }) => pauseAfter(context, context.failure) === 0,
      isFound: (_, answer: Result<Value | null>) => answer.ok && answer.value !== null,
      // Without a session nothing more can be read.
      isSignedOut: (_, failure: Failure | null) => failure?.status === 401,
      isLast: ({ context }, failure: Failure | null) =>
        context.looks >= context.pauses.length ||
        context.waited + pauseAfter(context, failure) >= MAX_SEARCH_MS,
    },
    delays: { lookPause: ({ context }) => pauseAfter(context, context.failure), maxSearch: MAX_SEARCH_MS },
  }).createMachine({
    id: 'write',
    description: 'Sends once. After a lost answer it reads what became of it, and never sends again.',
    context: ({ input: { subject, begin = 'send', isAgain = false } }) => ({
      subject,
      begin,
      isAgain,
      pauses: begin === 'look' && isAgain ? PAUSES_AGAIN : PAUSES,
      looks: 0,
      waited: 0,
      failure: null,
    }),
    initial: 'beginning',
    states: {
      beginning: {
        description: 'Either it is sent now, or it was sent before and is only read.',
        always: [{ guard: 'onlyLooks', target: 'searching' }, { target: 'sending' }],
      },
      sending: {
        description: 'It is on its way, once.',
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context: { subject } }) => ({ subject }),
          onDone: [
            {
              guard: { type: 'saysNothingOfTheFirst', params: ({ event }) => failureIn(event.output) },
              target: 'lost',
              actions: assign({ failure: ({ event }) => failureIn(event.output) }),
            },
            {
              target: 'over',
              actions: sendTo(parentOf, ({ self, event: { output } }) =>
                output.ok
                  ? { type: `${self.id}.done`, value: output.value }
                  : { type: `${self.id}.refused`, failure: output.failure },
              ),
            },
          ],
          // Whatever is thrown after the request left: it may have been done.
          onError: { target: 'lost', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        },
      },
      lost: {
        description: 'No answer came that says what became of it.',
        always: {
          target: 'searching',
          actions: [
            assign({ subject: ({ context }) => withoutSecrets(context.subject) }),
            sendTo(parentOf, ({ self, context }) => ({ type: `${self.id}.lost`, failure: context.failure })),
          ],
        },
      },
      searching: {
        description: 'It is looked for, with growing pauses, and for a minute at most.',
        after: {
          maxSearch: {
            target: 'over',
            actions: sendTo(parentOf, ({ self }) => ({ type: `${self.id}.unknown`, failure: null })),
          },
        },
        initial: 'waiting',
        states: {
          waiting: {
            description: 'A moment passes before the next look: the server may still be working on it.',
            always: { guard: 'isDue', target: 'looking' },
            after: { lookPause: 'looking' },
          },
          looking: {
            description: 'Whatever would show it is being read.',
            entry: assign({
              looks: ({ context }) => context.looks + 1,
              waited: ({ context }) => context.waited + pauseAfter(context, context.failure),
            }),
            invoke: {
              id: 'look',
              src: 'look',
              input: ({ context: { subject } }) => ({ subject }),
              onDone: [
                {
                  guard: { type: 'isFound', params: ({ event }) => event.output },
                  target: '#write.over',
                  actions: sendTo(parentOf, ({ self, event: { output } }) => ({
                    type: `${self.id}.done`,
                    value: output.ok ? output.value : null,
                  })),
                },
                {
                  guard: { type: 'isSignedOut', params: ({ event }) => failureIn(event.output) },
                  target: '#write.over',
                  actions: sendTo(parentOf, ({ self, event }) => ({
                    type: `${self.id}.unknown`,
                    failure: failureIn(event.output),
                  })),
                },
                {
                  guard: { type: 'isLast', params: ({ event }) => failureIn(event.output) },
                  target: '#write.over',
                  actions: sendTo(parentOf, ({ self, event: { output } }) =>
                    output.ok
                      ? { type: `${self.id}.absent` }
                      : { type: `${self.id}.unknown`, failure: output.failure },
                  ),
                },
                { target: 'waiting', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
              ],
            },
          },
        },
      },
      // Not final, which would send it twice. The chart that invoked it leaves its state, and thereby stops it.
      over: { description: 'What became of it has been told.' },
    },
  });

export type Write<Subject, Value = unknown> = ReturnType<typeof createWrite<Subject, Value>>;
