import { OutageError, type Failure } from '../../src/domain/failure.ts';
import type { PairSettings } from '../../src/domain/market.ts';
import type { SentOrder } from '../../src/domain/placedOrder.ts';
import {
  ladderImplementations,
  orderFormImplementations,
} from '../../src/machines/orderForm/orderForm.actors.ts';
import {
  type LadderPress,
  orderLadderMachine,
  type OrderLadderSnapshot,
} from '../../src/machines/orderForm/orderLadder.machine.ts';
import * as selectors from '../../src/machines/orderForm/orderLadder.machine.ts';
import type { LadderFault, RungResult } from '../../src/machines/orderForm/orderLadder.rules.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes } from './tools/writes.ts';

type Machine = typeof orderLadderMachine;
type Context = OrderLadderSnapshot['context'];
type Ending = Outcome<OrderLadderSnapshot>;

const PAIR = 'XMR-BTC';
const NOW = Date.UTC(2026, 0, 5, 12);
/** When the user has answered the question. */
const LATER = NOW + 600_000;
const SETTINGS: PairSettings = {
  pair: PAIR,
  isEnabled: true,
  pricePrecision: 6,
  quantityPrecision: 2,
  minPriceIncrement: '0.001',
  minQuantityIncrement: '0.01',
  minOrderSize: '0.1',
  makerFeePercent: null,
  takerFeePercent: null,
};

const KEYS = ['k1', 'k2'];
const PRICES = ['0.006', '0.008'];
const QUANTITIES = ['1.5', '1.51'];
const RUNGS: readonly SentOrder[] = KEYS.map((idempotencyKey, place) => ({
  order: {
    kind: 'limit',
    pair: PAIR,
    side: 'sell',
    price: PRICES[place] ?? '',
    quantity: QUANTITIES[place] ?? '',
  },
  idempotencyKey,
  sentAt: NOW,
  before: null,
  isAgain: false,
}));

const press = (
  name: string,
  says: string,
  typed: Partial<LadderPress['typed']> = {},
  more: Partial<LadderPress> = {},
): EventCase<Machine> => ({
  name,
  says,
  event: {
    type: 'user.submit',
    press: {
      typed: { from: '0.006', to: '0.008', count: '2', quantity: '3.01', ...typed },
      isSignedIn: true,
      settings: SETTINGS,
      decimalComma: false,
      idempotencyKeys: KEYS,
      now: NOW,
      ...more,
    },
  },
});

/** Presses that send nothing, and the fault that each shows. */
const MISTAKES: readonly (readonly [EventCase<Machine>, LadderFault])[] = [
  [
    press('visitor', 'the user presses the button after the session has ended', {}, { isSignedIn: false }),
    { code: 'loginRequired', field: 'form' },
  ],
  [
    press(
      'closed',
      'the user presses the button for a closed pair',
      {},
      { settings: { ...SETTINGS, isEnabled: false } },
    ),
    { code: 'pairNotAvailable', field: 'form' },
  ],
  [
    press(
      'without rules',
      'the user presses the button while the rules of the pair are not known',
      {},
      { settings: null },
    ),
    { code: 'settingsLoading', field: 'form' },
  ],
  [
    press('no first price', 'the user presses the button without a first price', { from: '' }),
    { code: 'priceInvalid', field: 'from', typed: 'empty' },
  ],
  [
    press(
      'last price off the tick',
      "the user presses the button with a last price between the pair's steps",
      { to: '0.0085' },
    ),
    { code: 'priceOffTick', field: 'to', values: { step: '0.001', below: '0.008', above: '0.009' } },
  ],
  [
    press('one order', 'the user presses the button for one order', { count: '1' }),
    { code: 'countInvalid', field: 'count' },
  ],
  [
    press('too narrow', 'the user presses the button for more orders than there are prices', { count: '4' }),
    { code: 'tooNarrow', field: 'to', values: { most: '3' } },
  ],
  [
    press('too small', 'the user presses the button for parts below the smallest order', {
      quantity: '0.19',
    }),
    { code: 'belowMinimum', field: 'quantity', values: { minimum: '0.1' } },
  ],
];

