import type { User } from '../../../src/domain/account.ts';
import type { SessionContext, SessionInput, StoredSession } from '../../../src/machines/session/index.ts';
import type { AnyEvent } from '../tools/explore.ts';
import { specTable, type Row, type SpecTable } from '../tools/spec.ts';

export const NOW = Date.UTC(2026, 0, 5, 12);
export const HOUR = 3_600_000;

const user = (id: string, username: string): User => ({
  id,
  email: `${id}@example.org`,
  username,
  role: 'user',
  twoFactorEnabled: false,
  lastLogin: NOW - HOUR,
  securityRisk: false,
  securityCooldownUntil: null,
  securityRiskReason: null,
});

export const ANN: StoredSession = { user: user('a1', 'Ann'), expiresAt: NOW + HOUR };
export const ANN_LONGER: StoredSession = { ...ANN, expiresAt: NOW + 2 * HOUR };
export const ANN_RENAMED: StoredSession = { ...ANN, user: user('a1', 'Anna') };
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
  'favourites',
  'chart_parts',
  'chart_interval',
].map((name) => `remove ${name}`);
const CLEAR_PREFERENCES = ['hideZeroBalances', 'showBalances', 'alerts', 'alertSound', 'lastPair'].map(
  (key) => `remove ${key}`,
);

const toast = (kind: string, key: string): string => `toast {"key":"toast.${key}","kind":"${kind}"}`;
const ENDED = toast('info', 'sessionEnded');
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
const answerIn = (event: AnyEvent): StoredSession => (event.output as { value: StoredSession }).value;
const isAnother = (context: SessionContext, session: StoredSession): boolean =>
  session.user.id !== context.session?.user.id;
const isSame = (context: SessionContext, session: StoredSession): boolean =>
  session.user.id === context.session?.user.id &&
  session.user.username === context.session.user.username &&
  session.expiresAt === context.session.expiresAt;

const takes = (_: SessionContext, event: AnyEvent) => ({ session: sessionIn(event), farewell: null });
const NOBODY = () => ({ session: null });

const ABORT = `abort ${ME}`;
const asked = (state: string): string[] =>
  ['checking', 'signedIn.validating', 'signedIn.locked.asking'].includes(state) ? [ABORT] : [];

const LOCKED = ['signedIn.locked.asking', 'signedIn.locked.unanswered'] as const;
const IN = ['signedIn.steady', 'signedIn.validating', 'signedIn.expiring', ...LOCKED] as const;
const DELETING = 'signedIn.deleting';
const LEAVING = [...CLEAR_USER, ...CLEAR_PREFERENCES, FORGET, TELL_OUT];
const GONE = [...CLEAR, GO_TO_LOGIN];
const NAMES = ['validate: Ann', 'validate: Ann, renamed', 'validate: Ben'];
const UNDECIDED = ['validate: refused', 'validate: server down', 'validate: silence', 'validate: unreadable'];

const inside = (state: string): Row<SessionContext>[] => [
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
    to: 'visitor',
    does: () => [...CLEAR, HOLD, ...asked(state), ENDED],
    sets: NOBODY,
  },
  {
    ref: 'PRIVACY-05: nothing is left; other tabs follow; farewell',
    in: state,
    on: ['account deleted', 'account perhaps deleted'],
    to: 'visitor',
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
    to: 'visitor',
    does: () => [FORGET, ...asked(state), toast('info', 'signedOutElsewhere')],
    sets: NOBODY,
  },
  {
    ref: 'SESSION-06: what was typed stays for the same user',
    in: state,
    on: 'other tab: gone',
    to: 'visitor',
    does: () => [HOLD, ...asked(state), ENDED],
    sets: NOBODY,
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

export const sessionSpec = (): SpecTable<SessionContext> =>
  specTable<SessionContext>([
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
      to: 'visitor',
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
      on: '401',
      to: 'visitor',
      does: () => [...CLEAR, HOLD, TELL_ENDED],
      sets: NOBODY,
    },
    {
      ref: 'SESSION-05: other tabs follow',
      in: 'checking',
      on: 'other tab: out',
      to: 'visitor',
      does: () => [FORGET, ABORT],
      sets: NOBODY,
    },
    {
      ref: 'SESSION-06: what was typed stays for the same user',
      in: 'checking',
      on: 'other tab: gone',
      to: 'visitor',
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
      in: 'visitor',
      on: 'log in as *',
      to: 'signedIn.steady',
      does: (_, event) => [...kept(sessionIn(event)), told(sessionIn(event))],
      sets: takes,
    },
    {
      ref: 'SESSION-05: other tabs follow; nothing is left after a logout',
      in: 'visitor',
      on: 'other tab: out',
      does: () => [FORGET],
    },
    { ref: 'SESSION-05: other tabs follow', in: 'visitor', on: 'other tab: gone' },
    {
      ref: 'SESSION-05: other tabs follow',
      in: 'visitor',
      on: 'other tab: *',
      to: 'signedIn.steady',
      sets: takes,
    },

    ...IN.flatMap(inside),
    {
      ref: 'PRIVACY-05: the farewell waits for the answer, whoever notices the end first',
      in: DELETING,
      on: ['401', 'other tab: gone'],
    },
    ...inside(DELETING).filter(({ on }) => on !== 'other tab: gone'),
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
      to: 'signedIn.validating',
      does: () => [ME],
      after: 120_000,
    },
    {
      ref: 'SESSION-02: a 401 clears and leads to /login, once; other tabs follow',
      in: IN,
      on: '401',
      to: 'visitor',
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
    {
      ref: 'SESSION-03: expiring',
      in: 'signedIn.steady',
      on: 'ends soon',
      to: 'signedIn.expiring',
    },
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
    {
      ref: 'SESSION-02: valid until a 401',
      in: 'signedIn.validating',
      on: UNDECIDED,
      to: 'signedIn.steady',
    },

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
      to: 'signedIn.locked.asking',
      does: () => [ME],
      after: 5000,
    },

    {
      ref: 'SESSION-04: logout clears the preferences and goes to /login',
      in: 'signingOut',
      on: ['signOut: done', '401'],
      to: 'visitor',
      does: () => GONE,
      sets: NOBODY,
    },
    {
      ref: 'SESSION-04: if the call fails, cleared anyway',
      in: 'signingOut',
      on: ['signOut: refused', 'signOut: server down', 'signOut: no answer'],
      to: 'visitor',
      does: () => [...GONE, UNCONFIRMED],
      sets: NOBODY,
    },
    {
      ref: 'SESSION-04: if the call fails, cleared anyway',
      in: 'signingOut',
      on: 'after signOutPatience',
      to: 'visitor',
      does: () => [...GONE, `abort ${LOGOUT}`, UNCONFIRMED],
      sets: NOBODY,
      after: 5000,
    },
  ]);
