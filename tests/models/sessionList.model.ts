import { sessionListImplementations } from '../../src/machines/account/account.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import type { OwnSession, SessionChange } from '../../src/domain/ownSession.ts';
import { sessionListMachine, type SessionListContext } from '../../src/machines/account/index.ts';
import * as selectors from '../../src/machines/account/sessionList.machine.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import type { Outcome } from './tools/explore.ts';
import { BROKEN, writingSut } from './tools/oneLook.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof sessionListMachine;

const sessionOf = (id: string, isOwn: boolean, name: string | null = null): OwnSession => ({
  id,
  beganAt: 1,
  usedAt: 2,
  endsAt: 3,
  isOwn,
  name,
});
const wireOf = ({ id, isOwn, name }: OwnSession): object => ({
  id,
  begun_at: new Date(1).toISOString(),
  last_used_at: new Date(2).toISOString(),
  ends_at: new Date(3).toISOString(),
  is_current: isOwn,
  name,
});

/** What is pressed, how it leaves, what the list shows once it was done, and what is said then. */
const CASES: readonly {
  readonly name: string;
  readonly change: SessionChange;
  readonly sent: string;
  readonly after: readonly OwnSession[];
  readonly toast: string;
}[] = [
  {
    name: 'one',
    change: { kind: 'end', id: 's-2' },
    sent: 'DELETE /auth/sessions/s-2',
    after: [sessionOf('s-1', true), sessionOf('s-3', false)],
    toast: 'sessionEnded',
  },
  {
    name: 'all others',
    change: { kind: 'endOthers' },
    sent: 'POST /auth/sessions/end-others',
    after: [sessionOf('s-1', true)],
    toast: 'sessionsEnded',
  },
  {
    name: 'the name',
    change: { kind: 'rename', name: 'Desk' },
    sent: 'POST /auth/sessions/name {"name":"Desk"}',
    after: [sessionOf('s-1', true, 'Desk'), sessionOf('s-2', false)],
    toast: 'sessionNamed',
  },
];
const BEFORE = [sessionOf('s-1', true), sessionOf('s-2', false, 'Desk')];
const READ = 'GET /auth/sessions';

const TOO_MANY: Failure = { status: 429, text: 'Slow down', code: 'tooMany', retryable: true };
const UNREACHABLE: Failure = { code: 'unreachable', retryable: false, cause: 'TypeError' };
const listOf = (sessions: readonly OwnSession[]): Reply => ({
  status: 200,
  body: { sessions: sessions.map(wireOf) },
});

const outcomesOf = (after: readonly OwnSession[]): NonNullable<Variant<Machine>['outcomes']> => {
  const found: Outcome = { name: 'done', reply: listOf(after), done: { kind: 'found', value: true } };
  return {
    change: [
      {
        name: 'done',
        says: 'the change is done',
        reply: { status: 200, body: {} },
        done: { ok: true, value: null },
      },
      {
        name: 'too many',
        reply: { status: 429, body: { message: 'Slow down' } },
        done: { ok: false, failure: TOO_MANY },
      },
      { name: 'no answer', reply: 'noAnswer', error: new OutageError(UNREACHABLE) },
    ],
    reconcileWrite: [
      found,
      { name: 'not done', reply: listOf(BEFORE), done: { kind: 'absent' } },
      {
        name: 'no answer',
        reply: 'noAnswer',
        done: { kind: 'unknown', failure: { ...UNREACHABLE, retryable: true } },
      },
      { ...found, name: 'a defect', done: undefined, error: BROKEN },
    ],
  };
};

/** Over before: nothing is left to do. */
const OVER: Outcome = {
  name: 'over already',
  reply: { status: 404, body: { message: 'Over', code: 'SESSION_NOT_FOUND' } },
  done: { ok: true, value: null },
};

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const implementations = sessionListImplementations({
    http: network.http,
    outdateList: () => effects.push('list outdated'),
  });
  const base = writingSut({ effects, network }, implementations.actors.reconcileWrite, (reconcileWrite) =>
    sessionListMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
  );
  return {
    ...base,
    // What was sent goes on when the screen is left.
    leaks: () => base.leaks().filter((title) => title.startsWith('GET ')),
  };
}

