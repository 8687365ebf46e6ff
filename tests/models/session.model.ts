import type { User } from '../../src/domain/account.ts';
import {
  type SessionContext,
  type SessionInput,
  type StoredSession,
  sessionMachine,
} from '../../src/machines/session/session.machine.ts';
import { sessionImplementations } from '../../src/machines/session/session.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { calls } from '../../src/services/contract/index.ts';
import type { PageFact } from '../../src/services/page.ts';
import { createSessionStore } from '../../src/services/sessionStore.ts';
import type { TabNews } from '../../src/services/tabs.ts';
import * as selectors from '../../src/machines/session/session.machine.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Sut } from './tools/walk.ts';
import { someUser } from '../samples.ts';

export const NOW = Date.UTC(2026, 0, 5, 12);
export const HOUR = 3_600_000;

const user = (id: string, username: string): User =>
  someUser({ id, email: `${id}@example.org`, username, role: 'user', lastLogin: NOW - HOUR });

export const ANN: StoredSession = { user: user('a1', 'Ann'), expiresAt: NOW + HOUR };
export const ANN_LONGER: StoredSession = { ...ANN, expiresAt: NOW + 2 * HOUR };
const ANN_RENAMED: StoredSession = { ...ANN, user: user('a1', 'Anna') };
export const BEN: StoredSession = { user: user('b1', 'Ben'), expiresAt: NOW + HOUR };

/** The user as the server sends them (SESSION-10). */
export const wire = ({ id, username, email }: User) => ({
  user_id: id,
  username,
  email,
  role: 'user',
  two_factor_enabled: false,
  last_login: new Date(NOW - HOUR).toISOString(),
  security_risk: false,
});

const ME = 'GET /auth/me';
const LOGOUT = 'POST /auth/logout';
const TELL_OUT = 'tell signedOut';
const TELL_ENDED = 'tell sessionEnded';
const HOLD = 'hold what was typed';
const FORGET = 'forget what was typed';
const CLEAR_USER = ['remove user', 'remove expires_at'];
const CLEAR = [...CLEAR_USER, 'remove access_token'];
const CLEAR_LASTING = [
  'keyShortcuts',
  'tradeLayout',
  'orderForms',
  'ownTab',
  'ownPairs',
  'chartKind',
  'favourites',
  'satoshi_pairs',
  'chart_parts',
  'chart_lengths',
  'chart_interval',
  'palette',
].map((name) => `remove ${name}`);
const CLEAR_PREFERENCES = [
  'hideZeroBalances',
  'showBalances',
  'alerts',
  'alertSound',
  'fillSound',
  'transferSound',
  'replySound',
  'hiddenNotices',
  'lastPair',
].map((key) => `remove ${key}`);

const toast = (kind: string, key: string): string => `toast {"key":"toast.${key}","kind":"${kind}"}`;
const ENDED = toast('info', 'sessionEnded');
const SIGNED_OUT = toast('info', 'signedOutElsewhere');
const UNCONFIRMED = toast('error', 'signOutUnconfirmed');
const GO_TO_LOGIN = 'navigate {"to":"/login"}';
const GO_TO_LOGIN_AND_BACK = 'navigate {"remembersWay":true,"replace":true,"to":"/login"}';

const switched = ({ user: { username } }: StoredSession): string =>
  `toast {"key":"toast.accountSwitched","kind":"info","values":{"name":"${username}"}}`;
const kept = ({ user: { username }, expiresAt }: StoredSession): string[] => [
  `write expires_at ${expiresAt}`,
  `write user ${username}`,
];
const told = ({ user: { username } }: StoredSession): string => `tell signedIn ${username}`;

const sessionIn = (event: AnyEvent): StoredSession => event.session as StoredSession;
const answerIn = (event: AnyEvent): StoredSession => event.output as StoredSession;
const isAnother = (context: SessionContext, session: StoredSession): boolean =>
  session.user.id !== context.session?.user.id;
const isSame = (context: SessionContext, session: StoredSession): boolean =>
  session.user.id === context.session?.user.id &&
  session.user.username === context.session.user.username &&
  session.expiresAt === context.session.expiresAt;

const isOurs = ({ session }: SessionContext, event: AnyEvent): boolean =>
  sessionIn(event).user.id === session?.user.id && sessionIn(event).expiresAt === session.expiresAt;

