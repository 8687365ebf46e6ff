import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import {
  type SessionDependencies,
  sessionImplementations,
  WARNING,
} from '../../../src/machines/session/session.actors.ts';
import { sessionMachine, type StoredSession } from '../../../src/machines/session/session.machine.ts';
import type { PageFact } from '../../../src/services/page.ts';
import type { TabNews } from '../../../src/services/tabs.ts';
import { createServerClock } from '../../../src/services/serverClock.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';
import { someUser } from '../../samples.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** @param clock the device's. @param time the server's, as far as it is known */
function openTab(lasts: number, clock = new TestClock(), time: SessionDependencies['clock'] = clock) {
  const ann: StoredSession = { user: someUser(), expiresAt: new TestClock().now() + lasts };
  const listeners = new Set<(fact: PageFact) => void>();
  const tabs = new Set<(news: TabNews) => void>();
  const kept: { session: StoredSession | null } = { session: ann };
  const forget = (): void => {
    kept.session = null;
  };
  const network = scriptedNetwork([]);
  const timers = new TestClock();
  const actor = createActor(
    sessionMachine.provide(
      sessionImplementations({
        http: network.http,
        clock: time,
        store: {
          peek: () => kept.session,
          write: (session) => {
            kept.session = session;
          },
          clearUser: forget,
          clear: forget,
          clearPreferences: () => undefined,
          clearEverything: forget,
        },
        drafts: { hold: () => undefined, forget: () => undefined },
        tabs: { tell: () => undefined, listen: (hear) => (tabs.add(hear), () => tabs.delete(hear)) },
        page: { listen: (hear) => (listeners.add(hear), () => listeners.delete(hear)) },
      }),
    ),
    { input: { stored: null }, clock: timers },
  );
  const toasts: string[] = [];
  actor.on('toast', ({ key }) => toasts.push(key));
  actor.start();
  for (const hear of tabs) hear({ type: 'signedIn', session: ann });
  return {
    hear: (...news: TabNews[]) => news.forEach((one) => tabs.forEach((tell) => tell(one))),
    ann,
    clock,
    timers,
    actor,
    kept,
    network,
    toasts,
    say: (...facts: PageFact[]) => facts.forEach((fact) => listeners.forEach((hear) => hear(fact))),
    state: () => JSON.stringify(actor.getSnapshot().value),
  };
}

type Tab = ReturnType<typeof openTab>;

const STEADY = '{"signedIn":"steady"}';
const NOBODY = '{"visitor":"nobody"}';
const EXPIRING = '{"signedIn":"expiring"}';

/** A tab with a stored session, on a device whose clock is off; and its first answer. */
function openOff(lasts: number, off: number) {
  const now = new TestClock().now();
  const device = new TestClock(now + off);
  const elapsed = (): number => device.now() - now - off;
  const time = createServerClock(device, elapsed);
  const tab = openTab(lasts, device, time);
  time.listen(() => tab.say('clockSet'));
  return { ...tab, device, hear: () => time.hear(new Date(device.now() - off).toUTCString(), elapsed()) };
}

describe('the end of a session', () => {
  it.each([5, -5, 72, -72].map((hours) => [hours]))(
    'is when the server sets it, where the device is %i h off (TIME-01)',
    (hours) => {
      const { state, device, hear, toasts } = openOff(12 * HOUR, hours * HOUR);
      // Without an answer nobody knows; the device's clock proves nothing.
      device.advance(60_000);
      expect(toasts).toEqual([]);
      hear();
      expect(state()).toMatch(/signedIn/);
      device.advance(11 * HOUR);
      expect(state()).toBe(STEADY);
      device.advance(HOUR - WARNING - 59_000);
      expect(state()).toBe(EXPIRING);
      device.advance(WARNING);
      expect(state()).toBe(NOBODY);
      expect(toasts).toEqual(['toast.sessionEnded']);
    },
  );

  it('is found by the first answer, where the device is right and the session over (TIME-01)', () => {
    const { state, device, hear, toasts } = openOff(-HOUR, 0);
    device.advance(60_000);
    expect(state()).toMatch(/signedIn/);
    hear();
    device.advance(10_000);
    expect(state()).toBe(NOBODY);
    expect(toasts).toEqual(['toast.sessionEnded']);
  });

  it('is announced minutes before, and comes on time', () => {
    const { clock, state, toasts, kept } = openTab(HOUR);
    clock.advance(HOUR - WARNING - 1);
    expect(state()).toBe(STEADY);
    clock.advance(1);
    expect(state()).toBe(EXPIRING);
    clock.advance(WARNING - 1);
    expect(state()).toBe(EXPIRING);
    clock.advance(1);
    expect(state()).toBe(NOBODY);
    expect(toasts).toEqual(['toast.sessionEnded']);
    expect(kept.session).toBeNull();
    expect(clock.pending).toBe(0);
  });

  it('comes on time after 60 days, beyond what a timer of the browser can hold', () => {
    const { clock, state } = openTab(60 * DAY);
    clock.advance(60 * DAY - WARNING - 1);
    expect(state()).toBe(STEADY);
    clock.advance(1 + WARNING);
    expect(state()).toBe(NOBODY);
  });

  it.each<PageFact>(['visible', 'restored', 'online', 'woke'])(
    'is noticed when the machine slept over it and wakes: %s',
    (fact) => {
      const { clock, state, say, toasts } = openTab(HOUR);
      clock.jump(2 * HOUR);
      expect(state()).toBe(STEADY);
      say(fact);
      expect(state()).toBe(NOBODY);
      expect(toasts).toEqual(['toast.sessionEnded']);
    },
  );

  it('is that of the login that came last', () => {
    const { ann, actor, clock, state } = openTab(HOUR);
    actor.send({ type: 'login.succeeded', session: { ...ann, expiresAt: ann.expiresAt + HOUR } });
    clock.advance(HOUR);
    expect(state()).toBe(STEADY);
    clock.advance(HOUR);
    expect(state()).toBe(NOBODY);
  });

  it('that is near is announced at once on waking, and once', () => {
    const { clock, state, say } = openTab(HOUR);
    clock.jump(HOUR - 1000);
    say('visible', 'visible');
    expect(state()).toBe(EXPIRING);
    clock.advance(1000);
    expect(state()).toBe(NOBODY);
  });
});

