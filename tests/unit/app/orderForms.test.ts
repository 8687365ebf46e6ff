import { describe, expect, it } from 'vitest';
import { createOpenOutcomes } from '../../../src/machines/app/openOutcomes.ts';
import { createOrderForms } from '../../../src/machines/orderForm/orderForms.ts';
import { orderFormImplementations } from '../../../src/machines/orderForm/orderForm.actors.ts';
import { EMPTY_DRAFT, withSeed, withTyped } from '../../../src/machines/orderForm/orderDraft.rules.ts';
import { orderFormMachine, selectPhase } from '../../../src/machines/orderForm/orderForm.machine.ts';
import { NOW, order, PAIR, PRESSES, SETTINGS } from '../../models/orderForm.model.ts';
import { createKeptOrders } from '../../../src/services/keptOrders.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

function setup(typed = new Map<string, string>()) {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const clock = new TestClock(NOW);
  const said: string[] = [];
  const defects: unknown[] = [];
  const keptOrders = createKeptOrders({
    names: (userId) => [...typed.keys()].map((key) => key.slice(userId.length + 2)),
    read: (userId, name) => typed.get(`${userId}: ${name}`) ?? '',
    write: (userId, name, text) =>
      text === '' ? void typed.delete(`${userId}: ${name}`) : void typed.set(`${userId}: ${name}`, text),
  });
  const outcomes = createOpenOutcomes({
    kept: { unnamed: () => [], listen: () => () => undefined },
    keptOrders,
    userId: () => 'u1',
  });
  let watchers = 0;
  let isBroken = false;
  const orderForms = createOrderForms({
    machine: orderFormMachine.provide(
      orderFormImplementations({
        http: network.http,
        watchSettings: (_pair, { loaded }) => {
          watchers += 1;
          loaded(SETTINGS);
          return { retry: () => undefined, stop: () => (watchers -= 1) };
        },
        knownBefore: () => ({ orders: [], executions: [] }),
        keepSent: (sent) => {
          keptOrders.keep('u1', sent);
          return () => keptOrders.drop('u1', sent.order.pair, sent.order.side);
        },
        dropSent: (pair, side) => keptOrders.drop('u1', pair, side),
        noteOwnChange: () => {
          if (isBroken) throw new Error('defect');
        },
      }),
    ),
    clock,
    allowsMarket: false,
    typed: {
      read: (userId, name) => typed.get(`${userId}: ${name}`) ?? '',
      write: (userId, name, text) => void typed.set(`${userId}: ${name}`, text),
    },
    say: ({ key }) => said.push(key),
    recall: keptOrders.recall,
    noteForm: outcomes.noteForm,
    defect: (error) => defects.push(error),
  });
  return {
    ...orderForms,
    network,
    clock,
    said,
    defects,
    outcomes: () => outcomes.get().map(({ path }) => path),
    watchers: () => watchers,
    breakDown: () => (isBroken = true),
  };
}

const press = { type: 'user.submit', press: PRESSES.calm } as const;