const takes = (_: SessionContext, event: AnyEvent) => ({ session: sessionIn(event), farewell: null });
const NOBODY = () => ({ session: null });

const ABORT = `abort ${ME}`;
const asked = (state: string): string[] =>
  ['checking', 'signedIn.validating', 'signedIn.locked.asking'].includes(state) ? [ABORT] : [];
const VISITOR = ['visitor.nobody', 'visitor.left', 'visitor.unexplained'] as const;

const LOCKED = ['signedIn.locked.asking', 'signedIn.locked.unanswered'] as const;
const IN = ['signedIn.steady', 'signedIn.validating', 'signedIn.expiring', ...LOCKED] as const;
const DELETING = 'signedIn.deleting';
const LEAVING = [...CLEAR_USER, ...CLEAR_PREFERENCES, FORGET, TELL_OUT];
const GONE = [...CLEAR, GO_TO_LOGIN];
const NAMES = ['validate: Ann', 'validate: Ann, renamed', 'validate: Ben'];
const UNDECIDED = ['validate: refused', 'validate: server down', 'validate: silence', 'validate: unreadable'];

const rowsInside = (state: string): Row<SessionContext>[] => [
  {
    ref: 'SESSION-05: a login is stored; other tabs follow',
    in: state,
    on: 'log in as *',
    to: 'signedIn.steady',
    does: (_, event) => [...kept(sessionIn(event)), told(sessionIn(event)), ...asked(state)],
    sets: takes,
  },
  {
    ref: 'SESSION-04: logout calls the server; other tabs follow',
    in: state,
    on: 'log out',
    to: 'signingOut',
    does: () => [...LEAVING, ...asked(state), LOGOUT],
  },
  {
    ref: 'SESSION-06: valid while the expiry lies in the future; it leads nowhere by itself',
    in: state,
    on: 'over',
    to: 'visitor.nobody',
    does: () => [...CLEAR, HOLD, TELL_ENDED, ...asked(state), ENDED],
    sets: NOBODY,
  },
  {
    ref: 'PRIVACY-05: nothing is left; other tabs follow; farewell',
    in: state,
    on: ['account deleted', 'account perhaps deleted'],
    to: 'visitor.nobody',
    does: () => [...CLEAR, ...CLEAR_PREFERENCES, ...CLEAR_LASTING, FORGET, TELL_OUT, ...asked(state)],
    sets: (_, event) => ({
      session: null,
      farewell: event.isConfirmed === true ? 'accountDeleted' : 'accountPerhapsDeleted',
    }),
  },
  {
    ref: 'SESSION-07: no account data before the session is confirmed',
    in: state,
    on: 'slept',
    to: 'signedIn.locked.asking',
    does: () => [...asked(state), ME],
  },
  {
    ref: 'SESSION-05: other tabs follow',
    in: state,
    on: 'other tab: out',
    if: isOurs,
    to: 'visitor.left',
    does: () => [FORGET, ...asked(state), SIGNED_OUT],
    sets: NOBODY,
  },
  {
    ref: 'SESSION-06: what was typed stays for the same user',
    in: state,
    on: 'other tab: gone',
    if: isOurs,
    to: 'visitor.nobody',
    does: () => [HOLD, ...asked(state), ENDED],
    sets: NOBODY,
  },
  {
    ref: 'SESSION-17: the end of another session says nothing about this one',
    in: state,
    on: ['other tab: out', 'other tab: gone'],
  },
  {
    ref: 'SESSION-17: why a session is gone is said by the tab that ended it',
    in: state,
    on: 'removed elsewhere',
    to: 'visitor.unexplained',
    does: () => [HOLD, ...asked(state)],
    sets: NOBODY,
  },
  {
    ref: 'SESSION-17: why a session is gone is said by the tab that ended it',
    in: state,
    on: '401, removed elsewhere',
    to: 'visitor.unexplained',
    does: () => [HOLD],
    sets: NOBODY,
  },
  {
    ref: "SESSION-17: another user's sign-in shows nothing of the first",
    in: state,
    on: '401, Ben elsewhere',
    to: 'signedIn.steady',
    does: () => [switched(BEN)],
    sets: () => ({ session: BEN, farewell: null }),
  },
  {
    ref: 'SESSION-05: other tabs follow',
    in: state,
    on: 'other tab: *',
    if: (context, event) => isAnother(context, sessionIn(event)),
    to: 'signedIn.steady',
    does: (_, event) => [...asked(state), switched(sessionIn(event))],
    sets: takes,
  },
  {
    ref: 'SESSION-05: other tabs follow',
    in: state,
    on: 'other tab: *',
    if: (context, event) => !isSame(context, sessionIn(event)),
    to: 'signedIn.steady',
    does: () => asked(state),
    sets: takes,
  },
];

