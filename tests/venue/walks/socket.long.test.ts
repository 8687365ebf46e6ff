import { afterAll, beforeAll, vi } from 'vitest';
import { socketImplementations } from '../../../src/machines/socket/socket.actors.ts';
import { socketMachine } from '../../../src/machines/socket/socket.machine.ts';
import type { Topic } from '../../../src/machines/socket/socket.rules.ts';
import type { PageFact } from '../../../src/services/page.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { socketModel } from '../../models/socket.model.ts';
import { heldLink } from './tools/heldLink.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type WalkContext, type VenueWorld } from './tools/venueWalk.ts';
import { newVisitor, startWalkedVenue, type Visitor, type WalkedVenue } from './tools/visitor.ts';
import { textHub } from '../../models/tools/textHub.ts';

type Machine = typeof socketMachine;

/** How often the venue looks for silent clients, and after how long it pings them. Milliseconds. */
const SWEEP = 30_000;
const ASKED_AFTER = 60_000;

let venue: WalkedVenue;
let visitor: Visitor;
beforeAll(async () => {
  // The venue looks for silent clients with a timer, which the walk runs itself.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  venue = await startWalkedVenue();
  visitor = await newVisitor(venue);
});
afterAll(async () => {
  await venue.close();
  vi.useRealTimers();
});

async function open(): Promise<VenueWorld<Machine>> {
  await visitor.comeBack();
  const link = heldLink(venue.socketUrl, () => ({ cookie: visitor.browser.cookie }));
  const wallClock = new TestClock();
  const listeners = new Set<(fact: PageFact) => void>();
  const say =
    (...facts: readonly PageFact[]) =>
    (): undefined => {
      for (const fact of facts) for (const hear of listeners) hear(fact);
    };
  /** Topics whose first frame is still to come. */
  let awaited: string[] = [];
  const firstFrame = (topic: string): string => (topic === 'fees' ? 'fees_snapshot' : 'orderbook_snapshot');
  const subscribe = (topic: Topic) => (): { type: string; topic: Topic } => {
    awaited.push(firstFrame(topic));
    return { type: 'subscription.added', topic };
  };
  const topicsAt = ({ snapshot }: WalkContext<Machine>): string[] =>
    Object.keys(snapshot.context.subscriptions);
  return {
    machine: socketMachine.provide(
      socketImplementations({
        openLink: link.openLink,
        hub: textHub(wallClock.now),
        page: {
          isOnline: () => true,
          listen: (hear) => {
            listeners.add(hear);
            return () => listeners.delete(hear);
          },
        },
        clock: wallClock,
        random: () => 0.5,
      }),
    ),
    clock: new TestClock(),
    network: heldNetwork({ origin: venue.origin, browser: () => visitor.browser }),
    events: {
      'link.opened': async (at) => {
        await visitor.comeBack();
        await link.begin(venue.origin);
        awaited = topicsAt(at).map(firstFrame);
        return undefined;
      },
      // The venue refuses a page of another site; the browser sees a failed link.
      'link.failed': async () => {
        await link.begin('https://elsewhere.example');
        return undefined;
      },
      // The venue closes links whose session has ended.
      'link.closed': async () => {
        await visitor.leave();
        await link.tellEnd();
        return undefined;
      },
      'link.received': async ({ snapshot }) => {
        const isAsked =
          snapshot.matches({ linked: { connected: { heartbeat: 'unanswered' } } }) ||
          snapshot.matches({ linked: { connected: { hearing: 'probing' } } });
        wallClock.jump(1000);
        // All frames that the page subscribed to, and the answer to its ping.
        await link.deliver(...awaited, ...(isAsked ? ['pong'] : []));
        awaited = [];
        return undefined;
      },
      'link.pinged': async () => {
        venue.pass(ASKED_AFTER + 1);
        vi.advanceTimersByTime(SWEEP);
        // Earlier frames would be received first.
        await link.deliverOnly('ping');
        return undefined;
      },
      'page.online': say('online'),
      'page.offline': say('offline'),
      'page.visible': say('hidden', 'visible'),
      'page.leaving': say('leaving'),
      'page.restored': say('restored'),
      ...Object.fromEntries(
        (['fees', 'book:XMR-BTC'] as const).map((topic) => [`subscription.added ${topic}`, subscribe(topic)]),
      ),
    },
    outcomes: {},
  };
}

const REFUSED = 'no browser refuses the address of the venue';

walkAtVenue({
  model: socketModel,
  variants: [
    { of: 'one topic', open },
    { of: 'two topics', open },
  ],
  key: ({ value, context }) => ({ value, ...context }),
  happens: (name, snapshot) => {
    // A handshake that ends has failed; an open link is closed by the venue.
    if (name === 'link.failed') return snapshot.matches({ linked: 'connecting' });
    if (name === 'link.closed') return snapshot.matches({ linked: 'connected' });
    return true;
  },
  cannot: { 'link: address refused': REFUSED },
  unreachable: Object.fromEntries(
    ['#0 [isFirstLink] -> socket.waiting', '#1 [mayRetry] -> socket.waiting', '#2 -> socket.exhausted'].map(
      (end) => [`socket.linked | xstate.error.actor.link${end}`, REFUSED],
    ),
  ),
});
