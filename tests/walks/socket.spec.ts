import type { Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { socketMachine } from '../../src/machines/socket/socket.machine.ts';
import { feesFeedModel, frameOf } from '../models/feesFeed.model.ts';
import { socketModel } from '../models/socket.model.ts';
import { goInPage } from '../e2e/support/inPage.ts';
import { keepPage, sayNetwork, turnPage } from '../e2e/support/pageFacts.ts';
import { walkScreen, type WalkContext } from '../e2e/support/screenWalk.ts';
import { ScriptedLine, type LineFacts } from '../e2e/support/scriptedLine.ts';
import { looksOf, type StateName } from '../e2e/support/stateNames.ts';
import { expect } from '../e2e/support/test.ts';
import { letPageHear, openStopped } from '../e2e/support/time.ts';
import { hush } from '../e2e/support/toasts.ts';

// The socket from its other end, on a screen with network fees and on one without.

type Snapshot = SnapshotFrom<typeof socketMachine>;
type At = WalkContext<typeof socketMachine>;

const STAYS = 'a subscriber who stays';
const MOVES = 'a subscriber who comes and goes';
const REFUSED = 'an address that the browser refuses';

const [ofOne, ofTwo] = socketModel.variants;
if (!ofOne || !ofTwo) throw new Error('the model has no variants');
const listening = ofTwo.events
  .filter(({ name }) => name.endsWith(' fees'))
  .map(({ name, event }) => ({ name, event }));
const speaking = ofOne.events.filter(({ name }) => !name.startsWith('subscription'));
const variantOf = (name: string): typeof ofOne => ({
  ...ofOne,
  name,
  events: name === REFUSED ? listening.slice(0, 1) : [...speaking, ...listening],
  outcomes: name === REFUSED ? (ofOne.outcomes ?? {}) : {},
});

interface Look {
  readonly link: LineFacts['link'];
  /** Without an answer. */
  readonly pings: number;
  readonly hasGivenUp: boolean;
}

const none: Look = { link: 'none', pings: 0, hasGivenUp: false };
const open: Look = { ...none, link: 'open' };

/** States without a link differ in what comes next. */
const LOOKS: Readonly<Record<StateName<Snapshot['value']>, Look>> = {
  idle: none,
  'linked.connecting': { ...none, link: 'opening' },
  'linked.connected.heartbeat.resting': open,
  'linked.connected.heartbeat.unanswered': { ...open, pings: 1 },
  'linked.connected.hearing.listening': open,
  'linked.connected.hearing.probing': { ...open, pings: 1 },
  waiting: none,
  exhausted: { ...none, hasGivenUp: true },
  offline: none,
  suspended: none,
};

const GAVE_UP = 'Unable to connect to server. Please check your connection.';
const MAX_ATTEMPTS = 5;

const isUsed = ({ context }: Snapshot): boolean => (context.subscriptions.fees ?? 0) > 0;
const isFirst = ({ context }: Snapshot): boolean => context.attempt === 0;
const isConnecting = (snapshot: Snapshot): boolean => snapshot.matches({ linked: 'connecting' });
const isResting = (snapshot: Snapshot): boolean =>
  snapshot.matches({ linked: { connected: { heartbeat: 'resting', hearing: 'listening' } } });
const isUnanswered = (snapshot: Snapshot): boolean =>
  snapshot.matches({ linked: { connected: { heartbeat: 'unanswered', hearing: 'listening' } } });

/** The first link opens with fees; later the screen offers to try again. */
function happensToWhoStays(name: string, snapshot: Snapshot): boolean {
  const isOpen = snapshot.matches({ linked: 'connected' });
  if (isConnecting(snapshot) && isFirst(snapshot)) return name === 'link.opened';
  switch (name) {
    case 'subscription.added fees':
      return snapshot.matches('idle');
    case 'page.offline':
    case 'page.leaving':
      return isOpen;
    // The link's own pause comes first.
    case 'after heartbeat':
      return isResting(snapshot);
    case 'after silenceLimit':
      return isUnanswered(snapshot);
    default:
      return !name.startsWith('subscription') && name !== 'route.changed';
  }
}

/** A change of the route makes a waiting socket try again, so only pages without listeners move. */
function happensToWhoMoves(name: string, snapshot: Snapshot): boolean {
  const isHere = isUsed(snapshot);
  const isCalm = isResting(snapshot) && isFirst(snapshot);
  switch (name) {
    case 'subscription.added fees':
      return !isHere && !snapshot.matches('waiting') && !snapshot.matches('suspended');
    case 'subscription.removed fees':
      return isHere && (isCalm || isConnecting(snapshot) || snapshot.matches('offline'));
    case 'subscription.renewed fees':
      return isHere && isCalm;
    case 'route.changed':
      return !isHere;
    case 'page.offline':
    case 'page.leaving':
      return isCalm;
    case 'page.online':
      return snapshot.matches('offline');
    case 'link.failed':
      return isConnecting(snapshot) && snapshot.context.isFirstLink;
    case 'after heartbeat':
      return !isHere && isResting(snapshot);
    default:
      return ['link.opened', 'link.closed', 'page.restored', 'after retryPause'].includes(name);
  }
}

/** Nothing is tried, however long it lasts. */
async function rest(page: Page): Promise<void> {
  const line = new ScriptedLine(page);
  const before = await line.tries();
  await page.clock.fastForward(60_000);
  await letPageHear(page);
  expect(await line.tries()).toBe(before);
}

async function go(page: Page, path: '/fees' | '/faq' | '/terms'): Promise<void> {
  await goInPage(page, path);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`));
}

/** Closes the earlier toast first. */
const afterGivingUp =
  (gesture: (page: Page) => Promise<void>) =>
  async (page: Page, { snapshot }: At): Promise<void> => {
    if (snapshot.matches('exhausted')) await hush(page);
    await gesture(page);
  };

const FEES = feesFeedModel.variants[0]?.events.find(({ name }) => name === 'all of one')?.event;

walkScreen({
  model: { ...socketModel, variants: [STAYS, MOVES, REFUSED].map(variantOf) },
  shows: (page) => page.getByRole('region', { name: 'Order book' }),
  takes: 'transitions',
  happens: (name, snapshot, variant) => {
    // The fees need no session, so an older link changes nothing here.
    if (name === 'session.changed') return false;
    if (variant.name === STAYS) return happensToWhoStays(name, snapshot);
    if (variant.name === MOVES) return happensToWhoMoves(name, snapshot);
    return snapshot.matches('idle') || /^(link: address refused|after retryPause)$/.test(name);
  },
  open: async (page, { name }) => {
    const line = new ScriptedLine(page);
    await line.start();
    await openStopped(page, '/fees');
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return (await line.facts()).link;
      })
      .toBe('opening');
    // Toasts are a lazy part.
    await line.fail();
    const said = page.getByText('WebSocket connection error');
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return said.isVisible();
      })
      .toBe(true);
    await hush(page);
    for (const path of ['/terms', '/faq'] as const) await go(page, path);
    // Without listeners a lost network lets the socket rest.
    await sayNetwork(page, 'offline');
    await sayNetwork(page, 'online');
    await line.set({ isRefused: name === REFUSED });
  },
  gestures: {
    'subscription.added fees': afterGivingUp((page) => go(page, '/fees')),
    'subscription.removed fees': (page) => go(page, '/faq'),
    'subscription.renewed fees': async (page) => {
      const line = new ScriptedLine(page);
      const { unsubscribed } = await line.facts();
      await page.clock.fastForward(10_000);
      await page.getByRole('button', { name: 'Try again' }).click();
      expect((await line.facts()).unsubscribed).toBe(unsubscribed + 1);
    },
    'route.changed': afterGivingUp(async (page) =>
      go(page, new URL(page.url()).pathname === '/faq' ? '/terms' : '/faq'),
    ),
    'user.reconnect': afterGivingUp((page) => page.getByRole('button', { name: 'Try again' }).click()),
    'page.online': afterGivingUp((page) => sayNetwork(page, 'online')),
    'page.visible': afterGivingUp(async (page) => {
      await turnPage(page, 'hidden');
      await turnPage(page, 'visible');
    }),
    'page.offline': async (page) => {
      await sayNetwork(page, 'offline');
      await rest(page);
    },
    'page.leaving': async (page) => {
      await keepPage(page, 'pagehide');
      await rest(page);
    },
    'page.restored': (page) => keepPage(page, 'pageshow'),
    'link.opened': async (page, { snapshot, variant }) => {
      const line = new ScriptedLine(page);
      await line.accept();
      if (variant.name === STAYS && isFirst(snapshot)) await line.say(frameOf(FEES ?? { type: '' }, 0));
    },
    'link.closed': (page) => new ScriptedLine(page).end(),
    'link.failed': (page) => new ScriptedLine(page).fail(),
    'link.heard': async (page) => {
      // The socket is notified at most once a second; timers must not come nearer.
      await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 1000);
      await new ScriptedLine(page).say({ type: 'pong' });
    },
    'link.pinged': (page) => new ScriptedLine(page).say({ type: 'ping' }),
  },
  // It came when the link was to be opened.
  answers: { 'address refused': async () => undefined },
  timers: {
    connectLimit: (page) => page.clock.fastForward(10_000),
    heartbeat: (page) => page.clock.fastForward(30_000),
    silenceLimit: (page) => page.clock.fastForward(45_000),
    probeLimit: (page) => page.clock.fastForward(3000),
    retryPause: (page) => page.clock.fastForward(20_000),
  },
  facts: (snapshot, variant) => {
    const hasGivenUp = snapshot.context.attempt === MAX_ATTEMPTS;
    const looks =
      variant.name === REFUSED && isConnecting(snapshot)
        ? [LOOKS[hasGivenUp ? 'exhausted' : 'waiting']]
        : looksOf(snapshot, LOOKS);
    const link = looks[0]?.link ?? 'none';
    return {
      link,
      pings: looks.reduce((sum, { pings }) => sum + pings, 0),
      hasGivenUp: looks.some((look) => look.hasGivenUp),
      topics: link === 'open' && isUsed(snapshot) ? 'fees' : '',
    };
  },
  read: (page) =>
    page.evaluate((words) => {
      const { link, pings, topics } = line.facts();
      const said = document.querySelector('section[aria-label="Notifications"]')?.textContent ?? '';
      return { link, pings, topics, hasGivenUp: said.includes(words) };
    }, GAVE_UP),
  unreachable: {
    'socket.linked | session.changed#0 -> socket.linked':
      'the fees need no session; `tests/e2e/live.spec.ts` follows an account',
    'socket.linked.connected | subscription.added#1 -> (stay)':
      'no screen listens to a topic twice, and one is left before the next is entered',
    'socket.linked.connected | subscription.removed#1 -> (stay)':
      'no screen listens to a topic twice, and one is left before the next is entered',
  },
});
