import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { orderFormImplementations } from '../../../src/machines/orderForm/orderForm.actors.ts';
import { orderFormMachine } from '../../../src/machines/orderForm/orderForm.machine.ts';
import type { OrderPress } from '../../../src/machines/orderForm/orderForm.rules.ts';
import type { SentOrder } from '../../../src/domain/placedOrder.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork, type Reply } from '../../models/tools/ports.ts';
import { oneLook } from '../../models/tools/writes.ts';
import { NOW, PAIR, PRESSES, SETTINGS } from '../../models/orderForm.model.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

const GESTURES = [
  'user.edit',
  'user.confirm',
  'user.decline',
  'user.retry',
  'user.sendAgain',
  'user.checkAgain',
  'user.leave',
] as const;
const gesture = fc.constantFrom(...GESTURES);
const press = fc.constantFrom<OrderPress[]>(
  PRESSES.calm,
  PRESSES.other,
  PRESSES['crossing far'],
  PRESSES['price 0'],
);
const answer = fc.constantFrom<Reply>(
  { status: 200, body: { state: 'OPENED' } },
  { status: 200, body: [] },
  { status: 422, body: { message: 'No' } },
  { status: 409, body: {} },
  { status: 429, body: {}, retryAfter: 2 },
  { status: 401, body: {} },
  { status: 500, body: {} },
  'noAnswer',
  'silence',
);
type Step =
  | { readonly kind: 'press'; readonly value: OrderPress }
  | { readonly kind: 'gesture'; readonly value: (typeof GESTURES)[number] }
  | { readonly kind: 'answer'; readonly value: Reply }
  | { readonly kind: 'wait'; readonly value: number }
  /** A reload, or a new login of the same user: the connection is cut. */
  | { readonly kind: 'comeBack'; readonly value: null };
const wait = fc.constantFrom(0, 999, 4999, 9000, 61_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('press' as const), value: press }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('gesture' as const), value: gesture }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), value: answer }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), value: wait }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'comeBack', value: null } as const) },
);

/** @returns requests and presses. */
async function play(steps: readonly Step[], sendsKeys: boolean, isShort: boolean) {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => undefined, sendsKeys);
  const clock = new TestClock(NOW);
  let kept: SentOrder | null = null;
  const implementations = orderFormImplementations({
    http: network.http,
    watchSettings: (_pair, { loaded }) => {
      loaded(SETTINGS);
      return { retry: () => undefined, stop: () => undefined };
    },
    watchPrice: () => () => undefined,
    knownBefore: () => (isShort ? { orders: [], executions: [] } : null),
    keepSent: (order) => {
      kept = order;
      return () => (kept = null);
    },
    keepDraft: () => undefined,
    dropSent: () => (kept = null),
    noteOwnChange: () => undefined,
  });
  const { placeOrder } = implementations.actors;
  const machine = orderFormMachine.provide({
    ...implementations,
    actors: { ...implementations.actors, placeOrder: isShort ? oneLook(placeOrder) : placeOrder },
  });
  const open = () =>
    createActor(machine, { clock, input: { pair: PAIR, side: 'buy', allowsMarket: false, kept } }).start();
  let actor = open();
  let pressed = 0;
  let sentAgain = 0;
  let most = 0;
  const complaints: string[] = [];
  let seen = 0;
  const look = (step: Step): void => {
    const sent = effects.slice(seen).filter((effect) => effect.startsWith('POST'));
    seen = effects.length;
    most = Math.max(most, network.open().filter((title) => title.startsWith('POST')).length);
    // Lists may be read between the press and the request: their answer sends the first order of the press.
    const isGesture = step.kind === 'gesture';
    const mayLeave = isGesture
      ? /confirm|sendAgain/.test(step.value)
      : step.kind !== 'wait' && step.kind !== 'comeBack';
    if (sent.length > 1 || (sent.length === 1 && !mayLeave)) complaints.push(`${step.kind}: ${sent.join()}`);
  };
  for (const step of steps) {
    const { kind, value } = step;
    if (kind === 'press') {
      pressed += 1;
      // Every press has a key of its own.
      actor.send({ type: 'user.submit', press: { ...value, idempotencyKey: `i${pressed}` } });
    } else if (kind === 'gesture') {
      if (value === 'user.sendAgain' && actor.getSnapshot().can({ type: value })) sentAgain += 1;
      actor.send({ type: value });
    } else if (kind === 'comeBack') {
      actor.stop();
      while (network.open().length > 0) network.reply('noAnswer');
      await settled();
      const isLost = kept !== null;
      actor = open();
      // A repeat must wait until the outcome of the first is known.
      if (isLost && !actor.getSnapshot().hasTag('unknown')) complaints.push('forgot an order on its way');
    } else if (kind === 'wait') clock.advance(value);
    else if (network.open()[0]?.startsWith('POST')) network.reply(value);
    else if (network.open().length > 0) {
      // Lists are read in pairs.
      const reply = typeof value === 'object' && value.status < 429 ? { status: 200, body: [] } : value;
      for (let left = network.open().length; left > 0 && network.open().length > 0; left -= 1)
        network.reply(reply);
    }
    await settled();
    look(step);
  }
  const orders = effects.filter((effect) => effect.startsWith('POST'));
  const keys = orders.map((effect) => / key=(\S+)$/.exec(effect)?.[1]);
  actor.stop();
  return { pressed, sentAgain, orders: orders.length, keys, most, complaints };
}

describe.each([
  { keys: 'on', sendsKeys: true },
  { keys: 'off', sendsKeys: false },
])('whatever happens, in whatever order, keys $keys', ({ sendsKeys }) => {
  const steps = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });

  it.each([
    { search: 'one look', isShort: true },
    { search: 'as long as it takes', isShort: false },
  ])(
    'one press is at most one write, unless the user sends it again; a lost one is looked for with $search',
    async ({ isShort }) => {
      let played = 0;
      let again = 0;
      await fc.assert(
        fc.asyncProperty(steps, async (list) => {
          const { pressed, sentAgain, orders, keys, most, complaints } = await play(list, sendsKeys, isShort);
          expect(complaints).toEqual([]);
          expect(most).toBeLessThanOrEqual(1);
          expect(orders).toBeLessThanOrEqual(pressed + sentAgain);
          const once = new Set(keys);
          // With a key, every further write of a press was sent again by the user.
          expect(sendsKeys ? orders - once.size : 0).toBeLessThanOrEqual(sentAgain);
          expect(once.has(undefined)).toBe(!sendsKeys && orders > 0);
          played += orders;
          again += sentAgain;
        }),
        { numRuns: 400 },
      );
      expect(played).toBeGreaterThan(isShort ? 200 : 60);
      // A rule that is never reached proves nothing.
      expect(again).toBeGreaterThan(isShort ? 0 : -1);
    },
    60_000,
  );
});
