import { DASH } from '../../src/domain/format.ts';
import type { Execution } from '../../src/domain/order.ts';
import { type FollowFacts, ownNewsImplementations } from '../../src/machines/live/ownNews.actors.ts';
import { type Fact, ownNewsMachine, type OwnNewsContext } from '../../src/machines/live/ownNews.machine.ts';
import { TestClock } from './tools/clock.ts';
import { type EventCase, stableText } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import { recordEmitted } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof ownNewsMachine;

const fill = (id: string, given: Partial<Execution> = {}): Fact => ({
  key: `fill ${id}`,
  at: Number(id),
  fill: { ...FILL, id, createdAt: Number(id), ...given },
});

const FILL: Execution = {
  id: '',
  pair: 'XMR-BTC',
  side: 'buy',
  kind: 'limit',
  price: '0.002',
  quantity: '1.5',
  value: null,
  fee: null,
  feeCurrency: null,
  feeRate: null,
  isMaker: null,
  createdAt: null,
};

const OLD = fill('1');
const BOUGHT = fill('2');
const AGAIN = fill('3', { quantity: '2', price: '0.003' });
const SOLD = fill('4', { side: 'sell', price: null });
const ELSEWHERE = fill('5', { pair: 'BTC-USDT', price: '20000' });
const CREDITED: Fact = {
  key: 'deposit 1 good',
  at: null,
  occasion: 'transfer',
  said: { key: 'toast.deposit.good', values: { amount: '2', coin: 'XMR' }, path: '/deposit-history' },
};
const ANSWERED: Fact = { key: 'reply 7 100', at: 100, occasion: 'reply' };

const LISTS = {
  none: [],
  'what was there': [OLD],
  'one more': [BOUGHT, OLD],
  /** Newest first, as servers list them. */
  'many more': [ELSEWHERE, SOLD, AGAIN, BOUGHT, OLD],
  'other news': [CREDITED, ANSWERED],
} as const satisfies Record<string, readonly Fact[]>;

const came = (name: keyof typeof LISTS, says: string): EventCase<Machine> => ({
  name,
  says,
  event: { type: 'facts.came', facts: LISTS[name] },
});

function sut(): Sut<Machine> {
  const effects: string[] = [];
  let tell: Parameters<FollowFacts>[0] | null = null;
  return {
    machine: ownNewsMachine.provide(
      ownNewsImplementations((listener) => {
        tell = listener;
        return () => {
          tell = null;
        };
      }),
    ),
    clock: new TestClock(),
    settle: () => undefined,
    drive: { 'facts.came': (event) => tell?.(event.facts as readonly Fact[]) },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => (tell === null ? [] : ['the facts are still followed']),
  };
}

/** @param newest of the fills that came together: tabs know them by it. */
const told = (newest: string, words: string, values: object): string =>
  `told ${stableText({
    key: `fill ${newest}`,
    at: Number(newest),
    occasion: 'fill',
    said: { key: `toast.${words}`, values, path: '/trading-history' },
  })}`;
const asIs = (fact: Fact): string => `told ${stableText(fact)}`;
const XMR = { base: 'XMR', quote: 'BTC', trades: 1 };
const BOUGHT_ONCE = told('2', 'fill.buy', { ...XMR, quantity: '1.5', price: '0.002' });
const WITH_OTHERS = [
  told('5', 'fill.sell', { ...XMR, quantity: '1.5', price: DASH }),
  told('5', 'fill.buy', { base: 'BTC', quote: 'USDT', trades: 1, quantity: '1.5', price: '20000' }),
];
const bought = (newest: string, trades: number, quantity: string): string =>
  told(newest, 'fills.buy', { ...XMR, quantity, price: '0.002', trades });

const ONCE = 'TRADE-35: a fill is told once';
const SUM = 'TRADE-35: several of a side and pair by their sum';
const known = (name: keyof typeof LISTS) => (context: OwnNewsContext) => ({
  known: [...new Set([...context.known, ...LISTS[name].map(({ key }) => key)])],
});
/** Of the fills. */
const knows =
  (...ids: readonly string[]) =>
  (context: OwnNewsContext): boolean =>
    context.known
      .filter((key) => key.startsWith('fill '))
      .map((key) => key.slice('fill '.length))
      .sort()
      .join() === ids.join();

const requirements: readonly Row<OwnNewsContext>[] = [
  { ref: ONCE, in: '', on: '(start)', to: 'beginning', sets: () => ({ known: [] }) },
  ...(Object.keys(LISTS) as (keyof typeof LISTS)[]).map((name): Row<OwnNewsContext> => ({
    ref: 'TRADE-35: what happened before is no news',
    in: 'beginning',
    on: name,
    to: 'following',
    sets: known(name),
  })),
  {
    ref: ONCE,
    in: 'following',
    on: 'what was there',
    if: knows(),
    does: () => [told('1', 'fill.buy', { ...XMR, quantity: '1.5', price: '0.002' })],
    sets: known('what was there'),
  },
  {
    ref: ONCE,
    in: 'following',
    on: 'one more',
    if: knows('1'),
    does: () => [BOUGHT_ONCE],
    sets: known('one more'),
  },
  {
    ref: SUM,
    in: 'following',
    on: 'one more',
    if: knows(),
    does: () => [bought('2', 2, '3')],
    sets: known('one more'),
  },
  {
    ref: SUM,
    in: 'following',
    on: 'many more',
    if: knows(),
    does: () => [bought('5', 3, '5'), ...WITH_OTHERS],
    sets: known('many more'),
  },
  {
    ref: SUM,
    in: 'following',
    on: 'many more',
    if: knows('1'),
    does: () => [bought('5', 2, '3.5'), ...WITH_OTHERS],
    sets: known('many more'),
  },
  {
    ref: SUM,
    in: 'following',
    on: 'many more',
    if: knows('1', '2'),
    does: () => [told('5', 'fill.buy', { ...XMR, quantity: '2', price: '0.003' }), ...WITH_OTHERS],
    sets: known('many more'),
  },
  {
    ref: 'NOTICE-03: what happened is told once',
    in: 'following',
    on: 'other news',
    if: ({ known }) => !known.includes(CREDITED.key),
    does: () => [asIs(CREDITED), asIs(ANSWERED)],
    sets: known('other news'),
  },
  { ref: ONCE, in: 'following', on: '*', sets: ({ known }) => ({ known }) },
];

export const ownNewsModel: MachineModel<Machine> = {
  name: 'ownNews',
  machine: ownNewsMachine,
  states: {
    beginning: 'it is not known yet what happened before',
    following: 'each fact that comes is told',
  },
  variants: [
    {
      name: 'fills of two pairs, and other news',
      events: [
        came('none', 'a list without fills comes'),
        came('what was there', 'a list with one fill comes'),
        came('one more', 'a list with one more fill comes'),
        came('many more', 'a list with fills of both sides and another pair comes'),
        came('other news', 'a list with a credited deposit and an answer of support comes'),
      ],
      sut,
    },
  ],
  requirements,
};
