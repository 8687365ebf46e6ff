import type { Page } from '@playwright/test';
import type { Failure } from '../../src/domain/failure.ts';
import {
  selectPhase,
  type OrderFormSnapshot,
  type OrderFormPhase,
} from '../../src/machines/orderForm/orderForm.machine.ts';
import type { HttpAnswer } from '../../src/services/http/port.ts';
import { createKeptOrders } from '../../src/services/keptOrders.ts';
import { execution, NOW, PRESSES, type PressName } from '../models/orderForm.model.ts';
import type { OrderPress } from '../../src/machines/orderForm/orderForm.rules.ts';
import type { TypedOrder } from '../../src/machines/orderForm/orderEntry.rules.ts';
import { orderFormModel } from '../models/orderForm.model.ts';
import { plantDrafts } from '../e2e/support/drafts.ts';
import { switchFeatures } from '../e2e/support/orders.ts';
import { ScriptedFeed } from '../e2e/support/scriptedFeed.ts';
import {
  holdCalls,
  pretendSession,
  WALKER,
  walkScreen,
  type HeldCalls,
  type WalkContext,
} from '../e2e/support/screenWalk.ts';
import { answerSearches, looksAgain } from '../e2e/support/searches.ts';
import { SOON } from '../e2e/support/soon.ts';
import { expect } from '../e2e/support/test.ts';
import { letPageHear, stopTime } from '../e2e/support/time.ts';
import { english } from '../e2e/support/english.ts';
import { hush, wakeToasts } from '../e2e/support/toasts.ts';

type Machine = typeof orderFormModel.machine;
type At = WalkContext<Machine>;

const PAIR = 'XMR-USDT';
const say = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  english('trade', `form.${path}`, values);

const rules = (minOrderSize: string): object => ({
  pair: { symbol: PAIR, is_active: true },
  settings: {
    is_enabled: true,
    price_precision: 2,
    quantity_precision: 2,
    min_price_increment: '0.05',
    min_quantity_increment: '0.01',
    min_order_size: minOrderSize,
    maker_fee_percent: '0.1',
    taker_fee_percent: '0.2',
  },
});

/** Whose form is walked, and the requests for the pair's settings. */
const worlds = new WeakMap<Page, { readonly side: 'Buy' | 'Sell'; readonly rules: HeldCalls }>();
const sideOf = ({ variant }: Pick<At, 'variant'>): 'Buy' | 'Sell' =>
  variant.input?.side === 'sell' ? 'Sell' : 'Buy';
const formOf = (page: Page, side: 'Buy' | 'Sell') => page.getByRole('form', { name: `${side} XMR` });

async function answerRules(page: Page, answer: HttpAnswer): Promise<void> {
  await worlds.get(page)?.rules.answer(answer);
}

const press =
  (name: PressName) =>
  async (page: Page, at: At): Promise<void> => {
    const { kind, price, quantity, timeInForce, stop }: TypedOrder = PRESSES[name].typed;
    const form = formOf(page, sideOf(at));
    const isStop = at.variant.name === STOP;
    if (isStop || at.variant.input?.allowsMarket === true) {
      const type = kind === 'market' ? 'Market' : isStop ? 'Stop limit' : 'Limit';
      await form.getByRole('combobox', { name: 'Order type' }).selectOption(type);
    }
    const { askAbove = '' }: OrderPress = PRESSES[name];
    await page.evaluate((amount) => localStorage.setItem('askAbove USDT', amount), askAbove);
    if (timeInForce !== undefined)
      await form.getByRole('combobox', { name: 'Time in force' }).selectOption(timeInForce);
    if (stop !== undefined) await form.getByRole('textbox', { name: 'Stop price' }).fill(stop);
    if (kind === 'limit') await form.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
    const isCost = kind === 'market' && at.variant.input?.side === 'buy';
    await form.getByRole('textbox', { name: isCost ? 'Total' : 'Quantity' }).fill(quantity);
    await hush(page);
    // An order that is found later must be younger than the press.
    await page.clock.setSystemTime(NOW);
    await form.getByRole('button', { name: `${sideOf(at)} XMR`, exact: true }).click();
  };

const action = (name: string) => (page: Page, at: At) =>
  formOf(page, sideOf(at)).getByRole('button', { name, exact: true }).click();

