import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { withdrawalImplementations } from '../../../src/machines/withdrawal/withdrawal.actors.ts';
import type {
  SlatepackExchangeInput,
  slatepackExchangeMachine,
} from '../../../src/machines/withdrawal/slatepackExchange.machine.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { oneLook } from '../../models/tools/writes.ts';
import { slatepackExchangeModel } from '../../models/slatepackExchange.model.ts';
import { NOW, REPLIES } from '../../models/withdrawal.model.ts';
import { PASSWORD } from '../edge/harness.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type VenueWorld, type WalkContext } from './tools/venueWalk.ts';
import {
  newVisitor,
  nextCode,
  startWalkedVenue,
  type Fault,
  type Visitor,
  type WalkedVenue,
} from './tools/visitor.ts';

type Machine = typeof slatepackExchangeMachine;
type At = WalkContext<Machine>;

/** Blocks after which the venue calls a GRIN payment completed. */
const GRIN_BLOCKS = 40;

let venue: WalkedVenue;
let owner: Visitor;
/** A user with two-factor, and the secret. */
let guarded: Visitor;
let secret = '';
beforeAll(async () => {
  venue = await startWalkedVenue();
  owner = await newVisitor(venue);
  const { wallet_address: address } = await owner.call('/sandbox/grin');
  guarded = await newVisitor(venue);
  for (const visitor of [owner, guarded]) {
    await visitor.call('/user/refund-address', { coin_ticker: 'GRIN', address });
    await visitor.call('/sandbox/fund', { coin: 'GRIN', amount: '1000' });
  }
  secret = String((await guarded.call('/auth/2fa/enable', {})).secret);
  await guarded.call('/auth/2fa/verify', { code: nextCode(venue, secret), password: PASSWORD });
});
afterAll(() => venue.close());

async function open(input: SlatepackExchangeInput, by: Visitor): Promise<VenueWorld<Machine>> {
  await by.call('/sandbox/reset-limits', {});
  const network = heldNetwork({ origin: venue.origin, browser: () => by.browser });
  /** The code that was sent last. */
  let code = '';
  const newCode = (): string => {
    code = nextCode(venue, secret);
    return code;
  };
  const withdraw = (twoFactorCode: string) =>
    by.call('/withdrawal/withdrawals/create', {
      currency: 'GRIN',
      amount: '1.5',
      address: '',
      two_factor_code: twoFactorCode,
    });
  const told = await withdraw(by === guarded ? nextCode(venue, secret) : '');
  const id = String(told.withdrawal_id ?? told.id);
  const message = String(told.slatepack_message);
  let closeWindow = (): void => undefined;
  const { exchange } = withdrawalImplementations({
    http: network.http,
    followStatus: () => () => undefined,
    waitUntil: (_instant: number, reached: () => void) => {
      closeWindow = reached;
      return () => undefined;
    },
  } as never).actors;
  let reply: string | null = null;
  /** The reply of the user's wallet; the same one when asked again. */
  const goodReply = async (): Promise<string> => {
    reply ??= String(
      (await owner.call('/sandbox/grin/receive', { slatepack_message: message })).slatepack_message,
    );
    return reply;
  };
  /** Completes it behind the chart's back. */
  const finish = async (): Promise<void> => {
    await by.call('/withdrawal/withdrawals/grin/finalize-withdrawal', {
      slatepack_message: await goodReply(),
      two_factor_code: by === guarded ? nextCode(venue, secret) : '',
    });
  };
  const nothing = async (): Promise<void> => undefined;
  const ordered = (call: string, fault: Fault) => () => owner.fail(call, fault);
  const pressed =
    (text: () => string | Promise<string>, type = 'user.finalize', takesCode = false) =>
    async (_at: At) => ({
      type,
      press: {
        privateReply: await text(),
        ...(takesCode ? { privateCode: newCode() } : {}),
        idempotencyKey: randomUUID(),
      },
    });
  const { finalize } = exchange.implementations.actors as { finalize: never };
  return {
    machine: exchange.provide({ actors: { finalize: oneLook(finalize) as never } }),
    isInvoked: true,
    input: { ...input, id, receipt: input.receipt && { ...input.receipt, slatepack: message } },
    clock: new TestClock(NOW),
    network,
    events: {
      'window closes': () => {
        closeWindow();
        return undefined;
      },
      'reply: good': pressed(goodReply),
      'reply: good, with a code': pressed(goodReply, 'user.finalize', true),
      'again: good': pressed(goodReply, 'user.finalizeAgain'),
      'again: good, with a code': pressed(goodReply, 'user.finalizeAgain', true),
      'reply: the message itself': pressed(() => message),
      'again: nothing': pressed(() => REPLIES.nothing, 'user.finalizeAgain'),
    },
    outcomes: {
      'cancelWithdrawal: done': nothing,
      'cancelWithdrawal: 409 signed already': ordered('cancelWithdrawal', 409),
      'cancelWithdrawal: no answer': ordered('cancelWithdrawal', 'refuse'),
      'finalize: broadcast': nothing,
      'finalize: code used': async () => void (await withdraw(code)),
      'finalize: 422 other slate': ordered('finalizeGrinWithdrawal', 422),
      'finalize: 400 without words': ordered('finalizeGrinWithdrawal', 400),
      'finalize: 500': ordered('finalizeGrinWithdrawal', 500),
      'finalize: no answer': ordered('finalizeGrinWithdrawal', 'refuse'),
      'finalize: look finds message': nothing,
      'finalize: look finds broadcast': finish,
      'finalize: look finds completed': async () => {
        await finish();
        await owner.call('/sandbox/mine', { coin: 'GRIN', blocks: GRIN_BLOCKS });
      },
      'finalize: look finds cancelled': async () => {
        await owner.call('/sandbox/fail-withdrawal', { withdrawal: id });
      },
      'finalize: look meets 404': ordered('withdrawalStatus', 404),
      'finalize: look meets 429': ordered('withdrawalStatus', 429),
      'finalize: look meets 500': ordered('withdrawalStatus', 500),
      'finalize: look meets no answer': ordered('withdrawalStatus', 'refuse'),
    },
  };
}

const always = 'the venue always says it';
const atOnce = 'the venue sends GRIN on in the moment in which it is finished';

walkAtVenue({
  model: slatepackExchangeModel,
  variants: slatepackExchangeModel.variants.map(({ name, input }) => ({
    of: name,
    open: () => {
      const given = input as SlatepackExchangeInput;
      return open(given, given.takesCode ? guarded : owner);
    },
    isOneWay: true,
  })),
  cannot: {
    'cancelWithdrawal: still awaited': 'the venue cancels in the moment in which it is asked',
    'status: *': 'asked again and again: walked on the actor',
    'finalize: broadcast without a hash': always,
    'finalize: not broadcast': 'the simulated chain takes every payment that the venue finished',
    'finalize: finalized': always,
    'finalize: 409': 'the venue gives a reason with each 409',
    'finalize: look finds still awaited': always,
    'finalize: look finds pending': atOnce,
    'finalize: look finds expired': 'the venue calls one that ran out cancelled',
    'reply: good with the amount': "the sandbox's wallet answers without the amount",
    'reply: encrypted': "the sandbox's wallet answers in plain text",
  },
  happens: (name, { context }) => name !== 'finalize: code used' || context.takesCode,
  unreachable: {
    'slatepackExchange.awaiting | status.read#0 [isSettled] -> slatepackExchange.over':
      'asked again and again: walked on the actor',
  },
});
