import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { sessionImplementations, WARNING } from '../../../src/machines/session/session.actors.ts';
import { sessionMachine, type StoredSession } from '../../../src/machines/session/index.ts';
import type { PageFact } from '../../../src/services/page.ts';
import type { TabMessage } from '../../../src/services/tabs.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function openTab(lasts: number) {
  const clock = new TestClock();
  const ann: StoredSession = {
    user: {
      id: 'a1',
      email: 'ann@example.org',
      username: 'Ann',
      role: null,
      twoFactorEnabled: false,
      lastLogin: null,
      securityRisk: false,
      securityCooldownUntil: null,
      securityRiskReason: null,
    },
    expiresAt: clock.now() + lasts,
  };
  const listeners = new Set<(fact: PageFact) => void>();
  const tabs = new Set<(message: TabMessage) => void>();
  const kept: { session: StoredSession | null } = { session: ann };
  const forget = (): void => {
    kept.session = null;
  };
  const network = scriptedNetwork([]);
  const actor = createActor(
    sessionMachine.provide(
      sessionImplementations({
        http: network.http,
        clock,
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
    { input: { stored: null }, clock: new TestClock() },
  );
  const toasts: string[] = [];
  actor.on('toast', ({ key }) => toasts.push(key));
  actor.start();
  for (const hear of tabs) hear({ type: 'signedIn', session: ann });
  return {
    ann,
    clock,
    actor,
    kept,
    network,
    toasts,
    say: (...facts: PageFact[]) => facts.forEach((fact) => listeners.forEach((hear) => hear(fact))),
    state: () => JSON.stringify(actor.getSnapshot().value),
  };
}

const STEADY = '{"signedIn":"steady"}';
const EXPIRING = '{"signedIn":"expiring"}';

describe('the end of a session', () => {
  it('is told minutes before, and comes on time', () => {
    const { clock, state, toasts, kept } = openTab(HOUR);
    clock.advance(HOUR - WARNING - 1);
    expect(state()).toBe(STEADY);
    clock.advance(1);
    expect(state()).toBe(EXPIRING);
    clock.advance(WARNING - 1);
    expect(state()).toBe(EXPIRING);
    clock.advance(1);
    expect(state()).toBe('"visitor"');
    expect(toasts).toEqual(['toast.sessionEnded']);
    expect(kept.session).toBeNull();
    expect(clock.pending).toBe(0);
  });

  it('comes on time after 60 days, beyond what a timer of the browser can hold', () => {
    const { clock, state } = openTab(60 * DAY);
    clock.advance(60 * DAY - WARNING - 1);
    expect(state()).toBe(STEADY);
    clock.advance(1 + WARNING);
    expect(state()).toBe('"visitor"');
  });

  it.each<PageFact>(['visible', 'restored', 'online', 'woke'])(
    'is noticed when the machine slept over it and wakes: %s',
    (fact) => {
      const { clock, state, say, toasts } = openTab(HOUR);
      clock.jump(2 * HOUR);
      expect(state()).toBe(STEADY);
      say(fact);
      expect(state()).toBe('"visitor"');
      expect(toasts).toEqual(['toast.sessionEnded']);
    },
  );

  it('is that of the login that came last', () => {
    const { ann, actor, clock, state } = openTab(HOUR);
    actor.send({
      type: 'login.succeeded',
      session: { ...ann, expiresAt: ann.expiresAt + HOUR },
    });
    clock.advance(HOUR);
    expect(state()).toBe(STEADY);
    clock.advance(HOUR);
    expect(state()).toBe('"visitor"');
  });

  it('that is near is told at once on waking, and once', () => {
    const { clock, state, say } = openTab(HOUR);
    clock.jump(HOUR - 1000);
    say('visible', 'visible');
    expect(state()).toBe(EXPIRING);
    clock.advance(1000);
    expect(state()).toBe('"visitor"');
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

  it('tells again afterwards that the end is near', async () => {
    const { clock, say, state, network, ann, actor } = openTab(HOUR);
    clock.jump(HOUR - 1000);
    say('visible', 'woke');
    network.reply({ status: 200, body: { user_id: ann.user.id, username: 'Ann', email: ann.user.email } });
    await waitFor(actor, (snapshot) => !snapshot.hasTag('locked'));
    expect(state()).toBe(EXPIRING);
  });

  it('finds out that the session is gone, and does not say why: nobody told', () => {
    const { kept, say, state, toasts } = openTab(HOUR);
    kept.session = null;
    say('visible');
    expect(state()).toBe('"visitor"');
    expect(toasts).toEqual(['toast.sessionEnded']);
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
