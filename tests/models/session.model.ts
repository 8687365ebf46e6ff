import { sessionImplementations } from '../../src/machines/session/session.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { refused, succeeded } from '../../src/domain/result.ts';
import { sessionMachine, type StoredSession } from '../../src/machines/session/index.ts';
import { calls } from '../../src/services/contract/index.ts';
import type { PageFact } from '../../src/services/page.ts';
import { createSessionStore } from '../../src/services/sessionStore.ts';
import type { TabMessage } from '../../src/services/tabs.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { World } from './tools/walk.ts';
import { ANN, ANN_LONGER, ANN_RENAMED, BEN, HOUR, NOW, sessionSpec, wire } from './session.spec.ts';
import { sessionPhrases } from './session.phrases.ts';

type Machine = typeof sessionMachine;
type Snapshot = ReturnType<typeof sessionMachine.getInitialSnapshot>;
type Ending = Outcome<Snapshot>;

const json = (body: unknown): Reply => ({ status: 200, body });
const down: Failure = { status: 503, code: 'server', retryable: true, cause: 'me 503' };

/** The server names the user; the session's end is known from the login. */
const confirming = (name: string, { user }: StoredSession): Ending[] =>
  [ANN.expiresAt, ANN_LONGER.expiresAt].map((expiresAt) => ({
    name,
    reply: json(wire(user)),
    done: succeeded({ user, expiresAt }),
    when: ({ context }) => context.session?.expiresAt === expiresAt,
  }));

const validate: readonly Ending[] = [
  ...confirming('Ann', ANN),
  ...confirming('Ann, renamed', ANN_RENAMED),
  ...confirming('Ben', BEN),
  {
    name: 'refused',
    reply: { status: 429, body: { message: 'Slow down' }, retryAfter: 3 },
    done: refused({ status: 429, text: 'Slow down', retryAfter: 3, code: 'tooMany', retryable: true }),
  },
  { name: 'server down', reply: { status: 503, body: undefined }, error: new OutageError(down) },
  {
    name: 'silence',
    reply: 'silence',
    error: new OutageError({ code: 'timeout', retryable: true, cause: 'AbortError' }),
  },
  {
    name: 'unreadable',
    reply: json({ id: 7 }),
    error: new OutageError({ status: 200, code: 'unreadable', retryable: false, cause: 'me 200' }),
  },
];

const signOut: readonly Ending[] = [
  { name: 'done', reply: json({ message: 'Signed out.' }), done: succeeded(null) },
  {
    name: 'refused',
    reply: { status: 409, body: { message: 'Another account', code: 'ACCOUNT_CHANGED' } },
    done: refused({
      status: 409,
      text: 'Another account',
      serverCode: 'ACCOUNT_CHANGED',
      code: 'refused',
      retryable: false,
    }),
  },
  {
    name: 'server down',
    reply: { status: 500, body: undefined },
    error: new OutageError({ status: 500, code: 'server', retryable: false, cause: 'logout 500' }),
  },
  {
    name: 'no answer',
    reply: 'noAnswer',
    error: new OutageError({ code: 'unreachable', retryable: false, cause: 'TypeError' }),
  },
];

