import { feesFeedImplementations } from '../../src/machines/fees/fees.actors.ts';
import { feesFeedMachine, type FeesFeedContext } from '../../src/machines/fees/feesFeed.machine.ts';
import type { LinkStatus } from '../../src/machines/socket/socket.machine.ts';
import { readFees } from '../../src/services/contract/index.ts';
import * as selectors from '../../src/machines/fees/feesFeed.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase } from './tools/explore.ts';
import { silentLog } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { textHub } from './tools/textHub.ts';

type Machine = typeof feesFeedMachine;

const entry = (price: string) => ({ unit: 'sat/vB', priorities: { medium: { fee: '0.00001', price } } });
/** As the server sends them; the real reader decodes them. */
const BTC = { BTC: entry('2') };
const XMR = { XMR: entry('80000000') };
const BOTH = { BTC: entry('7'), XMR: entry('80000000') };
const SETS = [BTC, XMR, BOTH];
const feesOf = (event: AnyEvent): Record<string, unknown> => event.fees as Record<string, unknown>;

const told = (
  name: string,
  says: string,
  mode: 'replace' | 'merge',
  raw: Record<string, unknown>,
): EventCase<Machine> => ({ name, says, event: { type: 'fees.received', mode, fees: readFees(raw).fees } });

/** Every name and wrapping (FEES-07), one after the other. */
const REPLACING = ['fees', 'fees_data', 'fees_snapshot', 'fee_snapshot'];
const MERGING = ['fees_update', 'fee_batch_update', 'fee_update'];
const WRAPPINGS: readonly ((fees: object) => object)[] = [
  (fees) => fees,
  (fees) => ({ fees }),
  (fees) => ({ data: fees }),
  (fees) => ({ data: { fees } }),
  (fees) => ({ fees: { data: fees } }),
];

export function frameOf(event: AnyEvent, number: number): object {
  const names = event.mode === 'replace' ? REPLACING : MERGING;
  const raw = SETS.find((set) => Object.keys(set).join() === Object.keys(feesOf(event)).join()) ?? {};
  const wrap = WRAPPINGS[number % WRAPPINGS.length] ?? ((fees: object) => fees);
  return { type: names[number % names.length], ...wrap(raw), timestamp: 5 };
}

/** Decides what "try again" does; the machine does not know it. */
let status: LinkStatus = 'connected';

function sut(): Sut<Machine> {
  status = 'connected';
  const effects: string[] = [];
  const hub = textHub();
  let heard = 0;
  const counted = (stop: () => void): (() => void) => {
    heard += 1;
    return () => {
      heard -= 1;
      stop();
    };
  };
  const listeners = new Set<(status: LinkStatus) => void>();
  const subscribed = new Set<string>();
  const link = (next: LinkStatus) => (): void => {
    status = next;
    for (const hear of listeners) hear(next);
  };
  let frames = 0;
  const tell = (event: AnyEvent): void => {
    frames += 1;
    hub.receive(JSON.stringify(frameOf(event, frames)));
  };
  return {
    machine: feesFeedMachine.provide(
      feesFeedImplementations({
        hub: { onFees: (hear) => counted(hub.onFees(hear)), onError: (hear) => counted(hub.onError(hear)) },
        log: { ...silentLog, warning: () => effects.push('console warning') },
        socket: {
          status: () => status,
          listen: (hear) => {
            listeners.add(hear);
            return () => listeners.delete(hear);
          },
          send: (event) => {
            const topic = 'topic' in event ? event.topic : '';
            effects.push(`${event.type} ${topic}`.trim());
            if (event.type === 'subscription.added') subscribed.add(topic);
            if (event.type === 'subscription.removed') subscribed.delete(topic);
          },
        },
      }),
    ),
    clock: new TestClock(),
    settle: (id) => {
      throw new Error(`${id} does not end`);
    },
    drive: {
      'fees.received': tell,
      'fees.unavailable': () =>
        hub.receive('{"type":"error","code":"FEE_DATA_NOT_AVAILABLE","message":"No fees yet"}'),
      'link.opened': link('connected'),
      'link.lost': link('lost'),
    },
    drain: () => effects.splice(0),
    leaks: () => [
      ...(heard > 0 ? ['a listener of the hub'] : []),
      ...[...listeners].map(() => 'a listener of the socket'),
      ...[...subscribed].map((topic) => `subscription ${topic}`),
    ],
  };
}