describe('a page that was frozen', () => {
  it('asks whether the session still holds when the network is back', () => {
    const { say, state } = openTab(HOUR);
    say('online');
    expect(state()).toBe('{"signedIn":"validating"}');
  });

  it.each<PageFact>(['restored', 'woke'])('shows nothing before the session is confirmed: %s', (fact) => {
    const { say, state } = openTab(HOUR);
    say(fact);
    expect(state()).toBe('{"signedIn":{"locked":"asking"}}');
  });

  it('announces again afterwards that the end is near', async () => {
    const { clock, say, state, network, ann, actor } = openTab(HOUR);
    clock.jump(HOUR - 1000);
    say('visible', 'woke');
    network.reply({ status: 200, body: { user_id: ann.user.id, username: 'Ann', email: ann.user.email } });
    await waitFor(actor, (snapshot) => !snapshot.hasTag('locked'));
    expect(state()).toBe(EXPIRING);
  });

  it('finds out that the session is gone, without a reason: nobody sent one', () => {
    const { kept, say, state, toasts, timers } = openTab(HOUR);
    kept.session = null;
    say('visible');
    expect(state()).toBe('{"visitor":"unexplained"}');
    timers.advance(1000);
    expect(state()).toBe(NOBODY);
    expect(toasts).toEqual(['failure.unauthorized']);
  });

  it('finds out that somebody else logged in', () => {
    const { kept, say, actor, ann, toasts } = openTab(HOUR);
    kept.session = { ...ann, user: { ...ann.user, id: 'b1', username: 'Ben' } };
    say('restored');
    expect(actor.getSnapshot().context.session?.user.username).toBe('Ben');
    expect(toasts).toEqual(['toast.accountSwitched']);
  });

  it('takes the longer session that another tab got meanwhile', () => {
    const { kept, say, state, ann, clock } = openTab(HOUR);
    kept.session = { ...ann, expiresAt: ann.expiresAt + HOUR };
    clock.jump(HOUR + 1);
    say('visible');
    expect(state()).toBe(STEADY);
  });
});

describe('the end of a session in another tab', () => {
  const out = ({ ann }: Tab): TabNews => ({ type: 'signedOut', session: ann });
  const ended = ({ ann }: Tab): TabNews => ({ type: 'sessionEnded', session: ann });
  const gone = (): TabNews => ({ type: 'sessionGone' });
  const ben = ({ ann }: Tab): TabNews => ({
    type: 'signedIn',
    session: { expiresAt: ann.expiresAt + 5, user: { ...ann.user, id: 'b1', username: 'Ben' } },
  });

  // Storage and channel are two ways, and either may be the faster one.
  it.each([
    ['a logout, heard first', [out, gone, gone], ['toast.signedOutElsewhere']],
    ['a logout, seen first', [gone, gone, out], ['toast.signedOutElsewhere']],
    ['a logout between the two keys', [gone, out, gone], ['toast.signedOutElsewhere']],
    ['an expiry, heard first', [ended, gone], ['toast.sessionEnded']],
    ['an expiry, seen first', [gone, ended], ['toast.sessionEnded']],
    ['a removal that nobody explains', [gone], ['failure.unauthorized']],
    ['another user before the explanation', [gone, ben, out, ended], []],
    ['a switch, and the end of what was before', [ben, ended, out], ['toast.accountSwitched']],
  ])('%s, is reported as what it is (SESSION-17)', (_title, steps, said) => {
    const tab = openTab(HOUR);
    for (const step of steps) tab.hear(step(tab));
    tab.timers.advance(5000);
    expect(tab.toasts).toEqual(said);
    const isBens = steps.includes(ben);
    expect(tab.actor.getSnapshot().context.session?.user.username).toBe(isBens ? 'Ben' : undefined);
  });
});
