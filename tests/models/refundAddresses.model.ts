import type { FactsListener } from '../../src/machines/refundAddresses/coinFacts.ts';
import { refundAddressesImplementations } from '../../src/machines/refundAddresses/refundAddresses.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { refundRows } from '../../src/domain/refundAddress.ts';
import {
  refundAddressesMachine,
  type RefundAddressesContext,
  type RefundAddressesEvent,
} from '../../src/machines/refundAddresses/refundAddresses.machine.ts';
import * as selectors from '../../src/machines/refundAddresses/refundAddresses.machine.ts';
import { coinOf, refundOf } from './deposit.model.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent } from './tools/explore.ts';
import { recordEmitted } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof refundAddressesMachine;

const down: Failure = { code: 'timeout', retryable: true };
const refused: Failure = { code: 'refused', status: 404, retryable: false, text: 'No such page' };

const COINS = [coinOf('BTC'), coinOf('XMR')];
export const LISTS = {
  'nothing set': [refundOf('BTC', null), refundOf('XMR', null)],
  'one set': [refundOf('BTC', 'bc1qexample'), refundOf('XMR', null)],
};
const known = (name: keyof typeof LISTS, failure: Failure | null = null): RefundAddressesEvent => ({
  type: 'list.known',
  rows: refundRows(COINS, LISTS[name]),
  failure,
});

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const listeners = new Set<FactsListener>();
  return {
    machine: refundAddressesMachine.provide(
      refundAddressesImplementations({
        watchFacts: (listener) => {
          listeners.add(listener);
          return {
            reload: () => effects.push('lists asked for again'),
            stop: () => void listeners.delete(listener),
          };
        },
        reportOutage: () => effects.push('maintenance'),
      }),
    ),
    clock: new TestClock(),
    settle: (id) => {
      throw new Error(`${id} does not end`);
    },
    drive: {
      'list.known': (event: AnyEvent) => {
        const rows = event.rows as { address: string | null }[];
        const refundAddresses =
          LISTS[rows.some(({ address }) => address !== null) ? 'one set' : 'nothing set'];
        const failure = event.failure as Failure | null;
        for (const listener of listeners) listener.known({ coins: COINS, refundAddresses, failure });
      },
      'list.failed': (event: AnyEvent) => {
        for (const listener of listeners) listener.failed('coins', event.failure as Failure);
      },
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => [...listeners].map(() => 'a listener of the lists'),
  };
}

const requirements: readonly Row<RefundAddressesContext>[] = [
  {
    ref: 'REFUND-02: a table of coins needs the coins',
    in: '',
    on: '(start)',
    to: 'gating',
    sets: () => ({ rows: null, failure: null }),
  },
  {
    ref: 'REFUND-02: a table of coins',
    in: ['gating', 'unloaded', 'listed'],
    on: ['nothing set', 'one set', 'one set, but old'],
    to: 'listed',
    sets: (_, event) => ({ rows: event.rows, failure: event.failure }),
  },
  {
    ref: 'WALLET-05: a toast, and a retry that reloads',
    in: 'gating',
    on: 'refused',
    to: 'unloaded',
    does: () => ['toast {"key":"refund:toast.loadFailed","kind":"error"}'],
    sets: () => ({ failure: refused }),
  },
  {
    ref: 'CALL-02: a dead network on the first load',
    in: 'gating',
    on: 'down',
    to: 'unloaded',
    does: () => ['maintenance'],
    sets: () => ({ failure: down }),
  },
  {
    ref: 'WALLET-05: a retry that reloads',
    in: 'unloaded',
    on: 'reload',
    to: 'gating',
    does: () => ['lists asked for again'],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'CALL-02: what is there stays, marked stale; it may be asked for again',
    in: 'listed',
    on: 'reload',
    does: () => ['lists asked for again'],
  },
];

export const refundAddressesModel: MachineModel<Machine> = {
  name: 'refundAddresses',
  machine: refundAddressesMachine,
  states: {
    gating: 'coins and refund addresses are being read',
    listed: 'each coin is shown with its refund address',
    unloaded: 'the page says that it could not read them, and offers to reload',
  },
  variants: [
    {
      name: 'BTC and XMR',
      events: [
        {
          name: 'nothing set',
          says: 'the lists come, and no refund address is set',
          event: known('nothing set'),
        },
        { name: 'one set', says: 'the lists come, and one refund address is set', event: known('one set') },
        {
          name: 'one set, but old',
          says: 'an older list is shown, because it could not be read again',
          event: known('one set', down),
        },
        {
          name: 'refused',
          says: 'the server refuses to give them',
          event: { type: 'list.failed', failure: refused },
        },
        {
          name: 'down',
          says: 'coins or refund addresses cannot be read',
          event: { type: 'list.failed', failure: down },
        },
        { name: 'reload', says: 'the user presses "Reload"', event: { type: 'user.reload' } },
      ],
      sut,
    },
  ],
  requirements,
  selectors: {
    from: selectors,
    rules: {
      refundAddressesView: [
        [/^gating/, 'gating'],
        [/^unloaded/, 'unloaded'],
        [/^listed/, 'listed'],
      ],
      selectFailure: { context: 'failure' },
    },
  },
  tags: { busy: /^gating/, failed: /^unloaded/ },
};