const IMMEDIATE = 'an order of IOC, a sale';
const STOP = 'a stop order, a sale';
const EVERY_ANSWER = 'a sale, every answer';
const LOADED_ANEW = 'the page was loaded anew while an order was on its way';
/** One variant for each way of an order. */
const WALKED = new Set([
  'every check, both sides of every boundary',
  EVERY_ANSWER,
  'market orders switched on, a buy',
  LOADED_ANEW,
  IMMEDIATE,
  STOP,
]);
const PRESSED =
  /: (no price|price off the tick|quantity below the minimum|calm|calm again|crossing far|ioc|large|stop|no stop price|stop off the tick)$/;
/** A 401 leaves the page. */
const ANSWERED =
  /: (rests|waits|422 with an error|no answer|lists|429 for one list|one list is refused|it .*|a part filled)$/;

function happens(name: string, { context, value }: OrderFormSnapshot, variant: At['variant']): boolean {
  if (name === 'type' || name === 'come back') return false;
  if (variant.name === LOADED_ANEW && !isInTime(name, context)) return false;
  if (name.startsWith('press: market')) return context.allowsMarket;
  // The other variants are forms without a time in force.
  if (/^press: (ioc|large)$/.test(name) && variant.name !== IMMEDIATE) return false;
  if (/^press: .*stop/.test(name) && variant.name !== STOP) return false;
  // Newer settings refuse every order with the same text.
  if (name.startsWith('press: ')) return PRESSED.test(name) && context.settings?.minOrderSize !== '5';
  if (name === 'newer settings come') return context.fault === null;
  if (name === 'pair is unknown') return false;
  if (name === 'retry') return value === 'settingsFailed';
  if (!name.includes(': ')) return true;
  if (name === 'placeOrder: 429 for 20 s') return context.sending?.isAgain !== true;
  if (context.sending?.isAgain === true && name.endsWith(': 409')) return true;
  if (context.sending?.order.kind === 'market' && /: (filled|canceled|500)$/.test(name)) return true;
  if (timeOf(context.sending) !== undefined && /: (filled|canceled|canceled after a part)$/.test(name))
    return true;
  return ANSWERED.test(name);
}

/** Settings are read for a minute at most, so they must come or fail before a long search. */
function isInTime(name: string, { settings, settingsFailure }: OrderFormSnapshot['context']): boolean {
  if (name.startsWith('settings')) return settingsFailure === null;
  if (name === 'retry') return false;
  const isLong = /^placeOrder: (it is nowhere|one list is refused)/.test(name);
  return !isLong || settings !== null || settingsFailure !== null;
}

async function open(page: Page, { name, input }: At['variant']): Promise<void> {
  const side = input?.side === 'sell' ? 'Sell' : 'Buy';
  const rulesHeld = await holdCalls(page, `**/pair/pairs/${PAIR}`);
  worlds.set(page, { side, rules: rulesHeld });
  await pretendSession(page, {});
  const { kept } = input ?? {};
  if (kept) {
    await plantDrafts(page, (drafts) => createKeptOrders(drafts).keep(WALKER, kept));
  }
  // The chart would read as many own trades as the form does, and take its answers.
  await page.addInitScript(() => localStorage.setItem('chart_parts', 'fills'));
  await page.clock.install({ time: NOW });
  await switchFeatures(page, {
    // Without the feature nothing is promised.
    idempotencyKeys: name !== EVERY_ANSWER && name !== LOADED_ANEW,
    marketOrders: input?.allowsMarket === true,
    orderTypes: name === STOP ? ['stop'] : [],
    timeInForce: name === IMMEDIATE,
    postOnly: false,
  });
  const feed = new ScriptedFeed(page);
  await feed.start();
  const coins = ['USDT', 'XMR'].map((currency) => ({ currency, available: '1000', in_orders: '0' }));
  await page.route(/\/user\/balances/, (route) => route.fulfill({ json: coins }));
  await page.route(/\/order\/orders.*limit=10$/, (route) => route.fulfill({ json: [] }));
  // So many recent trades that there may be more: the lists are read before an order.
  const trades = Array.from({ length: 10 }, (_, index) => ({
    ...execution(`x-shown-${index}`),
    created_at: new Date(NOW).toISOString(),
  }));
  await page.route(/\/history\/executions.*limit=10$/, (route) => route.fulfill({ json: trades }));
  await page.goto(`/trade/${PAIR}`);
  await expect.poll(() => feed.sent, SOON).toContain('subscribe_orderbook');
  feed.send({
    type: 'orderbook_snapshot',
    sequence: 1,
    pair_symbol: PAIR,
    bids: [['99', '5']],
    asks: [['100', '5']],
  });
  await expect(formOf(page, 'Buy').getByRole('textbox', { name: 'Price' })).toHaveValue('100');
  await expect(formOf(page, 'Buy').getByText('1000 USDT')).toBeVisible();
  await wakeToasts(page);
  await stopTime(page);
  // The first request may have timed out; the next one comes after a pause.
  await letPageHear(page);
  const isAsked = async (): Promise<boolean> => {
    if (!rulesHeld.isAsked()) await page.clock.runFor(1000);
    return rulesHeld.isAsked();
  };
  await expect.poll(isAsked).toBe(true);
}