const events: readonly EventCase<Machine>[] = [
  press('press', 'the user presses the button for two orders'),
  ...MISTAKES.map(([event]) => event),
  { name: 'edit', says: 'the user changes the dialog', event: { type: 'user.edit' } },
  { name: 'confirm', says: 'the user confirms', event: { type: 'user.confirm', now: LATER } },
  { name: 'decline', says: 'the user goes back', event: { type: 'user.decline' } },
  { name: 'stop', says: 'the user presses "Stop"', event: { type: 'user.stop' } },
  { name: 'leave', says: 'the user leaves the order that is looked for', event: { type: 'user.leave' } },
  { name: 'check again', says: 'the user presses "Check again"', event: { type: 'user.checkAgain' } },
];

const READ_LISTS = [
  `GET /order/orders?pair=${PAIR}&skip=0&limit=100&state=OPENED%2CPARTIALLY_FILLED`,
  `GET /order/orders/history/executions?pair=${PAIR}&skip=0&limit=100`,
];
const CHANGED = `own change ${PAIR}`;

function sends(place: number): string[] {
  const body = {
    pair: PAIR,
    type: 'LIMIT',
    operation: 'SELL',
    quantity: QUANTITIES[place],
    price: PRICES[place],
  };
  return [`keep ${KEYS[place]}`, `POST /order/orders/limit ${JSON.stringify(body)} key=${KEYS[place]}`];
}

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const form = orderFormImplementations({
    http: network.http,
    watchSettings: () => ({ retry: () => undefined, stop: () => undefined }),
    watchPrice: () => () => undefined,
    // Without the screen's lists nothing is known before.
    knownBefore: () => null,
    keepDraft: () => undefined,
    keepSent: ({ idempotencyKey }) => {
      effects.push(`keep ${idempotencyKey}`);
      return () => effects.push('forget');
    },
    dropSent: () => effects.push('forget'),
    noteOwnChange: (pair) => effects.push(`own change ${pair}`),
  });
  const { actors, actions } = ladderImplementations(form);
  return {
    machine: orderLadderMachine.provide({
      actions,
      actors: { ...actors, placeRung: oneLook(actors.placeRung) },
    }),
    clock: new TestClock(NOW),
    settle: (_invokeId, outcome) => {
      for (const reply of [outcome.reply].flat()) network.reply(reply as Reply);
    },
    attach: recordEmitted(effects),
    drain: () => {
      const open = network.open().filter((title) => title.startsWith('POST ')).length;
      return [...effects.splice(0), ...(open > 1 ? [`${open} orders are on their way at once`] : [])];
    },
    // A sent order continues when the dialog is gone.
    leaks: () => network.open().filter((title) => !title.startsWith('POST ')),
  };
}

const json = (body: unknown, status = 200): Reply => ({ status, body });
const { done, refused, lost, absent, unknown } = writeOutcomes('placeRung');
const placed = (name: string, state: string, quantityLeft: string, executedAt?: string): Ending =>
  done(name, json({ id: 'o-new', state, quantity_left: quantityLeft, executed_at: executedAt }), {
    id: 'o-new',
    state,
    quantityLeft,
    isExecuted: executedAt !== undefined,
  });
const AT = '2026-01-05T12:10:01';
const refusal = (name: string, status: number, body: object, failure: Partial<Failure>): Ending =>
  refused(name, json(body, status), {
    status,
    code: status === 401 ? 'unauthorized' : 'refused',
    retryable: false,
    ...failure,
  });

const sent: readonly Ending[] = [
  placed('rests', 'OPENED', '1.5'),
  placed('filled', 'FILLED', '0', AT),
  placed('partly filled', 'PARTIALLY_FILLED', '0.5', AT),
  placed('canceled', 'CANCELED', '1.5'),
  refusal(
    'post-only',
    422,
    { message: 'It would trade', code: 'WOULD_TRADE' },
    { text: 'It would trade', serverCode: 'WOULD_TRADE' },
  ),
  refusal(
    'poor',
    422,
    { message: 'Not enough', code: 'INSUFFICIENT_BALANCE' },
    { text: 'Not enough', serverCode: 'INSUFFICIENT_BALANCE' },
  ),
  refusal('without a code', 400, { message: 'No' }, { text: 'No' }),
  refusal('401', 401, {}, {}),
  refused(
    '429 for 20 s',
    { status: 429, body: { message: 'Slow' }, retryAfter: 20 },
    { status: 429, text: 'Slow', retryAfter: 20, code: 'tooMany', retryable: true },
  ),
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
];

