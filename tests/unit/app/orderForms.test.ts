import { describe, expect, it } from 'vitest';
import { createOpenOutcomes } from '../../../src/machines/app/openOutcomes.ts';
import type { App } from '../../../src/machines/app/app.ts';
import type { Side } from '../../../src/domain/market.ts';
import {
  createOrderForms,
  openOrderForm,
  orderFormImplementations,
  orderFormsOf,
} from '../../../src/machines/orderForm/orderForm.actors.ts';
import {
  EMPTY_DRAFT,
  keptText,
  recalledDraft,
  withSeed,
  withTyped,
} from '../../../src/machines/orderForm/orderDraft.rules.ts';
import {
  orderFormMachine,
  type OrderFormRef,
  selectPhase,
} from '../../../src/machines/orderForm/orderForm.machine.ts';
import { selectForm } from '../../../src/machines/orderForm/orderForms.machine.ts';
import { NOW, order, PAIR, PRESSES, SETTINGS } from '../../models/orderForm.model.ts';
import { createKeptOrders } from '../../../src/services/keptOrders.ts';
import { appOf } from '../ui/scene.ts';
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
  const forms = createOrderForms({
    machine: orderFormMachine.provide(
      orderFormImplementations({
        http: network.http,
        watchSettings: (_pair, { loaded }) => {
          watchers += 1;
          loaded(SETTINGS);
          return { retry: () => undefined, stop: () => (watchers -= 1) };
        },
        watchPrice: () => () => undefined,
        knownBefore: () => ({ orders: [], executions: [] }),
        keepDraft: () => undefined,
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
    say: ({ key }) => said.push(key),
    noteForm: outcomes.noteForm,
    defect: (error) => defects.push(error),
  });
  const of = (side: Side): OrderFormRef => {
    const kept = keptOrders.recall('u1', PAIR, side);
    forms.send({ type: 'form.opened', input: { pair: PAIR, side, allowsMarket: false, kept } });
    const form = selectForm(forms.getSnapshot(), PAIR, side);
    if (!form) throw new Error(`no form to ${side}`);
    return form;
  };
  return {
    of,
    forget: () => forms.send({ type: 'user.changed' }),
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
  it('are one for each side, and continue behind other screens', () => {
    const { of, watchers } = setup();
    const form = of('buy');
    expect(of('buy')).toBe(form);
    expect(of('sell')).not.toBe(form);
    expect(watchers()).toBe(2);
  });

  it('take an answer without a screen, and announce it', async () => {
    const { of, network, said, clock } = setup();
    const form = of('buy');
    form.send(press);
    await settled();
    network.reply({ status: 200, body: { state: 'FILLED' } });
    await settled();
    expect(said).toEqual(['trade:form.toast.filled.buy']);
    // The repeat guard also holds after coming back.
    expect(selectPhase(of('buy').getSnapshot())).toBe('placed');
    clock.advance(5000);
    expect(selectPhase(of('buy').getSnapshot())).toBe('editing');
  });

  it('report an unknown outcome to all pages, until it is known', async () => {
    const { of, network, outcomes, clock, forget } = setup();
    const form = of('buy');
    form.send(press);
    await settled();
    network.reply('noAnswer');
    await settled();
    expect(selectPhase(of('buy').getSnapshot())).toBe('outcomeUnknown');
    expect(outcomes()).toEqual([`/trade/${PAIR}`]);
    clock.advance(5000);
    network.reply({ status: 200, body: [{ ...order('o-new'), operation: 'BUY' }] });
    network.reply({ status: 200, body: [] });
    await settled();
    expect(outcomes()).toEqual([]);
    clock.advance(5000);
    of('sell').send(press);
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
    before.of('buy').send(press);
    await settled();
    before.network.reply('noAnswer');
    await settled();
    before.forget();

    const { of, network, clock, outcomes } = setup(typed);
    const form = of('buy');
    expect(selectPhase(form.getSnapshot())).toBe('outcomeUnknown');
    form.send(press);
    clock.advance(1000);
    network.reply({ status: 200, body: [{ ...order('o-new'), operation: 'BUY' }] });
    network.reply({ status: 200, body: [] });
    await settled();
    expect(selectPhase(form.getSnapshot())).toBe('placed');
    expect(outcomes()).toEqual([]);
    expect(selectPhase(setup(typed).of('buy').getSnapshot())).toBe('editing');
  });

  it('keep nothing of an order that was refused, also where the refusal is the end of the session', async () => {
    const typed = new Map<string, string>();
    const { of, network, forget } = setup(typed);
    of('buy').send(press);
    await settled();
    forget();
    network.reply({ status: 401, body: {} });
    await settled();
    expect([...typed.keys()]).toEqual([]);
  });

  it('end with the user', () => {
    const { of, forget, watchers } = setup();
    const form = of('buy');
    form.send({ type: 'draft.changed', draft: withTyped(EMPTY_DRAFT, 'price', '12') });
    expect(of('buy').getSnapshot().context.draft.price).toBe('12');
    form.send(press);
    forget();
    expect(watchers()).toBe(0);
    expect(of('buy').getSnapshot().context.draft).toEqual(EMPTY_DRAFT);
  });

  it('report a form that died, and make another one', async () => {
    const { of, network, defects, breakDown } = setup();
    const form = of('buy');
    form.send(press);
    await settled();
    breakDown();
    network.reply({ status: 200, body: {} });
    await settled();
    expect(defects).toEqual([new Error('defect')]);
    expect(of('buy')).not.toBe(form);
  });
});

describe('what the tab keeps of an order form (SESSION-06)', () => {
  it('is what the user filled in, and nothing that was filled in for them', () => {
    expect(keptText(withSeed(EMPTY_DRAFT, '0.002'))).toBe('');
    const text = recalledDraft(keptText(withTyped(EMPTY_DRAFT, 'quantity', '1,5')));
    expect([text.price, text.quantity, text.isTouched.quantity]).toEqual(['', '1,5', true]);
  });

  it.each(['null', '7', 'no json', '{"price":5}'])(
    'is nothing where this product did not write it: %s',
    (text) => {
      expect(recalledDraft(text)).toEqual(EMPTY_DRAFT);
    },
  );
});

describe('a form that a screen opens', () => {
  const typed = keptText(withTyped(EMPTY_DRAFT, 'quantity', '1,5'));

  async function openedBy(signedIn: string | null, screen: string | null): Promise<string | undefined> {
    const services = {
      drafts: { read: (user: string) => (user === 'ann' ? typed : '') },
      keptOrders: { recall: () => null },
    } as unknown as Partial<App['services']>;
    const outcomes = { noteForm: () => undefined } as unknown as App['outcomes'];
    const user = signedIn === null ? null : { id: signedIn };
    const app = appOf({ user, services, app: { outcomes } }, []);
    await settled();
    openOrderForm(app, PAIR, 'buy', screen);
    return selectForm(orderFormsOf(app).getSnapshot(), PAIR, 'buy')?.getSnapshot().context.draft.quantity;
  }

  it.each([
    ['ann', '1,5'],
    ['ben', ''],
    [null, ''],
  ])('has what its user had typed: %s %j (ORDER-06)', async (user, quantity) => {
    expect(await openedBy(user, user)).toBe(quantity);
  });

  it.each([
    [null, 'ann'],
    ['ben', 'ann'],
    ['ann', null],
  ])('where %s came, a screen of %s opens none (SESSION-17)', async (signedIn, screen) => {
    expect(await openedBy(signedIn, screen)).toBeUndefined();
  });
});