function reasonOf({ serverCode, text, retryAfter }: Failure): string {
  if (serverCode === 'NO_LIQUIDITY') return say('toast.noLiquidity');
  if (serverCode === 'CANCELED_AT_ONCE') return say('toast.canceled');
  if (serverCode === 'NOTHING_FILLED') return say('toast.nothingFilled');
  const words = text ?? 'Cannot reach the server. Check your connection.';
  return retryAfter === undefined ? words : `${words} Wait ${retryAfter} seconds.`;
}

const timeOf = (sending: OrderFormSnapshot['context']['sending']): string | undefined =>
  sending?.order.kind === 'limit' ? sending.order.timeInForce : undefined;

const NOTES: Readonly<Record<OrderFormPhase, (context: OrderFormSnapshot['context']) => string | null>> = {
  editing: () => null,
  loadingSettings: () => null,
  placed: () => null,
  settingsFailed: () =>
    say('settingsFailed', { reason: 'The server sent a response that could not be read.' }),
  refused: ({ failure }) => failure && reasonOf(failure),
  held: ({ failure }) => failure && reasonOf(failure),
  confirmingRepeat: () => say('confirm.repeat'),
  confirmingCrossing: ({ side }) => say(`confirm.crossing.${side}`),
  confirmingLarge: () => say('confirm.large'),
  submitting: () => say('sending'),
  // ORDER-07: also the server's words, where it sent some.
  outcomeUnknown: ({ failure }) => [failure?.text, say('unknown.looking')].filter(Boolean).join(' '),
  unresolved: () => say('unknown.unresolved'),
  // With the idempotency keys that only some walks have.
  absent: ({ side, sending }) =>
    say(side === 'sell' && timeOf(sending) === undefined ? 'unknown.absent' : 'unknown.absentOnce'),
};

function noteOf(snapshot: OrderFormSnapshot): string | null {
  const { fault } = snapshot.context;
  if (fault?.field === 'form') return say(`fault.${fault.code}`);
  return NOTES[selectPhase(snapshot)](snapshot.context);
}

const ACTIONS: Readonly<Record<string, string>> = {
  settingsFailed: english('common', 'word.tryAgain'),
  confirmingRepeat: `${say('confirm.yes')}, ${say('confirm.no')}`,
  confirmingCrossing: `${say('confirm.yes')}, ${say('confirm.no')}`,
  confirmingLarge: `${say('confirm.yes')}, ${say('confirm.no')}`,
  unresolved: `${english('common', 'word.checkAgain')}, ${say('unknown.leave')}`,
  outcomeUnknown: say('unknown.leave'),
  absent: `${say('unknown.sendAgain')}, ${english('common', 'word.checkAgain')}, ${say('unknown.leave')}`,
};

function facts(snapshot: OrderFormSnapshot) {
  const { fault } = snapshot.context;
  const phase = selectPhase(snapshot);
  const faultAt = (field: string): string | null => {
    if (fault?.field !== field) return null;
    const text = say(`fault.${fault.code}`, { ...fault.values, base: 'XMR' });
    return fault.typed === undefined ? text : say(`typed.${fault.typed}`, { fault: text });
  };
  return {
    isWaiting:
      snapshot.hasTag('busy') ||
      phase === 'held' ||
      phase === 'absent' ||
      phase === 'unresolved' ||
      phase.startsWith('confirming'),
    price: faultAt('price'),
    stop: faultAt('stop'),
    quantity: faultAt('quantity'),
    note: noteOf(snapshot),
    actions: ACTIONS[phase] ?? '',
    // The toast lasts as long as the repeat guard.
    isPlaced: phase === 'placed',
  };
}

