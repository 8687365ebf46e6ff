import * as cases from './withdrawal.cases.ts';
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
} from './withdrawal.rows.shared.ts';

const LOOKING = 'outcomeUnknown.looking';
/** A defect of the search tells nothing. */
export const BROKEN = { code: 'internal', retryable: false, cause: 'broken' };

export const UNKNOWN_ROWS = (hasIdempotencyKeys: () => boolean): WithdrawalRow[] => [
  {
    ref: 'LOST-03: the user may stop the reading',
    in: LOOKING,
    on: 'leave',
    to: 'outcomeUnknown.unresolved',
    does: ({ ticker }) => [CHANGED, `abort ${READ_HISTORY(ticker)}`],
    sets: ({ sending }) => ({ sending }),
  },
  {
    ref: 'WITHDRAW-11: found; GRIN needs its slatepack',
    in: LOOKING,
    on: 'reconcileCreation: it is there',
    if: isGrin,
    to: 'resuming',
    does: (context) => [keep(context, 'w-1'), ASK_STANDING],
    sets: (context) => ({ sending: { ...context.sending, id: 'w-1' }, failure: null }),
  },
  {
    ref: 'LOST-02: found in the history',
    in: LOOKING,
    on: 'reconcileCreation: it is there',
    to: 'result.submitted',
    does: (context) => [drop(context), CHANGED, toast('submitted', 'success')],
    sets: () => ({
      ...SETTLED,
      failure: null,
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
    ref: 'LOST-03: reading showed that it is not there, so the user may send it again',
    in: LOOKING,
    on: 'reconcileCreation: it is nowhere',
    to: 'outcomeUnknown.notFound',
    sets: ({ sending }) => ({ sending, failure: null }),
  },
  {
    ref: 'LOST-03: a defect of ours tells nothing of the withdrawal',
    in: LOOKING,
    on: 'reconcileCreation: a defect',
    to: 'outcomeUnknown.unresolved',
    does: () => [CHANGED],
    sets: ({ sending }) => ({ sending, failure: BROKEN }),
  },
  {
    ref: 'LOST-03: reading told nothing',
    in: LOOKING,
    on: 'reconcileCreation: *',
    to: 'outcomeUnknown.unresolved',
    does: () => [CHANGED],
    sets: ({ sending }, event) => ({ sending, failure: failureIn(event) }),
  },
  {
    ref: 'LOST-04: the same key when the user sends it again',
    in: 'outcomeUnknown.notFound',
    on: 'send again',
    if: ({ confirmed }) => confirmed !== null,
    to: 'submitting',
    does: (context) => [create(context, hasIdempotencyKeys())],
    sets: ({ sending }) => ({ sending, isRepeated: true, failure: null }),
  },
  {
    ref: 'LOST-03: the user looks again',
    in: ['outcomeUnknown.notFound', 'outcomeUnknown.unresolved'],
    on: 'check again',
    to: LOOKING,
    does: ({ ticker }) => [READ_HISTORY(ticker)],
  },
  {
    ref: 'LOST-03: the user has read the history',
    in: ['outcomeUnknown.notFound', 'outcomeUnknown.unresolved'],
    on: 'leave',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    does: (context) => [drop(context)],
    sets: () => ({ ...SETTLED, failure: null }),
  },
];

// GRIN: the way back (WITHDRAW-14).

const STANDS = ['resuming', 'slatepack.finalizeUnknown.looking'];
/** On the way back, or by the search for a lost reply. */
const told = (...names: readonly string[]): string[] =>
  names.flatMap((name) => [`readGrinStatus: ${name}`, `reconcileFinalize: ${name}`]);
const ENDED = { code: 'refused', serverCode: 'WITHDRAWAL_ENDED', retryable: false };
const NO_SLATEPACK = { code: 'refused', serverCode: 'NO_SLATEPACK', retryable: false };
const windowAgain = (context: Context, expiresAt: number | null): string[] =>
  expiresAt !== null && !context.isWindowOver ? ['window until 12:30:00'] : [];

export const STANDING_ROWS: readonly WithdrawalRow[] = [
  {
    ref: 'WITHDRAW-14: step 4; comes back through the server',
    in: 'resuming',
    on: ['readGrinStatus: message', 'readGrinStatus: still awaited'],
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
    ref: 'WITHDRAW-11: a GRIN response without a slatepack gives a failed result at step 5',
    in: 'resuming',
    on: 'readGrinStatus: still awaited',
    to: 'grinResult.failed',
    does: (context) => [drop(context), toast('noSlatepack', 'error')],
    sets: () => ({ ...SETTLED, failure: NO_SLATEPACK }),
  },
  {
    ref: 'WITHDRAW-12: Finalize result: broadcast',
    in: STANDS,
    on: told('broadcast', 'completed'),
    to: 'grinResult.broadcast',
    does: (context) => [
      drop(context),
      CHANGED,
      // A toast for those who waited; others read it on the screen.
      ...(context.finalizeIdempotencyKey === null ? [] : [toast('broadcast', 'success')]),
    ],
    sets: (_context, event) => ({
      ...SETTLED,
      finalizeIdempotencyKey: null,
      receipt: { ...(valueOf(event) as object), ...repeated(_context) },
    }),
  },
  {
    ref: 'WITHDRAW-12: Finalize result: unknown',
    in: STANDS,
    on: told('pending'),
    to: 'grinResult.unknown',
    does: (context) => [drop(context), CHANGED],
    sets: (context, event) => ({
      ...SETTLED,
      finalizeIdempotencyKey: null,
      receipt: { ...(valueOf(event) as object), ...repeated(context) },
    }),
  },
  {
    ref: 'WITHDRAW-21: expired, nothing was sent',
    in: STANDS,
    on: told('cancelled', 'expired'),
    to: 'grinResult.failed',
    does: (context) => [drop(context), CHANGED, toast('ended', 'error')],
    sets: () => ({ ...SETTLED, failure: ENDED, finalizeIdempotencyKey: null }),
  },
  {
    ref: 'WITHDRAW-10: a GRIN failure goes to 5',
    in: 'resuming',
    on: 'readGrinStatus: 404',
    to: 'grinResult.failed',
    does: (context, event) => [
      drop(context),
      toast('withdrawalFailed', 'error', { text: failureIn(event).text }),
    ],
    sets: (_context, event) => ({ ...SETTLED, failure: failureIn(event) }),
  },
  {
    ref: 'LOST-03: it may be asked again',
    in: 'resuming',
    on: 'readGrinStatus: *',
    to: 'resumeFailed',
    sets: ({ sending }, event) => ({ failure: failureIn(event), sending }),
  },
  {
    ref: 'LOST-03: it may be asked again',
    in: 'resumeFailed',
    on: 'retry',
    to: 'resuming',
    does: () => [ASK_STANDING],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-07: it stays on its way',
    in: 'resumeFailed',
    on: 'leave',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    sets: ({ sending }) => ({ failure: null, sending }),
  },
];

/** What the answer leaves out stays as it was. */
function repeated({ receipt }: Context): object {
  return {
    slatepack: null,
    amount: receipt?.amount ?? null,
    fee: receipt?.fee ?? null,
    expiresAt: receipt?.expiresAt ?? null,
  };
}