const caseOf = ({ change }: SessionListContext) => CASES.find((one) => one.change === change);
const said = (context: SessionListContext): string =>
  `toast {"key":"account:toast.${caseOf(context)?.toast}","kind":"success"}`;

const ROWS: readonly Row<SessionListContext>[] = [
  {
    ref: 'SESSION-16',
    in: '',
    on: '(start)',
    to: 'idle',
    sets: () => ({ change: null, failure: null, lost: null }),
  },
  ...CASES.map(({ name, change, sent }): Row<SessionListContext> => ({
    ref: 'SESSION-16: one press, one write',
    in: 'idle',
    on: `change: ${name}`,
    to: 'changing',
    does: () => [sent],
    sets: () => ({ change, failure: null, lost: null }),
  })),
  {
    ref: 'SESSION-16: done, or done before',
    in: 'changing',
    on: ['change: done', 'change: over already'],
    to: 'idle',
    does: (context) => ['list outdated', said(context)],
    sets: () => ({ failure: null, lost: null }),
  },
  {
    ref: 'SESSION-16: refused',
    in: 'changing',
    on: 'change: too many',
    to: 'idle',
    does: () => ['list outdated'],
    sets: () => ({ failure: TOO_MANY, lost: null }),
  },
  {
    ref: 'LOST-02: the list is read, and nothing is sent',
    in: 'changing',
    on: 'change: no answer',
    to: 'finding',
    does: () => [READ],
    sets: () => ({ failure: UNREACHABLE }),
  },
  {
    ref: 'LOST-02: what the list says is the truth',
    in: 'finding',
    on: 'reconcileWrite: done',
    to: 'idle',
    does: (context) => ['list outdated', said(context)],
    sets: () => ({ failure: null, lost: null }),
  },
  {
    ref: 'LOST-02: what the list says is the truth',
    in: 'finding',
    on: 'reconcileWrite: not done',
    to: 'idle',
    does: () => ['list outdated'],
    sets: () => ({ failure: UNREACHABLE, lost: 'absent' }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: 'finding',
    on: ['reconcileWrite: no answer', 'reconcileWrite: a defect'],
    to: 'idle',
    does: () => ['list outdated'],
    sets: () => ({ failure: UNREACHABLE, lost: 'unknown' }),
  },
];

export const sessionListModel: MachineModel<Machine> = {
  name: 'sessionList',
  machine: sessionListMachine,
  states: {
    idle: 'the list of sessions is shown',
    changing: 'the change is on its way, once',
    finding: 'the page reads whether the change was made, and sends nothing',
  },
  says: {
    'change: all others': 'the user ends all other sessions',
    'change: one': 'the user ends one session',
    'change: the name': 'the user names this session',
  },
  services: { change: 'the change', reconcileWrite: 'reading the list' },
  endings: {
    done: 'shows that the change was made',
    'over already': 'shows that the session was over already',
    'not done': 'shows that the change was not made',
  },
  variants: CASES.map(({ name, change, after }): Variant<Machine> => {
    const outcomes = outcomesOf(after);
    return {
      name,
      events: [{ name: `change: ${name}`, event: { type: 'user.change', change } }],
      outcomes:
        change.kind === 'end' ? { ...outcomes, change: [...(outcomes.change ?? []), OVER] } : outcomes,
      sut,
    };
  }),
  requirements: ROWS,
  selectors: {
    from: selectors,
    rules: {
      isChangingSessions: /changing|finding/,
      selectFailure: { context: 'failure' },
      selectLostChange: { context: 'lost' },
    },
  },
  tags: { busy: /changing|finding/ },
};
