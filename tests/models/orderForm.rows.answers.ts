import { SETTINGS } from './orderForm.cases.ts';
import {
  CHANGED,
  FORGET,
  READ_LISTS,
  sends,
  toast,
  type Context,
  type FormRow,
} from './orderForm.rows.shared.ts';

const outputOf = (event: object): { ok: boolean; failure?: unknown; value?: unknown } =>
  (event as { output: { ok: boolean } }).output;
const errorOf = (event: object): unknown => (event as { error: { failure: unknown } }).error.failure;
const isMarket = ({ sending }: Context): boolean => sending?.order.kind === 'market';
const afterPlacing = ({ sending }: Context) => ({
  last: sending?.order,
  sending: null,
  failure: null,
  fault: null,
});

const SUBMITTING = 'submitting';
/** An older order may be settled before the pair's settings arrive; the form waits for them. */
export const editingOnceReady = ({ settings, settingsFailure }: Context): string =>
  settings ? 'taking.editing' : settingsFailure ? 'settingsFailed' : 'loadingSettings';
const LOOKING = 'outcomeUnknown.looking';
const ABSENT = 'outcomeUnknown.absent';
const UNRESOLVED = 'outcomeUnknown.unresolved';
const isAgain = ({ sending }: Context): boolean => sending?.isAgain === true;

const timeOf = ({ sending }: Context): string | undefined =>
  sending?.order.kind === 'limit' ? sending.order.timeInForce : undefined;
const isProtected = ({ sending }: Context): boolean =>
  sending?.order.kind === 'market' && sending.order.protection !== undefined;

const isStop = ({ sending }: Context): boolean => sending?.order.stopPrice !== undefined;

export const PLACE_ROWS: readonly FormRow[] = [
  {
    ref: 'STOP-06: it waits for its price',
    in: SUBMITTING,
    on: ['placeOrder: waits', 'placeOrder: rests'],
    if: isStop,
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('stopPlaced')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'STOP-06, LOST-02: found among the orders that wait',
    in: LOOKING,
    on: 'reconcileWrite: it waits',
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('stopPlaced')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'TYPE-05: a market order that was filled in part within its protection',
    in: SUBMITTING,
    on: 'placeOrder: canceled after a part',
    if: isProtected,
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('marketPartly')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'TYPE-02: an IOC order that was filled in part',
    in: SUBMITTING,
    on: 'placeOrder: canceled after a part',
    if: (context) => timeOf(context) !== undefined,
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('partlyTraded')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'TYPE-02: an IOC order of which nothing was filled',
    in: SUBMITTING,
    on: 'placeOrder: canceled',
    if: (context) => timeOf(context) === 'IOC',
    to: 'taking.refused',
    does: (context) => [CHANGED, FORGET, toast('nothingFilled', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'NOTHING_FILLED', retryable: false },
      sending: null,
    }),
  },
  {
    ref: 'TYPE-03: a FOK order is filled whole or not at all',
    in: SUBMITTING,
    on: 'placeOrder: canceled',
    if: (context) => timeOf(context) === 'FOK',
    to: 'taking.refused',
    does: (context) => [CHANGED, FORGET, toast('notFilledWhole', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'NOT_FILLED_WHOLE', retryable: false },
      sending: null,
    }),
  },
  {
    ref: 'ORDER-08: CANCELED: no liquidity, keeps the form',
    in: SUBMITTING,
    on: 'placeOrder: canceled',
    if: isMarket,
    to: 'taking.refused',
    does: (context) => [CHANGED, FORGET, toast('noLiquidity', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'NO_LIQUIDITY', retryable: false },
      sending: null,
    }),
  },
  {
    ref: 'ORDER-10: order states: one that is CANCELED was not placed; the form stays',
    in: SUBMITTING,
    on: 'placeOrder: canceled',
    to: 'taking.refused',
    does: (context) => [CHANGED, FORGET, toast('canceled', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'CANCELED_AT_ONCE', retryable: false },
      sending: null,
    }),
  },
  ...(
    [
      ['ORDER-08, ORDER-13: executed, refreshes balances', 'placeOrder: filled', true, 'marketExecuted'],
      [
        'ORDER-08: any other state: generic success',
        ['placeOrder: rests', 'placeOrder: partly filled'],
        true,
        'marketAccepted',
      ],
      ['ORDER-08: order states', 'placeOrder: filled', false, 'filled'],
      ['ORDER-08: order states', 'placeOrder: partly filled', false, 'partlyFilled'],
      ['ORDER-08: order states', ['placeOrder: rests', 'placeOrder: accepted'], false, 'placed'],
    ] as const
  ).map(([ref, on, market, key]): FormRow => ({
    ref,
    in: SUBMITTING,
    on,
    if: (context) => isMarket(context) === market,
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast(key)(context)],
    sets: afterPlacing,
  })),
  {
    ref: 'SESSION-02: a 401 ends the session; what became of the first time stays unknown',
    in: SUBMITTING,
    on: 'placeOrder: 401',
    if: isAgain,
    to: LOOKING,
    does: () => ['session over', ...READ_LISTS],
    sets: ({ sending }, event) => ({ failure: outputOf(event).failure, sending }),
  },
  {
    ref: 'LOST-02: an answer that says nothing of the first time',
    in: SUBMITTING,
    on: ['409', '409 in progress', '425', '429 for 20 s'].map((name) => `placeOrder: ${name}`),
    if: isAgain,
    to: LOOKING,
    does: () => READ_LISTS,
    sets: ({ sending }, event) => ({ failure: outputOf(event).failure, sending }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session',
    in: SUBMITTING,
    on: 'placeOrder: 401',
    to: 'taking.refused',
    does: () => ['session over', 'refused', FORGET],
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: 'ORDER-07: order failure',
    in: SUBMITTING,
    on: ['placeOrder: 4*'],
    to: 'taking.refused',
    does: () => ['refused', FORGET],
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: SUBMITTING,
    on: 'placeOrder: *',
    to: LOOKING,
    does: () => READ_LISTS,
    sets: ({ sending }, event) => ({ failure: errorOf(event), sending }),
  },
];