/** One browser: storage, other tabs, page and network. */
function world(stored: StoredSession | null): World<Machine> {
  const effects: string[] = [];
  const kept = new Map<string, string>();
  const wallClock = new TestClock(NOW);
  const pageListeners = new Set<(fact: PageFact) => void>();
  const tabListeners = new Set<(message: TabMessage) => void>();
  const silent = createSessionStore({
    keys: () => [...kept.keys()],
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  });
  if (stored) silent.write(stored);
  const store = createSessionStore({
    keys: () => [...kept.keys()],
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => {
      effects.push(
        `write ${key} ${key === 'user' ? (JSON.parse(value) as { username: string }).username : value}`,
      );
      kept.set(key, value);
    },
    remove: (key) => {
      effects.push(`remove ${key}`);
      kept.delete(key);
    },
  });
  let send: (event: AnyEvent) => void = () => undefined;
  const unauthorized = (): void => send({ type: 'server.unauthorized' });
  const network = scriptedNetwork(effects, unauthorized);
  const others = scriptedNetwork([], unauthorized);
  const say = (fact: PageFact): void => {
    for (const hear of pageListeners) hear(fact);
  };
  const tell = (message: TabMessage): void => {
    for (const hear of tabListeners) hear(message);
  };
  return {
    machine: sessionMachine.provide(
      sessionImplementations({
        http: network.http,
        store,
        clock: wallClock,
        drafts: {
          hold: () => void effects.push('hold what was typed'),
          forget: () => void effects.push('forget what was typed'),
        },
        page: {
          listen: (hear) => {
            pageListeners.add(hear);
            return () => pageListeners.delete(hear);
          },
        },
        tabs: {
          tell: (message) =>
            effects.push(
              `tell ${message.type === 'signedIn' ? `signedIn ${message.session.user.username}` : message.type}`,
            ),
          listen: (hear) => {
            tabListeners.add(hear);
            return () => tabListeners.delete(hear);
          },
        },
      }),
    ),
    clock: new TestClock(),
    settle: (_invokeId, outcome) => network.reply(outcome.reply as Reply),
    drive: {
      'server.unauthorized': () => {
        const reply: Reply = { status: 401, body: { message: 'Sign in first.' } };
        if (network.open().length > 0) return network.reply(reply);
        void others.http.send(calls.balances, {});
        return others.reply(reply);
      },
      'session.doubted': () => say('online'),
      'session.slept': () => say('woke'),
      // Time does not move on, so that paths stay independent.
      'session.endsSoon': () => {
        const before = wallClock.now();
        wallClock.advanceToNext();
        wallClock.jump(before - wallClock.now());
      },
      'session.ended': () => {
        wallClock.jump(3 * HOUR);
        say('online');
        wallClock.jump(-3 * HOUR);
      },
      'tab.signedIn': (event) => {
        const session = event.session as StoredSession;
        silent.write(session);
        tell({ type: 'signedIn', session });
      },
      'tab.signedOut': () => {
        kept.clear();
        tell({ type: 'signedOut' });
      },
      'tab.sessionEnded': () => {
        kept.clear();
        tell({ type: 'sessionEnded' });
      },
    },
    attach: (actor) => {
      recordEmitted(effects)(actor);
      send = (event) => actor.send(event);
    },
    drain: () => effects.splice(0),
    leaks: () => [
      ...network.open(),
      ...[...pageListeners].map(() => 'a listener of the page'),
      ...[...tabListeners].map(() => 'a listener of the other tabs'),
      ...(wallClock.pending > 0 ? ['a timer of the expiry'] : []),
    ],
  };
}

const inside = (snapshot: Snapshot): boolean => snapshot.matches('signedIn');

const events: readonly EventCase<Machine>[] = [
  { name: 'log in as Ann', event: { type: 'login.succeeded', session: ANN } },
  { name: 'log in as Ben', event: { type: 'login.succeeded', session: BEN } },
  { name: 'log out', event: { type: 'user.signOut' } },
  { name: 'protected screen', event: { type: 'guard.entered' } },
  { name: '401', event: { type: 'server.unauthorized' } },
  { name: 'doubt', event: { type: 'session.doubted' }, when: inside },
  { name: 'slept', event: { type: 'session.slept' }, when: inside },
  { name: 'ask again', event: { type: 'user.retry' } },
  {
    name: 'ends soon',
    event: { type: 'session.endsSoon' },
    // Said once; behind the lock it may have been said before.
    when: (snapshot) =>
      inside(snapshot) &&
      !snapshot.matches({ signedIn: 'expiring' }) &&
      !snapshot.matches({ signedIn: 'deleting' }) &&
      !snapshot.hasTag('locked'),
  },
  { name: 'over', event: { type: 'session.ended' }, when: inside },
  { name: 'deleting', event: { type: 'account.deleting' } },
  { name: 'not deleted', event: { type: 'account.kept' } },
  { name: 'account deleted', event: { type: 'account.deleted', isConfirmed: true } },
  { name: 'account perhaps deleted', event: { type: 'account.deleted', isConfirmed: false } },
  { name: 'other tab: Ann', event: { type: 'tab.signedIn', session: ANN } },
  { name: 'other tab: Ann, longer', event: { type: 'tab.signedIn', session: ANN_LONGER } },
  { name: 'other tab: Ben', event: { type: 'tab.signedIn', session: BEN } },
  { name: 'other tab: out', event: { type: 'tab.signedOut' } },
  { name: 'other tab: gone', event: { type: 'tab.sessionEnded' } },
];

export const sessionModel: MachineModel<Machine> = {
  name: 'session',
  phrases: sessionPhrases,
  machine: sessionMachine,
  variants: [
    {
      name: 'Ann came back',
      input: { stored: ANN },
      events,
      outcomes: { validate, signOut },
      world: () => world(ANN),
    },
    {
      name: 'visitor',
      input: { stored: null },
      events,
      outcomes: { validate, signOut },
      world: () => world(null),
    },
  ],
  spec: sessionSpec,
  invariant: (snapshot) => {
    const isSomebody = snapshot.context.session !== null;
    if (isSomebody === snapshot.matches('visitor')) return 'a visitor is somebody, or somebody is nobody';
    if (snapshot.hasTag('deciding') !== snapshot.matches('checking')) return 'the tag deciding lies';
    if (snapshot.hasTag('locked') !== snapshot.matches({ signedIn: 'locked' })) return 'the tag locked lies';
    return snapshot.hasTag('signedIn') === snapshot.matches('signedIn') ? undefined : 'the tag signedIn lies';
  },
};
