import type { Market } from '../../src/domain/market.ts';
import { alertsText, parseAlerts, type PriceAlert } from '../../src/domain/priceAlert.ts';
import { priceAlertsImplementations } from '../../src/machines/priceAlerts/priceAlerts.actors.ts';
import * as selectors from '../../src/machines/priceAlerts/priceAlerts.machine.ts';
import {
  priceAlertsMachine,
  type AddAlert,
  type AlertsKept,
  type PriceAlertsContext,
  type PriceAlertsSnapshot,
  type PricesCame,
} from '../../src/machines/priceAlerts/priceAlerts.machine.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import { scriptedPage } from './tools/scriptedPage.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof priceAlertsMachine;
type Context = PriceAlertsContext;

const PAIR = 'XMR-BTC';
const NOW = Date.UTC(2026, 0, 5, 12);
/** When alerts are set. */
const SET = NOW - 1000;
const LAST = '0.005';

const marketOf = (pair: string, lastPrice: string | null): Market => ({
  pair,
  lastPrice,
  percentChange: null,
  baseVolume: null,
  quoteVolume: null,
  high24h: null,
  low24h: null,
  lowestAsk: null,
  highestBid: null,
});

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const clock = new TestClock(NOW);
  const { page, say } = scriptedPage({ isVisible: () => false });
  let kept = '';
  const hearers = new Set<() => void>();
  const readers = new Set<(markets: readonly Market[], at: number) => void>();
  const listen = <T>(to: Set<T>, one: T) => {
    to.add(one);
    return () => void to.delete(one);
  };
  return {
    machine: priceAlertsMachine.provide(
      priceAlertsImplementations({
        preferences: {
          readAlerts: () => kept,
          writeAlerts: (text) => {
            effects.push(`keep ${text || 'nothing'}`);
            kept = text;
            for (const hear of hearers) hear();
          },
          listen: (hear) => listen(hearers, hear),
        },
        onSession: () => () => undefined,
        followMarkets: (hear) => listen(readers, hear),
        page,
        inOneTab: (_name, act) => act(),
        attract: (occasion) => effects.push(`attract ${occasion}`),
        say: ({ key, values }) => effects.push(`say ${key} ${JSON.stringify(values)}`),
      }),
    ),
    clock,
    settle: (id) => {
      throw new Error(`${id} does not end by itself`);
    },
    drive: {
      'alerts.kept': (event) => {
        kept = alertsText((event as unknown as AlertsKept).alerts);
        for (const hear of hearers) hear();
      },
      'prices.came': (event) => {
        const { prices, at } = event as unknown as PricesCame;
        // Nothing is announced for a pair without a price, or without an alert.
        const others = [marketOf('WOW-BTC', null), marketOf('KAS-BTC', '1')];
        const markets = prices.map(({ pair, last }) => marketOf(pair, last));
        for (const hear of readers) hear([...markets, ...others], at);
      },
      'page.visible': () => say('visible'),
      'page.hidden': () => say('hidden'),
    },
    drain: () => effects.splice(0),
    leaks: () => [...hearers, ...readers].map(() => 'a listener'),
  };
}

const prices = (last: string, at = NOW): PricesCame => ({
  type: 'prices.came',
  prices: [{ pair: PAIR, last }],
  at,
});
const add: AddAlert = { type: 'user.add', pair: PAIR, last: LAST, at: SET, decimalComma: false };
const RISE = `XMR-BTC>0.006@${SET}`;
const FALL = `XMR-BTC<0.004@${SET}`;
const ELSEWHERE = { nothing: '', 'a rise': RISE, 'a reached one': `${RISE}:${NOW}` } as const;
const isWatching = ({ value }: { readonly value: { readonly prices: string } }): boolean =>
  value.prices === 'watching';

/** What no alert depends on is typed before there is any, on a hidden page. */
const isBegun = ({ value, context }: PriceAlertsSnapshot): boolean =>
  context.alerts.length > 0 || value.page === 'shown';

