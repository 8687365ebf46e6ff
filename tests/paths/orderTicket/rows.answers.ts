import { CHANGED, READ_LISTS, resend, toast, type Context, type TicketRow } from './rows.shared.ts';

// Answers.

/** `event.output` of a done event. */
const outputOf = (event: object): { ok: boolean; failure?: unknown; value?: unknown } =>
  (event as { output: { ok: boolean } }).output;
const errorOf = (event: object): unknown => (event as { error: { failure: unknown } }).error.failure;
const isMarket = ({ sending }: Context): boolean => sending?.order.kind === 'market';
const afterPlacing = ({ sending }: Context) => ({
  last: sending?.order,
  sending: null,
  failure: null,
  fault: null,
  looks: 0,
});

const ASKING = ['submitting', 'outcomeUnknown.resending'];

export const PLACE_ROWS: readonly TicketRow[] = [
  {
    ref: '1 §4 CANCELED: no liquidity, keeps the form',
    in: ASKING,
    on: 'placeOrder: canceled',
    if: isMarket,
    to: 'taking.refused',
    does: (context) => [CHANGED, toast('noLiquidity', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'NO_LIQUIDITY', retryable: false },
      sending: null,
      looks: 0,
    }),
  },
  {
    ref: '1 §4 order states: one that is CANCELED was not placed; the form stays',
    in: ASKING,
    on: 'placeOrder: canceled',
    to: 'taking.refused',
    does: (context) => [CHANGED, toast('canceled', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'CANCELED_AT_ONCE', retryable: false },
      sending: null,
      looks: 0,
    }),
  },
  ...(
    [
      ['1 §4 executed, refreshes balances', 'placeOrder: filled', true, 'marketExecuted'],
      [
        '1 §4 any other state: generic success',
        ['placeOrder: rests', 'placeOrder: partly filled'],
        true,
        'marketAccepted',
      ],
      ['1 §4 order states', 'placeOrder: filled', false, 'filled'],
      ['1 §4 order states', 'placeOrder: partly filled', false, 'partlyFilled'],
      ['1 §4 order states', ['placeOrder: rests', 'placeOrder: accepted'], false, 'placed'],
    ] as const
  ).map(([ref, on, market, key]): TicketRow => ({
    ref,
    in: ASKING,
    on,
    if: (context) => isMarket(context) === market,
    to: 'taking.placed',
    does: (context) => [CHANGED, toast(key)(context)],
    sets: afterPlacing,
  })),
  {
    ref: '1 §4 a 401 ends the session',
    in: 'submitting',
    on: 'placeOrder: 401',
    to: 'taking.refused',
    does: () => ['session over'],
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: '1 §8 order failure',
    in: 'submitting',
    on: ['placeOrder: 4*'],
    to: 'taking.refused',
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: 'design 7, contract: a lost answer is "outcome unknown"',
    in: 'submitting',
    on: 'placeOrder: *',
    to: 'outcomeUnknown.waiting',
    sets: ({ sending }, event) => ({ failure: errorOf(event), sending, looks: 0 }),
  },
];

const pauses = [1000, 2000, 6000];
/** "At 1, 3 and 9 s", and not before the server said. */
const pause = ({ looks, failure }: Context): number =>
  Math.max(pauses[looks] ?? Number.NaN, (failure?.retryAfter ?? 0) * 1000);
const isLast = ({ looks }: Context): boolean => looks === 3;
const LEFT_OPEN = ['409', '409 in progress', '425', '429 for 20 s'].map((name) => `placeOrder: ${name}`);
const UNRESOLVED = 'outcomeUnknown.unresolved';