const listed = (id: string, price: string) => ({
  id,
  pair_symbol: PAIR,
  operation: 'SELL',
  type: 'LIMIT',
  price,
  quantity: price === PRICES[0] ? QUANTITIES[0] : QUANTITIES[1],
  quantity_left: '1',
  state: 'OPENED',
  created_at: AT,
});
const lists = (orders: readonly object[]): Reply[] => [json({ orders }), json([])];
const UNREACHABLE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
const looked: readonly Ending[] = [
  done('it rests', lists([listed('o-found', '0.006'), listed('o-found-2', '0.008')]), {
    id: null,
    state: 'OPENED',
    quantityLeft: null,
    isExecuted: false,
  }),
  absent('it is nowhere', lists([listed('o-old', '0.006')])),
  {
    // A list without prices: it could be this one, were it not known.
    ...absent(
      'only the one before it',
      lists([{ ...listed('o-new', '0.006'), price: null, quantity: null }]),
    ),
    when: ({ context }) => context.before?.orders.includes('o-new') === true,
  },
  unknown('cannot be read', ['noAnswer', 'noAnswer'], UNREACHABLE),
];
const isLooking = (snapshot: OrderLadderSnapshot): boolean => snapshot.matches({ placing: 'looking' });
const BEFORE = { orders: ['o-old'], executions: [] };
const readBefore: readonly Ending[] = [
  { name: 'lists', reply: lists([listed('o-old', '0.006')]), done: { ok: true, value: BEFORE } },
  {
    name: 'must wait',
    reply: [0, 1].map(() => ({ status: 429, body: { message: 'Slow' }, retryAfter: 20 })),
    done: {
      ok: false,
      failure: { status: 429, text: 'Slow', retryAfter: 20, code: 'tooMany', retryable: true },
    },
  },
  { name: 'unread', reply: ['noAnswer', 'noAnswer'], error: new OutageError(UNREACHABLE) },
];

const failureIn = (event: AnyEvent): Failure => {
  const told = event as unknown as { failure?: Failure; output?: { failure: Failure }; error?: OutageError };
  return (told.failure ?? told.output?.failure ?? told.error?.failure) as Failure;
};
const stateIn = (event: AnyEvent): string => (event as unknown as { value: { state: string } }).value.state;
const and = ({ results }: Context, outcome: RungResult['outcome'], failure: Failure | null = null) => [
  ...results,
  { outcome, failure },
];
const isLast = ({ results }: Context): boolean => results.length === 1;
const goesOn = (context: Context): boolean => !isLast(context) && !context.isStopped;
const OUTCOMES: Readonly<Record<string, RungResult['outcome']>> = {
  OPENED: 'placed',
  FILLED: 'filled',
  PARTIALLY_FILLED: 'partlyFilled',
};
const CANCELED: Failure = { code: 'refused', serverCode: 'CANCELED_AT_ONCE', retryable: false };
const [SENDING, LOOKING] = ['placing.sending', 'placing.looking'];
const RESTING = 'placeRung: rests';
const TRADED = ['placeRung: filled', 'placeRung: partly filled', 'placeRung: it rests'];
const resultsAfter = (context: Context, event: AnyEvent) =>
  and(context, OUTCOMES[stateIn(event)] ?? 'placed');