const events: readonly EventCase<Machine>[] = [
  ...['0.006', '0.004', '0,006', LAST, '0'].map((text): EventCase<Machine> => ({
    name: `type ${text}`,
    event: { type: 'user.type', text },
    when: (snapshot) => /^0\.00[46]$/.test(text) || !isBegun(snapshot),
  })),
  { name: 'add', says: 'the user sets the alert', event: add },
  {
    name: 'add where commas are decimal',
    says: 'a user of a language with decimal commas sets the alert',
    event: { ...add, decimalComma: true },
  },
  {
    name: 'add without a last price',
    says: 'the user sets the alert while no last price is known',
    event: { ...add, last: null },
    when: (snapshot) => !isBegun(snapshot),
  },
  ...(['0.006', '0.005', '0.004'] as const).map((last): EventCase<Machine> => ({
    name: `the price is ${last}`,
    event: prices(last),
    when: isWatching,
  })),
  {
    name: 'the price was 0.006 when it was set',
    says: 'a price of 0.006 comes that is as old as the alert',
    event: prices('0.006', SET),
    when: isWatching,
  },
  ...Object.entries(ELSEWHERE).map(([name, text]): EventCase<Machine> => ({
    name: `another tab keeps ${name}`,
    event: { type: 'alerts.kept', alerts: parseAlerts(text) },
    when: ({ context }) => alertsText(context.alerts) !== text,
  })),
  {
    name: 'remove the rise',
    says: 'the user removes the alert above',
    event: {
      type: 'user.remove',
      alert: { pair: PAIR, side: 'above', price: '0.006', setAt: SET, reachedAt: null, isTold: false },
    },
  },
  ...[
    ['below the last price', '0.004'],
    ['to the last price', LAST],
  ].map(([name = '', price = '']): EventCase<Machine> => ({
    name: `move the rise ${name}`,
    says: `the user drags the line of the rise ${name}`,
    event: {
      type: 'user.move',
      alert: { pair: PAIR, side: 'above', price: '0.006', setAt: SET, reachedAt: null, isTold: false },
      price,
      last: LAST,
      at: SET,
    },
    when: ({ context }) => wordsOf(context).includes(RISE),
  })),
  { name: 'clear', says: 'the user removes the reached alerts', event: { type: 'user.clear' } },
  { name: 'the page is seen', says: 'the user looks at the page', event: { type: 'page.visible' } },
  { name: 'the page is hidden', says: 'the user looks at something else', event: { type: 'page.hidden' } },
];

/** The words of the storage, written by hand. */
const wordsOf = ({ alerts }: Context): string[] => alertsText(alerts).split(' ').filter(Boolean);
const alertsOf = (words: readonly string[]): readonly PriceAlert[] => parseAlerts(words.join(' '));
const isWaiting = (word: string): boolean => !word.includes(':');
const isUntold = (word: string): boolean => /:\d+$/.test(word);
const keep = (words: readonly string[]): string => `keep ${words.join(' ') || 'nothing'}`;
const toast = (word: string): string => {
  const [, sign, price] = /([<>])([\d.]+)/.exec(word) ?? [];
  const key = sign === '>' ? 'toast.priceAbove' : 'toast.priceBelow';
  return `say ${key} {"base":"XMR","quote":"BTC","price":"${price}"}`;
};

interface After {
  readonly words: readonly string[];
  readonly does: readonly string[];
}

/** A reached alert that was not announced is announced at once where the page is visible. */
function told({ words, does }: After, state: string): After {
  if (!state.includes('page.shown') || !words.some(isUntold)) return { words, does };
  const after = words.map((word) => (isUntold(word) ? `${word}!` : word));
  return { words: after, does: [...does, keep(after), ...words.filter(isUntold).map(toast)] };
}

/** Watched while one waits; the entry and the page are as they are given. */
const stateOf = (words: readonly string[], page: string, entry: string): string =>
  `prices.${words.some(isWaiting) ? 'watching' : 'resting'} & page.${page} & entry.${entry}`;

