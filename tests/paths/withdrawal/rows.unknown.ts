import * as cases from './cases.ts';
import {
  ASK_STANDING,
  CHANGED,
  create,
  drop,
  failureIn,
  isGrin,
  keep,
  READ_HISTORY,
  SETTLED,
  toast,
  valueOf,
  type Context,
  type WithdrawalRow,
} from './rows.shared.ts';

const pauses = [1000, 2000, 6000];
/** "At 1, 3 and 9 s", and not before the server said. */
export const pause = ({ looks, failure }: Context): number =>
  Math.max(pauses[looks] ?? Number.NaN, (failure?.retryAfter ?? 0) * 1000);
export const isLast = ({ looks }: Context): boolean => looks === 3;

const LOOKING = 'outcomeUnknown.readingBack';

export const UNKNOWN_ROWS = (hasIntents: () => boolean): WithdrawalRow[] => [
  {
    ref: 'contract, Idempotency: reconciles by reading, nothing is sent again',
    in: 'outcomeUnknown.waiting',
    on: 'after lookPause',
    after: pause,
    to: LOOKING,
    does: ({ ticker }) => [READ_HISTORY(ticker)],
    sets: ({ looks }) => ({ looks: looks + 1 }),
  },
  ...['outcomeUnknown.waiting', LOOKING].map((state): WithdrawalRow => ({
    ref: 'LOST-03: the user may stop the reading',
    in: state,
    on: 'leave',
    to: 'outcomeUnknown.unresolved',
    does: ({ ticker }) => [CHANGED, ...(state === LOOKING ? [`abort ${READ_HISTORY(ticker)}`] : [])],
    sets: ({ sending }) => ({ sending, looks: 0 }),
  })),
  {
    ref: 'contract: found; 2 §4: GRIN needs its slatepack',
    in: LOOKING,
    on: 'lookForWithdrawal: it is there',
    if: isGrin,
    to: 'resuming',
    does: (context) => [keep(context, 'w-1'), ASK_STANDING],
    sets: (context) => ({ sending: { ...context.sending, id: 'w-1' }, failure: null, looks: 0 }),
  },
  {
    ref: 'contract: found in the history',
    in: LOOKING,
    on: 'lookForWithdrawal: it is there',
    to: 'result.submitted',
    does: (context) => [drop(context), CHANGED, toast('submitted', 'success')],
    sets: () => ({
      ...SETTLED,
      failure: null,
      looks: 0,
      receipt: {
        id: 'w-1',
        status: 'pending',
        slatepack: null,
        currency: 'BTC',
        amount: '0.5',
        fee: '0.0001',
        address: cases.ADDRESS,
        txHash: null,
        expiresAt: null,
      },
    }),
  },
  {
    ref: 'contract: nowhere after the third look, so the user may send it again',
    in: LOOKING,
    on: 'lookForWithdrawal: it is nowhere',
    if: isLast,
    to: 'outcomeUnknown.notFound',
    sets: ({ sending }) => ({ sending, looks: 0 }),
  },
  {
    ref: 'contract: not there yet',
    in: LOOKING,
    on: 'lookForWithdrawal: it is nowhere',
    to: 'outcomeUnknown.waiting',
    sets: () => ({ failure: null }),
  },
  {
    ref: 'design: three looks told nothing',
    in: LOOKING,
    on: 'lookForWithdrawal: *',
    if: isLast,
    to: 'outcomeUnknown.unresolved',
    does: () => [CHANGED],
    sets: (_context, event) => ({ failure: failureIn(event), looks: 0 }),
  },
  {
    ref: 'contract, Errors: Retry-After is obeyed',
    in: LOOKING,
    on: 'lookForWithdrawal: *',
    to: 'outcomeUnknown.waiting',
    sets: ({ looks }, event) => ({ failure: failureIn(event), looks }),
  },
  {
    ref: 'contract, Idempotency: the same key when the user retries',
    in: 'outcomeUnknown.notFound',
    on: 'send again',
    if: ({ confirmed }) => confirmed !== null,
    to: 'submitting',
    does: (context) => [create(context, hasIntents())],
    sets: ({ sending }) => ({ sending, isRepeated: true, failure: null }),
  },
  {
    ref: 'design: the user looks again',
    in: ['outcomeUnknown.notFound', 'outcomeUnknown.unresolved'],
    on: 'check again',
    to: LOOKING,
    does: ({ ticker }) => [READ_HISTORY(ticker)],
    sets: () => ({ looks: 1 }),
  },
  {
    ref: 'design: the user has read the history',
    in: ['outcomeUnknown.notFound', 'outcomeUnknown.unresolved'],
    on: 'leave',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    does: (context) => [drop(context)],
    sets: () => ({ ...SETTLED, failure: null }),
  },
];

