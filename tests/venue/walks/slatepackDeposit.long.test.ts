import { afterAll, beforeAll } from 'vitest';
import { slatepackDepositImplementations } from '../../../src/machines/deposit/deposit.actors.ts';
import { slatepackDepositMachine } from '../../../src/machines/deposit/slatepackDeposit.machine.ts';
import { slatepackDepositModel } from '../../models/slatepackDeposit.model.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type VenueWorld } from './tools/venueWalk.ts';
import { newVisitor, startWalkedVenue, type Fault, type WalkedVenue } from './tools/visitor.ts';

type Machine = typeof slatepackDepositMachine;

const HOUR = 3_600_000;

let venue: WalkedVenue;
beforeAll(async () => {
  venue = await startWalkedVenue();
});
afterAll(() => venue.close());

/** @param isResumed starts with a deposit that waits for the wallet. */
async function open(isResumed: boolean): Promise<VenueWorld<Machine>> {
  const visitor = await newVisitor(venue);
  const { wallet_address: address } = await visitor.call('/sandbox/grin');
  await visitor.call('/user/refund-address', { coin_ticker: 'GRIN', address });
  const network = heldNetwork({ origin: venue.origin, browser: () => visitor.browser });
  const clock = new TestClock(Date.now());
  const begin = async (encrypted: boolean) => {
    // The walk may have advanced the page's clock; another deposit starts now.
    clock.jump(Date.now() - clock.now());
    const { slatepack_message: text } = await visitor.call('/sandbox/grin/send', { amount: '5', encrypted });
    return { type: 'user.submit', privateText: String(text) };
  };
  const ordered = (fault: Fault) => () => visitor.fail('receiveGrinDeposit', fault);
  const unread = (fault: Fault) => () => visitor.fail('depositStatus', fault);
  const { deposit_id: id, signed_slatepack_message: s2 } = isResumed
    ? await visitor.call('/deposit/deposits/grin/receive', {
        slatepack_message: (await begin(false)).privateText,
      })
    : {};
  return {
    machine: slatepackDepositMachine.provide(
      slatepackDepositImplementations({
        http: network.http,
        clock,
        page: { listen: () => () => undefined },
        invalidateDeposits: () => undefined,
      }),
    ),
    input: { minimum: '0.1', resumed: isResumed ? String(id) : null },
    clock: new TestClock(),
    network,
    events: {
      submit: () => begin(false),
      'submit encrypted': () => begin(true),
      'the window closed': () => {
        clock.advance(HOUR);
        return undefined;
      },
    },
    outcomes: {
      'receive: signed with an end': async () => undefined,
      'receive: refused': ordered(400),
      'receive: too many': ordered(429),
      'receive: server down': ordered(500),
      'receive: no answer': ordered('refuse'),
      'resume: waits': async () => undefined,
      'resume: posted': async () => {
        await visitor.call('/sandbox/grin/finalize', { slatepack_message: s2 });
      },
      'resume: not found': unread(404),
      'resume: server down': unread(500),
      'resume: no answer': unread('refuse'),
    },
  };
}

walkAtVenue({
  model: slatepackDepositModel,
  variants: [
    { of: 'GRIN', open: () => open(false) },
    { of: 'GRIN, resumed', open: () => open(true) },
  ],
  cannot: {
    'receive: signed': 'the venue says when the window ends',
    'submit the answer': 'what the venue signs is never the text of the model',
    'receive: unreadable': 'every answer of the venue can be read',
    'half an hour passed': 'the end of the window is known to the minute',
    'resume: unreadable': 'every answer of the venue can be read',
    'resume: kept back': 'the venue hands it out again',
    'resume: too late': 'the window of the venue would have to pass',
    'woke after the end': 'the end of the window is known to the minute',
  },
  unreachable: {
    'slatepackDeposit.signed.safe | window.narrowed#0 -> slatepackDeposit.signed.closing':
      'only where the server does not say when the window ends',
    'slatepackDeposit.resuming | xstate.done.actor.resume#1 [isKeptBack] -> slatepackDeposit.pasting':
      'the venue hands it out again',
  },
});