const read = (page: Page) =>
  formOf(page, worlds.get(page)?.side ?? 'Buy').evaluate((form) => {
    const faultOf = (label: string): string | null => {
      const input = [...form.querySelectorAll('input')].find((one) => one.labels?.[0]?.textContent === label);
      if (input?.getAttribute('aria-invalid') !== 'true') return null;
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
      return document.querySelector(`[id="${ids.find((id) => id.endsWith('error'))}"]`)?.textContent ?? null;
    };
    const note = form.querySelector('[data-kind]');
    const said = [...document.querySelectorAll('section[aria-label="Notifications"] [role="status"]')];
    return {
      isWaiting: form.querySelector('button[type="submit"]')?.getAttribute('aria-disabled') === 'true',
      price: faultOf('Price'),
      stop: faultOf('Stop price'),
      quantity: faultOf('Quantity') ?? faultOf('Total'),
      note: note?.querySelector('p')?.textContent ?? null,
      actions: [...(note?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent).join(', '),
      isPlaced: said.some(({ textContent }) =>
        /(Buy|Sell|Market buy|Stop (buy|sell)) order/.test(textContent),
      ),
    };
  });

/** An order, or the lists in which it is looked for. */
const CALLS = /\/order\/orders(\/limit$|\/market$|.*[?&]limit=100(&|$))/;
let edits = 0;

walkScreen({
  model: { ...orderFormModel, variants: orderFormModel.variants.filter(({ name }) => WALKED.has(name)) },
  shows: (page) => formOf(page, 'Buy'),
  calls: CALLS,
  happens,
  key: ({ value, context }) => [
    value,
    context.fault?.code ?? null,
    context.sending?.order.kind ?? null,
    context.last !== null,
    context.sending?.isAgain ?? null,
    context.settings?.minOrderSize ?? null,
    context.settingsFailure !== null,
  ],
  open,
  gestures: {
    ...Object.fromEntries(
      (Object.keys(PRESSES) as PressName[]).map((name) => [`press: ${name}`, press(name)]),
    ),
    'settings come': async (page, at) => {
      // The other form reads the same settings and may have retried.
      if (at.snapshot.matches('settingsFailed')) {
        await formOf(page, sideOf(at) === 'Buy' ? 'Sell' : 'Buy')
          .getByRole('button', { name: english('common', 'word.tryAgain') })
          .click();
      }
      await answerRules(page, { status: 200, body: rules('0.1') });
    },
    'settings fail': (page) => answerRules(page, { status: 200, body: '<html>' }),
    'newer settings come': async (page) => {
      // After five minutes settings are stale and read again.
      await page.clock.fastForward(300_000);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await answerRules(page, { status: 200, body: rules('5') });
    },
    edit: async (page, at) => {
      edits += 1;
      const field = formOf(page, sideOf(at)).getByRole('textbox', { name: /^(Quantity|Total)$/ });
      await field.first().fill(String(3 + (edits % 7)));
    },
    confirm: action(say('confirm.yes')),
    decline: action(say('confirm.no')),
    retry: action(english('common', 'word.tryAgain')),
    'send again': action(say('unknown.sendAgain')),
    'check again': async (page, at) => {
      looksAgain(page);
      await action(english('common', 'word.checkAgain'))(page, at);
    },
    leave: action(say('unknown.leave')),
  },
  timers: { repeatGuard: (page) => page.clock.runFor(5000), askedPause: (page) => page.clock.runFor(20_000) },
  answers: answerSearches(CALLS, [
    'it rests',
    'it filled',
    'a part filled',
    'it is nowhere',
    '429 for one list',
    'one list is refused',
  ]),
  facts,
  read,
  unreachable: {
    'orderForm | price.known#0 [isUnseeded] -> (stay)':
      'the book is walked by itself, and this walk types its prices',
    'orderForm | draft.changed#0 -> (stay)': 'every press and edit of this walk types first',
    'orderForm.taking.editing | screen.opened#0 -> (stay)': 'the walk stays on the screen',
    'orderForm.taking.refused | screen.opened#0 -> orderForm.taking.editing': 'the walk stays on the screen',
    'orderForm.confirming | screen.opened#0 -> orderForm.taking': 'the walk stays on the screen',
    'orderForm.checking | xstate.done.actor.readBefore#2 -> orderForm.taking.refused':
      'the one refusal of the lists that is no request to wait is a 401, which leaves the page',
  },
});