// GRIN: the way back (design: it asks the server first).

const STANDS = ['resuming', 'slatepack.finalizeUnknown.asking'];
const ENDED = { code: 'refused', serverCode: 'WITHDRAWAL_ENDED', retryable: false };
const NO_SLATEPACK = { code: 'refused', serverCode: 'NO_SLATEPACK', retryable: false };
const windowAgain = (context: Context, expiresAt: number | null): string[] =>
  expiresAt !== null && !context.isWindowOver ? ['window until 12:30:00'] : [];

export const STANDING_ROWS: readonly WithdrawalRow[] = [
  {
    ref: '2 §4: step 4; design: comes back through the server',
    in: 'resuming',
    on: ['askStanding: message', 'askStanding: still awaited'],
    if: ({ receipt }, event) =>
      Boolean((valueOf(event) as { slatepack: unknown }).slatepack ?? receipt?.slatepack),
    to: 'slatepack.awaiting',
    does: (context, event) => [
      keep(context, 'w-1'),
      ...windowAgain(context, (valueOf(event) as { expiresAt: number | null }).expiresAt),
    ],
    sets: () => ({ failure: null }),
  },
  {
    ref: '2 §4: a GRIN response without a slatepack gives a failed result at step 5',
    in: 'resuming',
    on: 'askStanding: still awaited',
    to: 'grinResult.failed',
    does: (context) => [drop(context), toast('noSlatepack', 'error')],
    sets: () => ({ ...SETTLED, failure: NO_SLATEPACK }),
  },
  {
    ref: '2 §4, Finalize result: broadcast',
    in: STANDS,
    on: ['askStanding: broadcast', 'askStanding: completed'],
    to: 'grinResult.broadcast',
    does: (context) => [
      drop(context),
      CHANGED,
      // Who waited for it hears it; who comes back reads it.
      ...(context.finalizeIntent === null ? [] : [toast('broadcast', 'success')]),
    ],
    sets: (_context, event) => ({
      ...SETTLED,
      finalizeIntent: null,
      receipt: { ...(valueOf(event) as object), ...repeated(_context) },
    }),
  },
  {
    ref: '2 §4, Finalize result: unknown',
    in: STANDS,
    on: 'askStanding: pending',
    to: 'grinResult.unknown',
    does: (context) => [drop(context), CHANGED],
    sets: (context, event) => ({
      ...SETTLED,
      finalizeIntent: null,
      receipt: { ...(valueOf(event) as object), ...repeated(context) },
    }),
  },
  {
    ref: 'guides/grin §3: expired, nothing was sent',
    in: STANDS,
    on: ['askStanding: cancelled', 'askStanding: expired'],
    to: 'grinResult.failed',
    does: (context) => [drop(context), CHANGED, toast('ended', 'error')],
    sets: () => ({ ...SETTLED, failure: ENDED, finalizeIntent: null }),
  },
  {
    ref: '2 §4: a GRIN failure goes to 5',
    in: 'resuming',
    on: 'askStanding: 404',
    to: 'grinResult.failed',
    does: (context, event) => [
      drop(context),
      toast('withdrawalFailed', 'error', { text: failureIn(event).text }),
    ],
    sets: (_context, event) => ({ ...SETTLED, failure: failureIn(event) }),
  },
  {
    ref: 'design: it may be asked again',
    in: 'resuming',
    on: 'askStanding: *',
    to: 'resumeFailed',
    sets: ({ sending }, event) => ({ failure: failureIn(event), sending }),
  },
  {
    ref: 'design: it may be asked again',
    in: 'resumeFailed',
    on: 'retry',
    to: 'resuming',
    does: () => [ASK_STANDING],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'design: it stays on its way',
    in: 'resumeFailed',
    on: 'leave',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    sets: ({ sending }) => ({ failure: null, sending }),
  },
];

/** What the answer leaves out stays as it was known. */
function repeated({ receipt }: Context): object {
  return {
    slatepack: null,
    amount: receipt?.amount ?? null,
    fee: receipt?.fee ?? null,
    expiresAt: receipt?.expiresAt ?? null,
  };
}
