import { DASH } from '../../src/domain/format.ts';
import type { Execution } from '../../src/domain/order.ts';
import { type FollowFills, ownFillsImplementations } from '../../src/machines/live/ownFills.actors.ts';
import { ownFillsMachine, type OwnFillsContext } from '../../src/machines/live/ownFills.machine.ts';
import { TestClock } from './tools/clock.ts';
import { type EventCase, stableText } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import { recordEmitted } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof ownFillsMachine;

const fill = (id: string, given: Partial<Execution> = {}): Execution => ({
  id,
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
  createdAt: Number(id),
  ...given,
});

const OLD = fill('1');
const BOUGHT = fill('2');
const AGAIN = fill('3', { quantity: '2', price: '0.003' });
const SOLD = fill('4', { side: 'sell', price: null });
const ELSEWHERE = fill('5', { pair: 'BTC-USDT', price: '20000' });

const LISTS = {
  none: [],
  'what was there': [OLD],
  'one more': [BOUGHT, OLD],
  /** Newest first, as servers list them. */
  'many more': [ELSEWHERE, SOLD, AGAIN, BOUGHT, OLD],
} as const satisfies Record<string, readonly Execution[]>;

const came = (name: keyof typeof LISTS, says: string): EventCase<Machine> => ({
  name,
  says,
  event: { type: 'fills.came', executions: LISTS[name] },
});

function sut(): Sut<Machine> {
  const effects: string[] = [];
  let tell: Parameters<FollowFills>[0] | null = null;
  return {
    machine: ownFillsMachine.provide(
      ownFillsImplementations((listener) => {
        tell = listener;
        return () => {
          tell = null;
        };
      }),
    ),
    clock: new TestClock(),
    settle: () => undefined,
    drive: { 'fills.came': (event) => tell?.(event.executions as readonly Execution[]) },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => (tell === null ? [] : ['the fills are still followed']),
  };
}

const toast = (key: string, values: object): string =>
  `toast ${stableText({ kind: 'info', key: `toast.${key}`, values })}`;
const XMR = { base: 'XMR', quote: 'BTC', trades: 1 };
const TOLD = {
  bought: toast('fill.buy', { ...XMR, quantity: '1.5', price: '0.002' }),
  'bought again': toast('fill.buy', { ...XMR, quantity: '2', price: '0.003' }),
  'bought twice': toast('fills.buy', { ...XMR, quantity: '3.5', price: '0.002', trades: 2 }),
  'bought thrice': toast('fills.buy', { ...XMR, quantity: '5', price: '0.002', trades: 3 }),
  sold: toast('fill.sell', { ...XMR, quantity: '1.5', price: DASH }),
  elsewhere: toast('fill.buy', { base: 'BTC', quote: 'USDT', trades: 1, quantity: '1.5', price: '20000' }),
};

const ONCE = 'TRADE-35: a fill is told once';
const known = (name: keyof typeof LISTS) => (context: OwnFillsContext) => ({
  known: [...new Set([...context.known, ...LISTS[name].map(({ id }) => id)])],
});
const knows =
  (...ids: readonly string[]) =>
  (context: OwnFillsContext): boolean =>
    [...context.known].sort().join() === ids.join();

const requirements: readonly Row<OwnFillsContext>[] = [
  { ref: ONCE, in: '', on: '(start)', to: 'beginning', sets: () => ({ known: [] }) },
  ...(Object.keys(LISTS) as (keyof typeof LISTS)[]).map((name): Row<OwnFillsContext> => ({
    ref: 'TRADE-35: what was filled before is no news',
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
    does: () => [TOLD.bought],
    sets: known('what was there'),
  },
  {
    ref: ONCE,
    in: 'following',
    on: 'one more',
    if: knows('1'),
    does: () => [TOLD.bought],
    sets: known('one more'),
  },
  {
    ref: 'TRADE-35: several of a side and pair by their sum',
    in: 'following',
    on: 'one more',
    if: knows(),
    does: () => [toast('fills.buy', { ...XMR, quantity: '3', price: '0.002', trades: 2 })],
    sets: known('one more'),
  },
  {
    ref: 'TRADE-35: several of a side and pair by their sum',
    in: 'following',
    on: 'many more',
    if: knows(),
    does: () => [TOLD['bought thrice'], TOLD.sold, TOLD.elsewhere],
    sets: known('many more'),
  },
  {
    ref: 'TRADE-35: several of a side and pair by their sum',
    in: 'following',
    on: 'many more',
    if: knows('1'),
    does: () => [TOLD['bought twice'], TOLD.sold, TOLD.elsewhere],
    sets: known('many more'),
  },
  {
    ref: 'TRADE-35: several of a side and pair by their sum',
    in: 'following',
    on: 'many more',
    if: knows('1', '2'),
    does: () => [TOLD['bought again'], TOLD.sold, TOLD.elsewhere],
    sets: known('many more'),
  },
  { ref: ONCE, in: 'following', on: '*', sets: ({ known }) => ({ known }) },
];

export const ownFillsModel: MachineModel<Machine> = {
  name: 'ownFills',
  machine: ownFillsMachine,
  states: {
    beginning: 'it is not known yet what was filled before',
    following: 'each fill that comes is told',
  },
  variants: [
    {
      name: 'fills of two pairs',
      events: [
        came('none', 'a list without fills comes'),
        came('what was there', 'a list with one fill comes'),
        came('one more', 'a list with one more fill comes'),
        came('many more', 'a list with fills of both sides and another pair comes'),
      ],
      sut,
    },
  ],
  requirements,
};
