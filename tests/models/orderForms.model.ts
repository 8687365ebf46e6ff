import { setup, type AnyActorRef, type SnapshotFrom } from 'xstate';
import type { Side } from '../../src/domain/market.ts';
import { orderFormsMachine } from '../../src/machines/orderForm/orderForms.machine.ts';
import { TestClock } from './tools/clock.ts';
import type { MachineModel } from './tools/model.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof orderFormsMachine;
type Context = SnapshotFrom<Machine>['context'];

/** A stand-in for a form, which has a walk of its own. */
const standIn = (effects: string[]) =>
  setup({
    types: { context: {} as { side: Side }, input: {} as { side: Side }, events: {} as { type: string } },
    actions: {
      note: ({ context }, what: string) => effects.push(`${context.side} ${what}`),
      fail: () => {
        throw new Error('defect');
      },
    },
  }).createMachine({
    id: 'orderForm',
    context: ({ input: { side } }) => ({ side }),
    entry: { type: 'note', params: 'begins' },
    on: {
      'screen.opened': { actions: { type: 'note', params: 'is shown again' } },
      break: { actions: 'fail' },
    },
  });

function sut(): Sut<Machine> {
  const effects: string[] = [];
  let actor: AnyActorRef | undefined;
  const children = (): Record<string, AnyActorRef | undefined> =>
    (actor?.getSnapshot() as SnapshotFrom<Machine> | undefined)?.children ?? {};
  return {
    // Another machine with the same input and events.
    machine: orderFormsMachine.provide({ actors: { orderForm: standIn(effects) as never } }),
    clock: new TestClock(),
    settle: (child) => children()[child]?.send({ type: 'break' }),
    attach: (started) => {
      actor = started;
    },
    drain: () => effects.splice(0),
    leaks: () =>
      Object.entries(children()).flatMap(([id, child]) =>
        child?.getSnapshot().status === 'active' ? [`${id} still runs`] : [],
      ),
  };
}

const SIDES = ['buy', 'sell'] as const;
const idOf = (side: Side) => `orderForm.XMR-BTC ${side}` as const;
const sideIn = (event: object): Side => (event as { input: { side: Side } }).input.side;

const rows: readonly Row<Context>[] = [
  { ref: 'ORDER-01', in: '', on: '(start)', to: 'listening', sets: () => ({ open: [] }) },
  {
    ref: 'ORDER-09: a form that is open goes on',
    in: 'listening',
    on: 'open *',
    if: ({ open }, event) => open.includes(idOf(sideIn(event))),
    does: (_context, event) => [`${sideIn(event)} is shown again`],
    sets: ({ open }) => ({ open }),
  },
  {
    ref: 'ORDER-01: each side of a pair has a form of its own',
    in: 'listening',
    on: 'open *',
    does: (_context, event) => [`${sideIn(event)} begins`],
    sets: ({ open }, event) => ({ open: [...open, idOf(sideIn(event))] }),
  },
  {
    ref: 'SESSION-06: nothing of a user stays for the next one',
    in: 'listening',
    on: 'the user changes',
    sets: () => ({ open: [] }),
  },
  {
    ref: 'ORDER-01: a defect ends one form and not all',
    in: 'listening',
    on: SIDES.map((side) => `${idOf(side)}: defect`),
    sets: ({ open }, event) => ({ open: open.filter((id) => !event.type.endsWith(id)) }),
  },
];

export const orderFormsModel: MachineModel<Machine> = {
  name: 'orderForms',
  machine: orderFormsMachine,
  states: { listening: 'each form that was opened goes on, also behind other screens' },
  says: {
    'open buy': "the user opens the pair's form for buying",
    'open sell': "the user opens the pair's form for selling",
    'the user changes': 'another user signs in, or this one leaves',
  },
  services: { [idOf('buy')]: 'the form for buying', [idOf('sell')]: 'the form for selling' },
  endings: { defect: 'ends with a defect' },
  variants: [
    {
      name: 'both sides of a pair',
      events: [
        ...SIDES.map((side) => ({
          name: `open ${side}`,
          event: { type: 'form.opened', input: { pair: 'XMR-BTC', side, allowsMarket: false } } as const,
        })),
        { name: 'the user changes', event: { type: 'user.changed' } },
      ],
      outcomes: Object.fromEntries(
        SIDES.map((side) => [idOf(side), [{ name: 'defect', error: new Error('defect') }]]),
      ),
      sut,
    },
  ],
  // The order does not matter.
  key: ({ context }) => [...context.open].sort(),
  requirements: rows,
  invariant: ({ context, children }) =>
    Object.keys(children).sort().join() === [...context.open].sort().join()
      ? undefined
      : `children ${Object.keys(children).join()} for ${context.open.join()}`,
};