const requirements: readonly Row<SessionContext>[] = [
  {
    ref: 'SESSION-10: GET /auth/me is the validity check',
    in: '',
    on: '(start)',
    if: (_, event) => (event.input as SessionInput).stored !== null,
    to: 'checking',
    does: () => [ME],
    sets: () => ({ session: ANN, farewell: null }),
  },
  {
    ref: 'SESSION-01: otherwise logged out',
    in: '',
    on: '(start)',
    to: 'visitor.nobody',
    sets: () => ({ session: null, farewell: null }),
  },

  {
    ref: 'SESSION-10: GET /auth/me',
    in: 'checking',
    on: NAMES,
    to: 'signedIn.steady',
    does: (_, event) => kept(answerIn(event)),
    sets: (_, event) => ({ session: answerIn(event) }),
  },
  {
    ref: 'SESSION-01: valid while stored and not over',
    in: 'checking',
    on: UNDECIDED,
    to: 'signedIn.steady',
    sets: ({ session }) => ({ session }),
  },
  {
    ref: 'SESSION-08: a kept session that does not hold is cleared where the user is',
    in: 'checking',
    on: ['401', '401, removed elsewhere'],
    to: 'visitor.nobody',
    does: () => [...CLEAR, HOLD, TELL_ENDED],
    sets: NOBODY,
  },
  {
    ref: 'SESSION-05: other tabs follow',
    in: 'checking',
    on: 'other tab: out',
    if: isOurs,
    to: 'visitor.left',
    does: () => [FORGET, ABORT],
    sets: NOBODY,
  },
  {
    ref: 'SESSION-06: what was typed stays for the same user',
    in: 'checking',
    on: ['other tab: gone', 'removed elsewhere'],
    to: 'visitor.nobody',
    does: () => [HOLD, ABORT],
    sets: NOBODY,
  },
  {
    ref: 'SESSION-05: other tabs follow',
    in: 'checking',
    on: 'other tab: *',
    to: 'signedIn.steady',
    does: () => [ABORT],
    sets: takes,
  },

  {
    ref: 'SESSION-05: a login is stored; other tabs follow',
    in: VISITOR,
    on: 'log in as *',
    to: 'signedIn.steady',
    does: (_, event) => [...kept(sessionIn(event)), told(sessionIn(event))],
    sets: takes,
  },
  {
    ref: 'SESSION-17: a logout is never told as an expiry',
    in: 'visitor.unexplained',
    on: 'other tab: out',
    to: 'visitor.left',
    does: () => [FORGET, SIGNED_OUT],
  },
  {
    ref: 'SESSION-17: why a session is gone is said by the tab that ended it',
    in: 'visitor.unexplained',
    on: 'other tab: gone',
    to: 'visitor.nobody',
    does: () => [ENDED],
  },
  {
    ref: 'SESSION-17: where no tab says why, the words are true of a logout, too',
    in: 'visitor.unexplained',
    on: 'after explanationPatience',
    says: 'no tab has explained why the session is gone',
    to: 'visitor.nobody',
    does: () => ['toast {"key":"failure.unauthorized","kind":"info"}'],
    after: 1000,
  },
  {
    ref: 'SESSION-05: other tabs follow; nothing is left after a logout',
    in: VISITOR,
    on: 'other tab: out',
    does: () => [FORGET],
  },
  { ref: 'SESSION-05: other tabs follow', in: VISITOR, on: ['other tab: gone', 'removed elsewhere'] },
  {
    ref: 'SESSION-05: other tabs follow',
    in: VISITOR,
    on: 'other tab: *',
    to: 'signedIn.steady',
    sets: takes,
  },

  ...IN.flatMap(rowsInside),
  {
    ref: 'PRIVACY-05: the farewell waits for the answer, whoever notices the end first',
    in: DELETING,
    on: ['401*', 'other tab: gone', 'removed elsewhere'],
  },
  ...rowsInside(DELETING).filter(
    ({ to, on }) => to !== 'visitor.unexplained' && on !== 'other tab: gone' && on !== '401, Ben elsewhere',
  ),
  {
    ref: 'PRIVACY-05: the farewell waits for the answer, whoever notices the end first',
    in: ['signedIn.steady', 'signedIn.expiring'],
    on: 'deleting',
    to: DELETING,
  },
  {
    ref: 'PRIVACY-05: the farewell waits for the answer, whoever notices the end first',
    in: 'signedIn.validating',
    on: 'deleting',
    to: DELETING,
    does: () => [ABORT],
  },
  {
    ref: 'SESSION-10: whether the session holds after a deletion that failed',
    in: DELETING,
    on: 'not deleted',
    to: 'signedIn.validating',
    does: () => [ME],
  },
  {
    ref: 'SESSION-10: whether the session holds after a deletion without an answer',
    in: DELETING,
    on: 'after deletionPatience',
    says: 'the server takes too long to answer the deletion',
    to: 'signedIn.validating',
    does: () => [ME],
    after: 120_000,
  },
  {
    ref: 'FORGOT-04: the page that ended the sessions stays, and says so',
    in: IN,
    on: '401, on a page that says so',
    to: 'visitor.nobody',
    does: () => [...CLEAR, HOLD, TELL_ENDED, ENDED],
    sets: NOBODY,
  },
  {
    ref: 'SESSION-02: a 401 clears and leads to /login, once; other tabs follow',
    in: IN,
    on: '401',
    to: 'visitor.nobody',
    does: () => [...CLEAR, HOLD, TELL_ENDED, ENDED, GO_TO_LOGIN_AND_BACK],
    sets: NOBODY,
  },
  {
    ref: 'NAV-06: the guard checks; GET /auth/me',
    in: 'signedIn.steady',
    on: ['protected screen', 'doubt'],
    to: 'signedIn.validating',
    does: () => [ME],
  },
  { ref: 'SESSION-03: expiring', in: 'signedIn.steady', on: 'ends soon', to: 'signedIn.expiring' },
  {
    ref: 'SESSION-03: expiring',
    in: 'signedIn.validating',
    on: 'ends soon',
    to: 'signedIn.expiring',
    does: () => [ABORT],
  },
  {
    ref: 'SESSION-05: tabs share one cookie',
    in: ['signedIn.validating', 'signedIn.locked.asking'],
    on: NAMES,
    if: (context, event) => isAnother(context, answerIn(event)),
    to: 'signedIn.steady',
    does: (_, event) => [...kept(answerIn(event)), switched(answerIn(event))],
    sets: (_, event) => ({ session: answerIn(event) }),
  },
  {
    ref: 'SESSION-10: GET /auth/me',
    in: ['signedIn.validating', 'signedIn.locked.asking'],
    on: NAMES,
    to: 'signedIn.steady',
    does: (_, event) => kept(answerIn(event)),
    sets: (_, event) => ({ session: answerIn(event) }),
  },
  { ref: 'SESSION-02: valid until a 401', in: 'signedIn.validating', on: UNDECIDED, to: 'signedIn.steady' },

  {
    ref: 'SESSION-07: no account data before the session is confirmed',
    in: 'signedIn.locked.asking',
    on: UNDECIDED,
    to: 'signedIn.locked.unanswered',
  },
  {
    ref: 'SESSION-08: a request of a network that was not there yet is not waited for',
    in: LOCKED[0],
    on: 'doubt',
    to: 'signedIn.locked.asking',
    does: () => [ABORT, ME],
  },
  {
    ref: 'SESSION-08: the page of somebody who waits is shown as soon as it may be',
    in: LOCKED[1],
    on: ['doubt', 'ask again'],
    to: 'signedIn.locked.asking',
    does: () => [ME],
  },
  {
    ref: 'SESSION-08: the page of somebody who waits is shown as soon as it may be',
    in: LOCKED[1],
    on: 'after confirmPause',
    says: 'the pause before the next question is over',
    to: 'signedIn.locked.asking',
    does: () => [ME],
    after: 5000,
  },

  {
    ref: 'SESSION-04: logout clears the preferences and goes to /login',
    in: 'signingOut',
    on: ['signOut: done', '401', '401, removed elsewhere'],
    to: 'visitor.left',
    does: () => GONE,
    sets: NOBODY,
  },
  {
    ref: 'SESSION-04: if the call fails, cleared anyway',
    in: 'signingOut',
    on: ['signOut: refused', 'signOut: server down', 'signOut: no answer'],
    to: 'visitor.left',
    does: () => [...GONE, UNCONFIRMED],
    sets: NOBODY,
  },
  {
    ref: 'SESSION-04: if the call fails, cleared anyway',
    in: 'signingOut',
    on: 'after signOutPatience',
    says: 'the server takes too long to answer the sign-out',
    to: 'visitor.left',
    does: () => [...GONE, `abort ${LOGOUT}`, UNCONFIRMED],
    sets: NOBODY,
    after: 5000,
  },
];

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
    done: { user, expiresAt },
    when: ({ context }) => context.session?.expiresAt === expiresAt,
  }));