const rows: readonly Row<Context>[] = [
  {
    ref: 'LADDER-01',
    in: '',
    on: '(start)',
    to: 'editing',
    sets: () => ({ fault: null, rungs: [], results: [], before: null, isStopped: false, failure: null }),
  },
  ...MISTAKES.map(([{ name }, fault]): Row<Context> => ({
    ref: 'LADDER-02: mistakes are said before anything is sent',
    in: 'editing',
    on: name,
    sets: () => ({ fault }),
  })),
  {
    ref: 'LADDER-02: a change takes the mistake back',
    in: 'editing',
    on: 'edit',
    sets: () => ({ fault: null }),
  },
  {
    ref: 'LADDER-03: a question before anything is sent',
    in: 'editing',
    on: 'press',
    to: 'asking',
    sets: () => ({ fault: null, rungs: RUNGS }),
  },
  { ref: 'LADDER-03', in: 'asking', on: 'decline', to: 'editing', sets: () => ({ rungs: [] }) },
  {
    ref: 'LADDER-05: what was there before is known before the first order leaves',
    in: 'asking',
    on: 'confirm',
    to: 'checking',
    does: () => READ_LISTS,
    sets: ({ rungs }) => ({ rungs: rungs.map((rung) => ({ ...rung, sentAt: LATER })) }),
  },
  {
    ref: 'LADDER-04: the next order leaves, once',
    in: 'checking',
    on: 'readBefore: lists',
    says: 'the open orders are known',
    to: SENDING,
    does: ({ results }) => sends(results.length),
    sets: () => ({ before: BEFORE }),
  },
  {
    ref: 'LADDER-04: nothing is sent while it is not known what is open',
    in: 'checking',
    on: 'readBefore: *',
    to: 'finished',
    does: () => [CHANGED],
    sets: (_context, event) => ({ failure: failureIn(event), isStopped: true }),
  },
  {
    ref: 'LADDER-04: a stop before the next one',
    in: 'checking',
    on: 'stop',
    to: 'finished',
    does: () => [CHANGED, ...READ_LISTS.map((one) => `abort ${one}`)],
    sets: () => ({ isStopped: true }),
  },
  {
    ref: 'LADDER-04: the one that has left is awaited, and none follows',
    in: [SENDING, LOOKING],
    on: 'stop',
    sets: () => ({ isStopped: true }),
  },
  {
    ref: 'LADDER-05: the next one knows it, and leaves at once',
    in: SENDING,
    on: RESTING,
    if: goesOn,
    to: SENDING,
    does: () => ['forget', ...sends(1)],
    sets: (context, event) => ({
      results: resultsAfter(context, event),
      before: { ...BEFORE, orders: ['o-old', 'o-new'] },
    }),
  },
  {
    ref: 'LADDER-04: that was the last',
    in: SENDING,
    on: RESTING,
    to: 'finished',
    does: () => ['forget', CHANGED],
    sets: (context, event) => ({
      results: resultsAfter(context, event),
      before: { executions: [], orders: [...(context.before?.orders ?? []), 'o-new'] },
      isStopped: true,
    }),
  },
  {
    ref: 'LADDER-05: what it traded is read before the next one leaves',
    in: [SENDING, LOOKING],
    on: TRADED,
    if: goesOn,
    to: 'checking',
    does: () => ['forget', CHANGED, ...READ_LISTS],
    sets: (context, event) => ({ results: resultsAfter(context, event), before: null }),
  },
  {
    ref: 'LADDER-04: that was the last',
    in: [SENDING, LOOKING],
    on: TRADED,
    to: 'finished',
    does: () => ['forget', CHANGED, CHANGED],
    sets: (context, event) => ({ results: resultsAfter(context, event), before: null, isStopped: true }),
  },
  {
    ref: 'ORDER-10: what is canceled at once is not told as placed',
    in: SENDING,
    on: 'placeRung: canceled',
    if: goesOn,
    to: 'checking',
    does: () => ['forget', CHANGED, ...READ_LISTS],
    sets: (context) => ({ results: and(context, 'refused', CANCELED), before: null }),
  },
  {
    ref: 'ORDER-10: what is canceled at once is not told as placed',
    in: SENDING,
    on: 'placeRung: canceled',
    to: 'finished',
    does: () => ['forget', CHANGED, CHANGED],
    sets: (context) => ({ results: and(context, 'refused', CANCELED), before: null, isStopped: true }),
  },
  {
    ref: 'LADDER-04: a refusal of one price is none of the others',
    in: SENDING,
    on: 'placeRung: post-only',
    if: goesOn,
    to: SENDING,
    does: () => ['forget', ...sends(1)],
    sets: (context, event) => ({ results: and(context, 'refused', failureIn(event)) }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session, and the rest is not sent',
    in: SENDING,
    on: 'placeRung: 401',
    to: 'finished',
    does: () => ['session over', 'forget', CHANGED],
    sets: (context, event) => ({ results: and(context, 'refused', failureIn(event)), isStopped: true }),
  },
  {
    ref: 'LADDER-04: the rest is not sent',
    in: SENDING,
    on: ['placeRung: post-only', 'placeRung: poor', 'placeRung: without a code', 'placeRung: 429 for 20 s'],
    to: 'finished',
    does: () => ['forget', CHANGED],
    sets: (context, event) => ({ results: and(context, 'refused', failureIn(event)), isStopped: true }),
  },
  {
    ref: 'LADDER-05: what became of it is read, nothing is sent',
    in: SENDING,
    on: 'placeRung: no answer',
    to: LOOKING,
    does: () => READ_LISTS,
  },
  {
    ref: 'LADDER-04: the outcome stays unknown, and the rest is not sent',
    in: LOOKING,
    on: ['placeRung: it is nowhere', 'placeRung: only the one before it'],
    to: 'finished',
    does: () => [CHANGED],
    sets: (context) => ({ results: and(context, 'unknown'), isStopped: true }),
  },
  {
    ref: 'LADDER-04: the outcome stays unknown, and the rest is not sent',
    in: LOOKING,
    on: 'placeRung: cannot be read',
    to: 'finished',
    does: () => [CHANGED],
    sets: (context, event) => ({ results: and(context, 'unknown', failureIn(event)), isStopped: true }),
  },
  {
    ref: 'LOST-03: the user leaves it',
    in: LOOKING,
    on: 'leave',
    to: 'finished',
    does: () => ['forget', CHANGED, ...READ_LISTS.map((one) => `abort ${one}`)],
    sets: (context) => ({ results: and(context, 'unknown'), isStopped: true }),
  },
  {
    ref: 'LOST-03: it is looked for again, and nothing is sent',
    in: 'finished',
    on: 'check again',
    if: ({ results }) => results.at(-1)?.outcome === 'unknown',
    to: LOOKING,
    does: () => READ_LISTS,
    sets: ({ results }) => ({ results: results.slice(0, -1) }),
  },
];

export const orderLadderModel: MachineModel<Machine> = {
  name: 'orderLadder',
  machine: orderLadderMachine,
  states: {
    editing: 'the dialog takes two prices, a number and a quantity',
    asking: 'the dialog shows every order, and asks',
    checking: 'what is open already is being read',
    'placing.sending': 'the next order is on its way, once',
    'placing.looking': 'the order is looked for, and nothing is sent',
    finished: 'the dialog shows what became of each order',
  },
  services: { readBefore: 'reading what is open already', placeRung: 'the order' },
  endings: {
    rests: 'rests in the book',
    filled: 'is filled at once',
    'partly filled': 'is filled in part at once',
    canceled: 'is taken and canceled at once',
    'post-only': 'is refused because it would trade',
    poor: 'is refused for want of balance',
    'without a code': 'is refused without a code',
    'it rests': 'is lost, and the lists show it',
    'it is nowhere': 'is lost, and the lists do not show it',
    'only the one before it': 'is lost, and the lists show only the one before it',
    'cannot be read': 'is lost, and the lists cannot be read',
    'must wait': 'is refused for 20 seconds',
    unread: 'gets no answer',
  },
  variants: [
    {
      name: 'two orders',
      input: { pair: PAIR, side: 'sell' },
      events,
      outcomes: {
        readBefore,
        placeRung: [
          ...inPhases(isLooking, { sent, looked: [] }),
          ...looked.map((one) => ({
            ...one,
            when: (at: OrderLadderSnapshot) => isLooking(at) && (one.when?.(at) ?? true),
          })),
        ],
      },
      sut,
    },
  ],
  requirements: rows,
  invariant: ({ context, value }) => {
    if (context.results.length > context.rungs.length) return 'more results than orders';
    const unsure = context.results.slice(0, -1).some(({ outcome }) => outcome === 'unknown');
    if (unsure) return 'an order was sent after one that is not known';
    return value === 'finished' && !context.isStopped ? 'finished, and not stopped' : undefined;
  },
  selectors: {
    from: selectors,
    rules: {
      selectLadderStage: [
        [/^editing$/, 'editing'],
        [/^asking$/, 'asking'],
        [/^(checking|placing\.sending|deciding)$/, 'placing'],
        [/^placing\.looking$/, 'looking'],
        [/^finished$/, 'finished'],
      ],
      mayCheckAgain: ({ results }: { results: readonly RungResult[] }, state) =>
        state === 'finished' && results.at(-1)?.outcome === 'unknown',
    },
  },
  tags: { busy: /^(checking|placing)/ },
};
