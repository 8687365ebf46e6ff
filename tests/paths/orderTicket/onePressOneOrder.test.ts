import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { createOrderTicketWiring } from '../../../src/app/wiring/orderTicket.ts';
import { orderTicketMachine, type OrderPress } from '../../../src/machines/orderTicket/index.ts';
import { TestClock } from '../tools/clock.ts';
import { scriptedNetwork, type Reply } from '../tools/ports.ts';
import { NOW, PAIR, PRESSES, SETTINGS } from './cases.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

const GESTURES = [
  'user.edit',
  'user.confirm',
  'user.decline',
  'user.retry',
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
  | { readonly kind: 'wait'; readonly value: number };
const wait = fc.constantFrom(0, 999, 4999, 9000);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('press' as const), value: press }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('gesture' as const), value: gesture }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), value: answer }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), value: wait }) },
);

/** Answers that say that the order was not, or was, placed: after one of them the same press must not leave again. */
const isFinal = (reply: Reply): boolean =>
  typeof reply === 'object' && (reply.status === 200 || reply.status === 422) && !Array.isArray(reply.body);

/** Plays the steps. @returns what was sent and pressed, for the rules below. */
async function play(steps: readonly Step[], usesIntents: boolean) {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => undefined, usesIntents);
  const clock = new TestClock(NOW);
  const actor = createActor(
    orderTicketMachine.provide(
      createOrderTicketWiring({
        http: network.http,
        watchSettings: (_pair, { loaded }) => {
          loaded(SETTINGS);
          return { retry: () => undefined, stop: () => undefined };
        },
        noteOwnChange: () => undefined,
      }),
    ),
    { clock, input: { pair: PAIR, side: 'buy', usesIntents, allowsMarket: false } },
  ).start();
  let presses = 0;
  let most = 0;
  const ended = new Set<string>();
  const sentAfterEnd: string[] = [];
  let last = '';
  let seen = 0;
  const look = (): void => {
    most = Math.max(most, network.open().filter((title) => title.startsWith('POST')).length);
    for (; seen < effects.length; seen += 1) {
      const intent = / key=(\S+)$/.exec(effects[seen] ?? '')?.[1];
      if (intent === undefined) continue;
      if (ended.has(intent)) sentAfterEnd.push(intent);
      last = intent;
    }
  };
  for (const { kind, value } of steps) {
    if (kind === 'press') {
      presses += 1;
      // Every press of a user has an intent of its own.
      actor.send({ type: 'user.submit', press: { ...value, intent: `i${presses}` } });
    } else if (kind === 'gesture') actor.send({ type: value });
    else if (kind === 'wait') clock.advance(value);
    else if (network.open()[0]?.startsWith('POST')) {
      network.reply(value);
      if (isFinal(value)) ended.add(last);
    } else if (network.open().length > 0) {
      // Lists are read in pairs, and mostly they come.
      network.reply(typeof value === 'object' && value.status < 429 ? { status: 200, body: [] } : value);
    }
    await settled();
    look();
  }
  const orders = effects.filter((effect) => effect.startsWith('POST'));
  const intents = new Set(orders.map((effect) => / key=(\S+)$/.exec(effect)?.[1]));
  actor.stop();
  return { presses, orders, intents, most, sentAfterEnd };
}

describe('whatever happens, in whatever order', () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });

  it('with intents: one press is at most one order, and a decided one never leaves again', async () => {
    let played = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { presses, intents, most, sentAfterEnd, orders } = await play(list, true);
        expect(most).toBeLessThanOrEqual(1);
        expect(intents.size).toBeLessThanOrEqual(presses);
        expect(intents.has(undefined)).toBe(false);
        expect(sentAfterEnd).toEqual([]);
        played += orders.length;
      }),
      { numRuns: 600 },
    );
    expect(played).toBeGreaterThan(500);
  }, 60_000);

  it('without intents: nothing is ever sent twice', async () => {
    let played = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { presses, orders, most } = await play(list, false);
        expect(most).toBeLessThanOrEqual(1);
        expect(orders.length).toBeLessThanOrEqual(presses);
        played += orders.length;
      }),
      { numRuns: 600 },
    );
    expect(played).toBeGreaterThan(100);
  }, 60_000);
});