const searchFailure = (event: object): unknown =>
  (event as { output?: { failure?: unknown } }).output?.failure;

export const UNKNOWN_ROWS: readonly FormRow[] = [
  {
    ref: 'ORDER-11: pair settings; an order of before is looked for before they are there',
    in: [LOOKING, ABSENT, UNRESOLVED, SUBMITTING, 'taking.placed', 'taking.refused'],
    on: 'settings come',
    sets: () => ({ settings: SETTINGS, settingsFailure: null }),
  },
  {
    ref: 'ORDER-11: pair settings; an order of before is looked for before they are there',
    in: [LOOKING, ABSENT, UNRESOLVED],
    on: ['settings fail', 'pair is unknown'],
    sets: (_context, event) => ({ settingsFailure: event.failure }),
  },
  {
    ref: 'LOST-02: found among the executions',
    in: LOOKING,
    on: 'reconcileWrite: it filled',
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast(isMarket(context) ? 'marketExecuted' : 'filled')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'LOST-02, TYPE-02: a part of an IOC order is among the executions',
    in: LOOKING,
    on: 'reconcileWrite: a part filled',
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('partlyTraded')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'LOST-02: found among the open orders',
    in: LOOKING,
    on: 'reconcileWrite: it rests',
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('placed')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'LOST-03: reading showed that it is not there',
    in: LOOKING,
    on: 'reconcileWrite: it is nowhere',
    to: ABSENT,
    does: () => [CHANGED],
    sets: ({ sending }) => ({ sending, failure: null }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session; the outcome stays unknown',
    in: LOOKING,
    on: 'reconcileWrite: 401',
    to: UNRESOLVED,
    does: () => ['session over', 'session over', CHANGED],
    sets: ({ sending }, event) => ({ sending, failure: searchFailure(event) }),
  },
  {
    ref: 'LOST-02: a defect of ours tells nothing of the order',
    in: LOOKING,
    on: 'reconcileWrite: a defect',
    to: UNRESOLVED,
    does: () => [CHANGED],
    sets: ({ sending }) => ({ sending, failure: { code: 'internal', retryable: false, cause: 'broken' } }),
  },
  {
    ref: 'LOST-02: reading told nothing',
    in: LOOKING,
    on: 'reconcileWrite: *',
    to: UNRESOLVED,
    does: () => [CHANGED],
    sets: ({ sending }, event) => ({ sending, failure: searchFailure(event) }),
  },
  {
    ref: 'LOST-04: the user sends it again, the same order with the same key',
    in: ABSENT,
    on: 'send again',
    to: SUBMITTING,
    does: sends,
    sets: ({ sending }) => ({ sending: { ...sending, isAgain: true }, failure: null }),
  },
  {
    ref: 'LOST-03: the user looks again',
    in: [ABSENT, UNRESOLVED],
    on: 'check again',
    to: LOOKING,
    does: () => READ_LISTS,
  },
  {
    ref: 'LOST-03: the user stops the search',
    in: LOOKING,
    on: 'leave',
    to: editingOnceReady,
    does: () => [FORGET, CHANGED, ...READ_LISTS.map((title) => `abort ${title}`)],
    sets: () => ({ sending: null, failure: null }),
  },
  {
    ref: 'LOST-03: the user leaves it',
    in: [ABSENT, UNRESOLVED],
    on: 'leave',
    to: editingOnceReady,
    does: () => [FORGET, CHANGED],
    sets: () => ({ sending: null, failure: null }),
  },
];

export const CHECK_ROWS: readonly FormRow[] = [
  {
    ref: 'LOST-02: what was there before is known before the order leaves',
    in: 'checking',
    on: 'readBefore: lists',
    to: 'submitting',
    does: sends,
    sets: ({ sending }) => ({
      sending: { ...sending, before: { orders: ['o-old'], executions: ['x-old'] } },
    }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session',
    in: 'checking',
    on: 'readBefore: 401',
    to: 'taking.refused',
    does: () => ['session over', 'session over', FORGET],
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: 'LOST-03: nothing was sent',
    in: 'checking',
    on: 'readBefore: 429 for *',
    to: 'taking.refused',
    does: () => [FORGET],
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: 'LOST-03: nothing was sent',
    in: 'checking',
    on: ['readBefore: no answer', 'readBefore: 500'],
    to: 'taking.refused',
    does: () => [FORGET],
    sets: (_context, event) => ({ failure: errorOf(event), sending: null }),
  },
];