const UNSEEN = 'hidden';
const PAGES = [UNSEEN, 'shown'] as const;
const ENTRIES = ['open', 'refused'] as const;

/** A row for each state of page and entry. */
const everywhere = (
  make: (page: string, entry: string) => Omit<Row<Context>, 'in'>,
  pages: readonly string[] = PAGES,
): Row<Context>[] =>
  pages.flatMap((page) =>
    ENTRIES.map((entry) => ({
      ...make(page, entry),
      in: ['watching', 'resting'].map((prices) => `prices.${prices} & page.${page} & entry.${entry}`),
    })),
  );

/** @param change the new text, and its effect outside */
const changes = (
  ref: Row<Context>['ref'],
  on: Row<Context>['on'],
  change: (words: readonly string[], context: Context) => After,
  more: Partial<Omit<Row<Context>, 'in'>> & { readonly entry?: string } = {},
): Row<Context>[] =>
  everywhere((page, entry) => {
    const { entry: next = entry, ...rest } = more;
    const after = (context: Context) => told(change(wordsOf(context), context), `page.${page}`);
    return {
      ...rest,
      ref,
      on,
      to: (context) => stateOf(after(context).words, page, next),
      does: (context) => after(context).does,
      sets: (context, event) => ({ alerts: alertsOf(after(context).words), ...rest.sets?.(context, event) }),
    };
  });

const fault = (
  text: readonly string[],
  on: Row<Context>['on'],
  name: string,
  isOne: (context: Context) => boolean = () => true,
  pages: readonly string[] = PAGES,
): Row<Context>[] =>
  everywhere(
    (page) => ({
      ref: 'ALERT-05: refused with a reason; what was typed stays',
      on,
      if: (context) => text.includes(context.typed) && isOne(context),
      to: (context) => stateOf(wordsOf(context), page, 'refused'),
      sets: ({ typed }) => ({ typed, fault: name }),
    }),
    pages,
  );

const accepts = (typed: string, on: Row<Context>['on'], word: string): Row<Context>[] =>
  changes(
    'ALERT-01: from where the last price was',
    on,
    (words) => ({ words: [...words, word], does: [keep([...words, word])] }),
    { entry: 'open', if: (context) => context.typed === typed, sets: () => ({ typed: '', fault: null }) },
  );

const has = (start: string) => (context: Context) => wordsOf(context).some((word) => word.startsWith(start));
const ADDS = ['add', 'add where commas are decimal'] as const;