describe('the order forms of the page', () => {
  it('start nothing before they are shown, and end when nobody shows them', async () => {
    const { of, watchers } = setup();
    const form = of(PAIR, 'buy', 'u1');
    expect(watchers()).toBe(0);
    expect(of(PAIR, 'buy', 'u1')).toBe(form);
    expect(of(PAIR, 'sell', 'u1')).not.toBe(form);
    const leave = form.watch();
    expect(watchers()).toBe(1);
    leave();
    leave();
    await settled();
    expect(watchers()).toBe(0);
    expect(of(PAIR, 'buy', 'u1')).not.toBe(form);
  });

  it('stay for a reader who is taken down and put up again, and for the second of two', async () => {
    const { of, watchers } = setup();
    const form = of(PAIR, 'buy', 'u1');
    form.watch()();
    const leave = form.watch();
    const leaveToo = form.watch();
    leave();
    await settled();
    expect(watchers()).toBe(1);
    expect(of(PAIR, 'buy', 'u1')).toBe(form);
    leaveToo();
    await settled();
    expect(watchers()).toBe(0);
  });

  it('keep what was typed when the screen is left', async () => {
    const { of } = setup();
    const form = of(PAIR, 'buy', 'u1');
    const leave = form.watch();
    let changes = 0;
    const stop = form.draft.subscribe(() => (changes += 1));
    form.draft.change((draft) => withTyped(draft, 'price', '12'));
    form.draft.change((draft) => draft);
    stop();
    form.draft.change((draft) => withTyped(draft, 'price', '123'));
    expect(changes).toBe(1);
    leave();
    await settled();
    expect(of(PAIR, 'buy', 'u1').draft.get().price).toBe('123');
    expect(of(PAIR, 'buy', 'u2').draft.get().price).toBe('');
  });

  it('keep what was typed for the next page of the same user, and for nobody else', () => {
    const typed = new Map<string, string>();
    const first = setup(typed);
    const { draft } = first.of(PAIR, 'buy', 'u1');
    draft.change((one) => withSeed(one, '0.002'));
    expect(typed.size).toBe(0);
    draft.change((one) => withTyped(one, 'quantity', '1,5'));
    first.of(PAIR, 'buy', null).draft.change((one) => withTyped(one, 'price', '7'));
    first.forget();
    const { of } = setup(typed);
    const text = of(PAIR, 'buy', 'u1').draft.get();
    expect([text.price, text.quantity, text.isTouched.quantity]).toEqual(['', '1,5', true]);
    expect(of(PAIR, 'sell', 'u1').draft.get().quantity).toBe('');
    expect(of(PAIR, 'buy', 'u2').draft.get().quantity).toBe('');
    expect(of(PAIR, 'buy', null).draft.get().price).toBe('');
  });

  it.each(['null', '7', 'no json', '{"price":5}'])('make nothing of what they did not write: %s', (text) => {
    const { of } = setup(new Map([[`u1: order ${PAIR} buy`, text]]));
    expect(of(PAIR, 'buy', 'u1').draft.get()).toEqual(EMPTY_DRAFT);
  });

  it('wait for an answer that nobody watches any more, say it, and end', async () => {
    const { of, network, said, watchers, clock } = setup();
    const form = of(PAIR, 'buy', 'u1');
    const leave = form.watch();
    form.ref.send(press);
    leave();
    await settled();
    expect(watchers()).toBe(1);
    expect(network.open()).toHaveLength(1);
    network.reply({ status: 200, body: { state: 'FILLED' } });
    await settled();
    expect(said).toEqual(['trade:form.toast.filled.buy']);
    // The repeat guard also holds after coming back.
    expect(of(PAIR, 'buy', 'u1')).toBe(form);
    clock.advance(5000);
    expect(watchers()).toBe(0);
    expect(of(PAIR, 'buy', 'u1')).not.toBe(form);
  });

  it('show who comes back that the outcome is not known yet, and tell all pages until it is', async () => {
    const { of, network, watchers, outcomes, clock, forget } = setup();
    const form = of(PAIR, 'buy', 'u1');
    const leave = form.watch();
    form.ref.send(press);
    leave();
    await settled();
    network.reply('noAnswer');
    await settled();
    expect(watchers()).toBe(1);
    expect(selectPhase(of(PAIR, 'buy', 'u1').ref.getSnapshot())).toBe('outcomeUnknown');
    expect(outcomes()).toEqual([`/trade/${PAIR}`]);
    clock.advance(5000);
    network.reply({ status: 200, body: [{ ...order('o-new'), operation: 'BUY' }] });
    network.reply({ status: 200, body: [] });
    await settled();
    expect(outcomes()).toEqual([]);
    clock.advance(5000);
    const next = of(PAIR, 'sell', 'u1');
    next.watch();
    next.ref.send(press);
    await settled();
    network.reply('noAnswer');
    await settled();
    expect(outcomes()).toEqual([`/trade/${PAIR}`]);
    forget();
    expect(outcomes()).toEqual([`/trade/${PAIR}`]);
  });

  it('look for an order that the end of the session cut off before they take another one (LOST-07)', async () => {
    const typed = new Map<string, string>();
    const before = setup(typed);
    const sent = before.of(PAIR, 'buy', 'u1');
    sent.watch();
    sent.ref.send(press);
    await settled();
    before.network.reply('noAnswer');
    await settled();
    before.forget();

    const { of, network, clock, outcomes } = setup(typed);
    const { ref, watch } = of(PAIR, 'buy', 'u1');
    watch();
    expect(selectPhase(ref.getSnapshot())).toBe('outcomeUnknown');
    ref.send(press);
    clock.advance(1000);
    network.reply({ status: 200, body: [{ ...order('o-new'), operation: 'BUY' }] });
    network.reply({ status: 200, body: [] });
    await settled();
    expect(selectPhase(ref.getSnapshot())).toBe('placed');
    expect(outcomes()).toEqual([]);
    expect(selectPhase(setup(typed).of(PAIR, 'buy', 'u1').ref.getSnapshot())).toBe('loadingSettings');
  });

  it('keep nothing of an order that was refused, also where the refusal is the end of the session', async () => {
    const typed = new Map<string, string>();
    const { of, network, forget } = setup(typed);
    const { ref, watch } = of(PAIR, 'buy', 'u1');
    watch();
    ref.send(press);
    await settled();
    forget();
    network.reply({ status: 401, body: {} });
    await settled();
    expect([...typed.keys()]).toEqual([]);
  });

  it('end with the user, and go on from what is kept of them', async () => {
    const { of, forget, watchers } = setup();
    const form = of(PAIR, 'buy', 'u1');
    form.watch();
    form.draft.change((draft) => withTyped(draft, 'price', '12'));
    form.ref.send(press);
    forget();
    expect(watchers()).toBe(0);
    expect(of(PAIR, 'buy', 'u1').draft).not.toBe(form.draft);
  });

  it('report a form that died, and make another one', async () => {
    const { of, network, defects, breakDown } = setup();
    const form = of(PAIR, 'buy', 'u1');
    form.watch();
    form.ref.send(press);
    await settled();
    breakDown();
    network.reply({ status: 200, body: {} });
    await settled();
    expect(defects).toEqual([new Error('defect')]);
    expect(of(PAIR, 'buy', 'u1')).not.toBe(form);
  });
});