export const UNKNOWN_ROWS: readonly TicketRow[] = [
  {
    ref: 'contract, Idempotency: the same key answers the first outcome',
    in: 'outcomeUnknown.waiting',
    on: 'after lookPause',
    if: ({ usesIntents }) => usesIntents,
    after: pause,
    to: 'outcomeUnknown.resending',
    does: resend,
    sets: ({ looks }) => ({ looks: looks + 1 }),
  },
  {
    ref: 'contract, Idempotency: reconciles by reading, nothing is sent again',
    in: 'outcomeUnknown.waiting',
    on: 'after lookPause',
    after: pause,
    to: 'outcomeUnknown.readingBack',
    does: () => READ_LISTS,
    sets: ({ looks }) => ({ looks: looks + 1 }),
  },
  {
    ref: '1 §4 a 401 ends the session; the outcome stays unknown',
    in: 'outcomeUnknown.resending',
    on: 'placeOrder: 401',
    to: UNRESOLVED,
    does: () => ['session over', CHANGED],
    sets: (_context, event) => ({ failure: outputOf(event).failure, looks: 0 }),
  },
  {
    ref: 'design: an answer that says nothing of the first time, for the third time',
    in: 'outcomeUnknown.resending',
    on: LEFT_OPEN,
    if: isLast,
    to: UNRESOLVED,
    does: () => [CHANGED],
    sets: (_context, event) => ({ failure: outputOf(event).failure, looks: 0 }),
  },
  {
    ref: 'design: an answer that says nothing of the first time',
    in: 'outcomeUnknown.resending',
    on: LEFT_OPEN,
    to: 'outcomeUnknown.waiting',
    sets: ({ looks }, event) => ({ failure: outputOf(event).failure, looks }),
  },
  {
    ref: '1 §8 order failure: the first outcome was a refusal',
    in: 'outcomeUnknown.resending',
    on: 'placeOrder: 4*',
    to: 'taking.refused',
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null, looks: 0 }),
  },
  {
    ref: 'design: three looks told nothing',
    in: ['outcomeUnknown.resending', 'outcomeUnknown.readingBack'],
    on: ['placeOrder: *', 'lookForOrder: no answer', 'lookForOrder: 500'],
    if: isLast,
    to: UNRESOLVED,
    does: () => [CHANGED],
    sets: (_context, event) => ({ failure: errorOf(event), looks: 0 }),
  },
  {
    ref: 'contract, Idempotency',
    in: ['outcomeUnknown.resending', 'outcomeUnknown.readingBack'],
    on: ['placeOrder: *', 'lookForOrder: no answer', 'lookForOrder: 500'],
    to: 'outcomeUnknown.waiting',
    sets: ({ looks }, event) => ({ failure: errorOf(event), looks }),
  },
  {
    ref: 'contract: found among the executions',
    in: 'outcomeUnknown.readingBack',
    on: 'lookForOrder: it filled',
    to: 'taking.placed',
    does: (context) => [CHANGED, toast(isMarket(context) ? 'marketExecuted' : 'filled')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'contract: found among the open orders',
    in: 'outcomeUnknown.readingBack',
    on: 'lookForOrder: it rests',
    to: 'taking.placed',
    does: (context) => [CHANGED, toast('placed')(context)],
    sets: afterPlacing,
  },
  {
    ref: '1 §4 a 401 ends the session; the outcome stays unknown',
    in: 'outcomeUnknown.readingBack',
    on: 'lookForOrder: 401',
    to: UNRESOLVED,
    does: () => ['session over', 'session over', CHANGED],
    sets: (_context, event) => ({ failure: outputOf(event).failure, looks: 0 }),
  },
  {
    ref: 'contract: nowhere after the third look, so the user may send it again',
    in: 'outcomeUnknown.readingBack',
    on: 'lookForOrder: it is nowhere',
    if: isLast,
    to: 'taking.notFound',
    does: () => [CHANGED],
    sets: () => ({ sending: null, failure: null, looks: 0 }),
  },
  {
    ref: 'contract: not there yet',
    in: 'outcomeUnknown.readingBack',
    on: 'lookForOrder: it is nowhere',
    to: 'outcomeUnknown.waiting',
    sets: () => ({ failure: null }),
  },
  {
    ref: 'design: a refused read tells nothing',
    in: 'outcomeUnknown.readingBack',
    on: 'lookForOrder: 429 for *',
    if: isLast,
    to: UNRESOLVED,
    does: () => [CHANGED],
  },
  {
    ref: 'contract, Errors: Retry-After is obeyed',
    in: 'outcomeUnknown.readingBack',
    on: 'lookForOrder: 429 for *',
    to: 'outcomeUnknown.waiting',
    sets: (_context, event) => ({ failure: outputOf(event).failure }),
  },
  {
    ref: 'design: the user looks again',
    in: UNRESOLVED,
    on: 'check again',
    if: ({ usesIntents }) => usesIntents,
    to: 'outcomeUnknown.resending',
    does: resend,
    sets: () => ({ looks: 1 }),
  },
  {
    ref: 'design: the user looks again',
    in: UNRESOLVED,
    on: 'check again',
    to: 'outcomeUnknown.readingBack',
    does: () => READ_LISTS,
    sets: () => ({ looks: 1 }),
  },
  {
    ref: 'design: the user has read the lists',
    in: UNRESOLVED,
    on: 'leave',
    to: 'taking.editing',
    sets: () => ({ sending: null, failure: null, looks: 0 }),
  },
];

export const CHECK_ROWS: readonly TicketRow[] = [
  {
    ref: 'contract: what was there before is known before the order leaves',
    in: 'checking',
    on: 'readBefore: lists',
    to: 'submitting',
    does: resend,
    sets: ({ sending }) => ({
      sending: { ...sending, before: { orders: ['o-old'], executions: ['x-old'] } },
    }),
  },
  {
    ref: '1 §4 a 401 ends the session',
    in: 'checking',
    on: 'readBefore: 401',
    to: 'taking.refused',
    does: () => ['session over', 'session over'],
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: '1 §8 nothing was sent',
    in: 'checking',
    on: 'readBefore: 429 for *',
    to: 'taking.refused',
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: '1 §8 nothing was sent',
    in: 'checking',
    on: ['readBefore: no answer', 'readBefore: 500'],
    to: 'taking.refused',
    sets: (_context, event) => ({ failure: errorOf(event), sending: null }),
  },
];