const EVERYWHERE = ['waiting', 'live', 'outdated', 'missing'];
const asking = (): string[] => [status === 'connected' ? 'subscription.renewed fees' : 'user.reconnect'];

const requirements: readonly Row<FeesFeedContext>[] = [
  {
    ref: 'FEES-02: subscribes to the fees channel on entering',
    in: '',
    on: '(start)',
    to: 'waiting',
    does: () => ['subscription.added fees'],
    sets: () => ({ fees: {} }),
  },
  {
    ref: 'FEES-07: fees, fees_data, fees_snapshot, fee_snapshot replace',
    in: EVERYWHERE,
    on: ['all of one', 'all of both'],
    to: 'live',
    sets: (_, event) => ({ fees: feesOf(event) }),
  },
  {
    ref: 'FEES-07: fees_update, fee_batch_update, fee_update merge the coins that they name',
    in: EVERYWHERE,
    on: 'news of another',
    to: 'live',
    sets: ({ fees }, event) => ({ fees: { ...fees, ...feesOf(event) } }),
  },
  {
    ref: 'FEES-05: FEE_DATA_NOT_AVAILABLE is only logged as a warning',
    in: EVERYWHERE,
    on: 'not available',
    does: () => ['console warning'],
    sets: ({ fees }) => ({ fees }),
  },
  {
    ref: 'CALL-02: what is there stays, marked stale',
    in: 'live',
    on: 'link lost',
    to: 'outdated',
    sets: ({ fees }) => ({ fees }),
  },
  {
    ref: 'FEES-09: fees that do not come',
    in: 'waiting',
    on: 'after patience',
    says: 'the fees have not come in time',
    to: 'missing',
    after: 10_000,
    sets: () => ({ fees: {} }),
  },
  { ref: 'FEES-09: offers to try again', in: 'missing', on: 'retry', to: 'waiting', does: asking },
  { ref: 'FEES-09: offers to try again', in: 'outdated', on: 'retry', does: asking },
  { ref: 'FEES-09: a new link brings a new set', in: 'missing', on: 'link opened', to: 'waiting' },
];

export const feesFeedModel: MachineModel<Machine> = {
  name: 'feesFeed',
  machine: feesFeedMachine,
  states: {
    waiting: 'the first fees are awaited',
    live: 'the fees are shown as they come',
    outdated: 'the fees are shown as they were',
    missing: 'the page says that no fees came',
  },
  variants: [
    {
      name: 'BTC and XMR',
      events: [
        told('all of one', 'all fees of one coin come', 'replace', BTC),
        told('all of both', 'all fees of both coins come', 'replace', BOTH),
        told('news of another', 'a fee of another coin comes', 'merge', XMR),
        {
          name: 'not available',
          says: 'the server reports that there are no fees',
          event: { type: 'fees.unavailable' },
        },
        { name: 'link lost', says: 'the connection is lost', event: { type: 'link.lost' } },
        { name: 'link opened', says: 'the connection is there', event: { type: 'link.opened' } },
        { name: 'retry', says: 'the user presses "Retry"', event: { type: 'user.retry' } },
      ],
      sut,
    },
  ],
  requirements,
  selectors: {
    from: selectors,
    rules: {
      feesStatus: [
        [/^waiting/, 'waiting'],
        [/^live/, 'live'],
        [/^missing/, 'missing'],
        [/^outdated/, 'outdated'],
      ],
      selectFees: { context: 'fees' },
    },
  },
  tags: { busy: /^waiting/, failed: /^(missing|outdated)/ },
};