const requirements: readonly Row<Context>[] = [
  {
    ref: 'ALERT-02: nothing is read while none waits',
    in: '',
    on: '(start)',
    to: 'prices.resting & page.hidden & entry.open',
    sets: () => ({ alerts: [], typed: '', fault: null }),
  },
  ...everywhere((page) => ({
    ref: 'ALERT-05: another text is judged anew',
    on: 'type *',
    to: (context) => stateOf(wordsOf(context), page, 'open'),
    sets: (_context, event) => ({ typed: event.text, fault: null }),
  })),
  ...fault([''], 'add*', 'empty'),
  ...fault(['0'], 'add*', 'zero'),
  ...fault(['0.006', '0,006', '0.004', LAST], 'add without a last price', 'noLast', () => true, [UNSEEN]),
  ...fault([LAST], ADDS, 'atLast'),
  ...fault(['0.006', '0,006'], ADDS, 'twice', has(RISE)),
  ...fault(['0.004'], ADDS, 'twice', has(FALL)),
  ...accepts('0.006', ADDS, RISE),
  ...accepts('0,006', ADDS, RISE),
  ...accepts('0.004', ADDS, FALL),
  ...['the price is 0.006', 'the price is 0.004'].flatMap((on) => {
    const beyond = on.endsWith('6') ? RISE : FALL;
    return changes(
      'ALERT-03: a tone at once, announced once the page is visible',
      on,
      (words) => {
        const after = words.map((word) => (word === beyond ? `${word}:${NOW}` : word));
        return { words: after, does: [keep(after), 'attract alert'] };
      },
      { if: (context) => wordsOf(context).includes(beyond) },
    );
  }),
  ...Object.entries(ELSEWHERE).flatMap(([name, text]) =>
    changes('ALERT-04: of this browser, in all its tabs', `another tab keeps ${name}`, () => ({
      words: text.split(' ').filter(Boolean),
      does: [],
    })),
  ),
  ...changes('ALERT-03: until it is removed', 'remove the rise', (words) => {
    const after = words.filter((word) => !word.startsWith(RISE));
    return { words: after, does: [keep(after)] };
  }),
  ...changes(
    'ALERT-06: to another price, in the direction of which it then waits',
    'move the rise below the last price',
    (words) => {
      const after = words.map((word) => (word === RISE ? FALL : word));
      return { words: after, does: [keep(after)] };
    },
    { if: (context) => !has(FALL)(context) },
  ),
  ...changes(
    'ALERT-06: where it is no alert it stays, and why is told',
    'move the rise below the last price',
    (words) => ({ words, does: ['say alerts:fault.twice undefined'] }),
    { if: has(FALL) },
  ),
  ...changes(
    'ALERT-06: where it is no alert it stays, and why is told',
    'move the rise to the last price',
    (words) => ({ words, does: ['say alerts:fault.atLast undefined'] }),
  ),
  ...changes('ALERT-03: until it is removed', 'clear', (words) => {
    const after = words.filter(isWaiting);
    return { words: after, does: [keep(after)] };
  }),
  ...ENTRIES.flatMap((entry): Row<Context>[] =>
    ['watching', 'resting'].map((prices) => ({
      ref: 'ALERT-03: told on the page that is seen next',
      in: `prices.${prices} & page.hidden & entry.${entry}`,
      on: 'the page is seen',
      to: (context) => stateOf(wordsOf(context), 'shown', entry),
      does: (context) => told({ words: wordsOf(context), does: [] }, 'page.shown').does,
      sets: (context) => ({
        alerts: alertsOf(told({ words: wordsOf(context), does: [] }, 'page.shown').words),
      }),
    })),
  ),
  ...ENTRIES.flatMap((entry): Row<Context>[] =>
    ['watching', 'resting'].map((prices) => ({
      ref: 'ALERT-03: on the page that the user sees',
      in: `prices.${prices} & page.shown & entry.${entry}`,
      on: 'the page is hidden',
      to: (context) => stateOf(wordsOf(context), 'hidden', entry),
    })),
  ),
];

export const priceAlertsModel: MachineModel<Machine> = {
  name: 'priceAlerts',
  machine: priceAlertsMachine,
  states: {
    'prices.resting': 'no price is watched',
    'prices.watching': 'prices are watched',
    'page.hidden': 'nobody sees the page',
    'page.shown': 'the user sees the page',
    'entry.open': 'a price can be typed',
    'entry.refused': 'the field says why it is no alert',
  },
  says: {
    'type 0.006': 'the user types a price above the last one',
    'type 0.004': 'the user types a price below the last one',
    'type 0,006': 'the user types a price with a comma',
    'type 0.005': 'the user types the last price',
    'type 0': 'the user types 0',
    'the price is 0.006': 'the price rises to 0.006',
    'the price is 0.005': 'the price is 0.005',
    'the price is 0.004': 'the price falls to 0.004',
    'another tab keeps nothing': 'another tab removes all alerts',
    'another tab keeps a rise': 'another tab sets an alert',
    'another tab keeps a reached one': 'another tab notes that an alert is reached',
  },
  variants: [{ name: 'a browser', events, sut }],
  requirements,
  invariant: ({ value, context: { alerts, fault } }) => {
    if (value.page === 'shown' && wordsOf({ alerts } as Context).some(isUntold)) return 'says nothing';
    return (value.entry === 'refused') === (fault !== null) ? undefined : 'does not say why';
  },
  selectors: { from: selectors, rules: {} },
};