const validate: readonly Ending[] = [
  ...confirming('Ann', ANN),
  ...confirming('Ann, renamed', ANN_RENAMED),
  ...confirming('Ben', BEN),
  {
    name: 'refused',
    reply: { status: 429, body: { message: 'Slow down' }, retryAfter: 3 },
    error: new OutageError({
      status: 429,
      text: 'Slow down',
      retryAfter: 3,
      code: 'tooMany',
      retryable: true,
    }),
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
  { name: 'done', reply: json({ message: 'Signed out.' }), done: null },
  {
    name: 'refused',
    says: 'the server refuses the sign-out, because another account is signed in',
    reply: { status: 409, body: { message: 'Another account', code: 'ACCOUNT_CHANGED' } },
    error: new OutageError({
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
function sut(stored: StoredSession | null): Sut<Machine> {
  const effects: string[] = [];
  const kept = new Map<string, string>();
  const wallClock = new TestClock(NOW);
  const pageListeners = new Set<(fact: PageFact) => void>();
  const tabListeners = new Set<(message: TabNews) => void>();
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
  let refusal: AnyEvent = { type: 'server.unauthorized' };
  const unauthorized = (): void => send(refusal);
  const network = scriptedNetwork(effects, unauthorized);
  const others = scriptedNetwork([], unauthorized);
  const say = (fact: PageFact): void => {
    for (const hear of pageListeners) hear(fact);
  };
  const tell = (message: TabNews): void => {
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
      'server.unauthorized': (event) => {
        refusal = event;
        if (event.kept === null) kept.clear();
        else if (event.kept !== undefined) silent.write(event.kept as StoredSession);
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
      'tab.signedOut': (event) => tell({ type: 'signedOut', session: sessionIn(event) }),
      'tab.sessionEnded': (event) => tell({ type: 'sessionEnded', session: sessionIn(event) }),
      'tab.sessionGone': () => {
        kept.clear();
        tell({ type: 'sessionGone' });
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
  { name: 'log in as Ann', says: 'Ann signs in here', event: { type: 'login.succeeded', session: ANN } },
  { name: 'log in as Ben', says: 'Ben signs in here', event: { type: 'login.succeeded', session: BEN } },
  { name: 'log out', says: 'the user signs out', event: { type: 'user.signOut' } },
  {
    name: 'protected screen',
    says: 'somebody opens a screen that needs a session',
    event: { type: 'guard.entered' },
  },
  { name: '401', says: 'the server answers any call with 401', event: { type: 'server.unauthorized' } },
  {
    name: '401, on a page that says so',
    says: 'the server answers 401, and the open page explains it itself',
    event: { type: 'server.unauthorized', isSaidHere: true },
    when: inside,
  },
  {
    name: '401, removed elsewhere',
    says: 'the server answers 401, and another tab has removed the session',
    event: { type: 'server.unauthorized', kept: null },
  },
  {
    name: '401, Ben elsewhere',
    says: 'the server answers 401, and Ben has signed in in another tab',
    event: { type: 'server.unauthorized', kept: BEN },
    when: (snapshot) => inside(snapshot) && snapshot.context.session?.user.id !== BEN.user.id,
  },
  {
    name: 'doubt',
    says: 'the page comes back online, and the session may have ended',
    event: { type: 'session.doubted' },
    when: inside,
  },
  {
    name: 'slept',
    says: 'the computer wakes up after a sleep',
    event: { type: 'session.slept' },
    when: inside,
  },
  { name: 'ask again', says: 'the user asks the server again', event: { type: 'user.retry' } },
  {
    name: 'ends soon',
    says: 'the session ends within minutes',
    event: { type: 'session.endsSoon' },
    // Announced once; behind the lock it may have been announced before.
    when: (snapshot) =>
      inside(snapshot) &&
      !snapshot.matches({ signedIn: 'expiring' }) &&
      !snapshot.matches({ signedIn: 'deleting' }) &&
      !snapshot.hasTag('locked'),
  },
  { name: 'over', says: 'the time of the session is over', event: { type: 'session.ended' }, when: inside },
  { name: 'deleting', says: 'the deletion of the account is sent', event: { type: 'account.deleting' } },
  { name: 'not deleted', says: 'the server has not deleted the account', event: { type: 'account.kept' } },
  {
    name: 'account deleted',
    says: 'the server has deleted the account',
    event: { type: 'account.deleted', isConfirmed: true },
  },
  {
    name: 'account perhaps deleted',
    says: 'it is unknown whether the account was deleted',
    event: { type: 'account.deleted', isConfirmed: false },
  },
  {
    name: 'other tab: Ann',
    says: 'Ann signs in in another tab',
    event: { type: 'tab.signedIn', session: ANN },
  },
  {
    name: 'other tab: Ann, longer',
    says: 'Ann signs in anew in another tab, for longer',
    event: { type: 'tab.signedIn', session: ANN_LONGER },
  },
  {
    name: 'other tab: Ben',
    says: 'Ben signs in in another tab',
    event: { type: 'tab.signedIn', session: BEN },
  },
  {
    name: 'other tab: out',
    says: 'Ann signs out in another tab',
    event: { type: 'tab.signedOut', session: ANN },
  },
  {
    name: 'other tab: gone',
    says: 'another tab finds that the session of Ann has ended',
    event: { type: 'tab.sessionEnded', session: ANN },
  },
  {
    name: 'removed elsewhere',
    says: 'the session is gone from the browser',
    event: { type: 'tab.sessionGone' },
  },
];

interface Held {
  readonly session: { readonly user: { readonly id: string } } | null;
}

export const sessionModel: MachineModel<Machine> = {
  name: 'session',
  machine: sessionMachine,
  states: {
    checking: 'the server is being asked whether the session of the last visit holds',
    'visitor.nobody': 'nobody is signed in',
    'visitor.left': 'nobody is signed in, because the user signed out',
    'visitor.unexplained': 'the session is gone, and no tab has said why yet',
    'signedIn.steady': 'the user is signed in',
    'signedIn.validating':
      'the user is signed in, and the server is being asked whether the session still holds',
    'signedIn.expiring': 'the user is signed in, and a notice says that the session ends soon',
    'signedIn.deleting': 'the account is being deleted',
    'signedIn.locked.asking': 'the account is covered until the server confirms the session',
    'signedIn.locked.unanswered': 'the account stays covered, because the server said neither yes nor no',
    signingOut: 'the server is being told that the user leaves',
  },
  says: {
    'validate: Ann': 'the server confirms the session of Ann',
    'validate: Ann, renamed': 'the server confirms the session of Ann, who has another name now',
    'validate: Ben': 'the server says that the session is that of Ben',
  },
  services: { validate: 'asking whether the session holds', signOut: 'the sign-out' },
  endings: { done: 'is done' },
  variants: [
    {
      name: 'Ann came back',
      input: { stored: ANN },
      events,
      outcomes: { validate, signOut },
      sut: () => sut(ANN),
    },
    {
      name: 'visitor',
      input: { stored: null },
      events,
      outcomes: { validate, signOut },
      sut: () => sut(null),
    },
  ],
  requirements,
  invariant: (snapshot) => {
    const isSomebody = snapshot.context.session !== null;
    if (isSomebody === snapshot.matches('visitor')) return 'a visitor is somebody, or somebody is nobody';
    if (snapshot.hasTag('deciding') !== snapshot.matches('checking')) return 'the tag deciding lies';
    if (snapshot.hasTag('locked') !== snapshot.matches({ signedIn: 'locked' })) return 'the tag locked lies';
    return snapshot.hasTag('signedIn') === snapshot.matches('signedIn') ? undefined : 'the tag signedIn lies';
  },
  selectors: {
    from: selectors,
    rules: {
      isDeciding: /^checking/,
      isSignedIn: /^signedIn/,
      selectUser: ({ session }: Held, state) => (state === 'checking' ? null : (session?.user ?? null)),
      selectUserId: ({ session }: Held, state) => (state.startsWith('signedIn') ? session?.user.id : null),
    },
  },
  tags: { deciding: /^checking/, signedIn: /^signedIn/, locked: /locked/ },
};
