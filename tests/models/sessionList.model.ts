import { sessionListImplementations } from '../../src/machines/account/account.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { OwnSession, SessionChange } from '../../src/domain/ownSession.ts';
import {
  sessionListMachine,
  type SessionListContext,
} from '../../src/machines/account/sessionList.machine.ts';
import * as selectors from '../../src/machines/account/sessionList.machine.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import type { AnyEvent, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

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

/** The press, its request, the list after success, and the message then. */
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
    toast: 'otherSessionEnded',
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
const UNREACHABLE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
const listOf = (sessions: readonly OwnSession[]): Reply => ({
  status: 200,
  body: { sessions: sessions.map(wireOf) },
});

const { done, refused, absent, unknown } = writeOutcomes('change');

const outcomesOf = ({ change: { kind }, after }: (typeof CASES)[number]): readonly Outcome[] => [
  { ...done('done', { status: 200, body: {} }, kind), says: 'the change is done' },
  refused('too many', { status: 429, body: { message: 'Slow down' } }, TOO_MANY),
  done('lost, done', ['noAnswer', listOf(after)], kind),
  absent('lost, not done', ['noAnswer', listOf(BEFORE)]),
  unknown('lost, no answer', ['noAnswer', 'noAnswer'], UNREACHABLE),
];

/** Over before: nothing is left to do. */
const OVER = done(
  'over already',
  { status: 404, body: { message: 'Over', code: 'SESSION_NOT_FOUND' } },
  'end',
);

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const { actors, actions } = sessionListImplementations({
    http: network.http,
    invalidateList: () => effects.push('list read again'),
  });
  const change = oneLook(actors.change);
  return writingSut(sessionListMachine.provide({ actions, actors: { change } }), { effects, network });
}

const said = ({ value }: AnyEvent): string =>
  `toast {"key":"account:toast.${CASES.find(({ change }) => change.kind === value)?.toast}","kind":"success"}`;

const ROWS: readonly Row<SessionListContext>[] = [
  { ref: 'SESSION-16', in: '', on: '(start)', to: 'idle', sets: () => ({ failure: null, lost: null }) },
  ...CASES.map(({ name, sent }): Row<SessionListContext> => ({
    ref: 'SESSION-16: one press, one write',
    in: 'idle',
    on: `change: ${name}`,
    to: 'changing',
    does: () => [sent],
    sets: () => ({ failure: null, lost: null }),
  })),
  {
    ref: 'SESSION-16: done, or done before',
    in: 'changing',
    on: ['change: done', 'change: over already'],
    to: 'idle',
    does: (_context, event) => ['list read again', said(event)],
    sets: () => ({ failure: null, lost: null }),
  },
  {
    ref: 'SESSION-16: refused',
    in: 'changing',
    on: 'change: too many',
    to: 'idle',
    does: () => ['list read again'],
    sets: () => ({ failure: TOO_MANY, lost: null }),
  },
  {
    ref: 'LOST-02: what the list says is the truth',
    in: 'changing',
    on: 'change: lost, done',
    to: 'idle',
    does: (_context, event) => [READ, 'list read again', said(event)],
    sets: () => ({ failure: null, lost: null }),
  },
  {
    ref: 'LOST-02: what the list says is the truth',
    in: 'changing',
    on: 'change: lost, not done',
    to: 'idle',
    does: () => [READ, 'list read again'],
    sets: () => ({ failure: null, lost: 'absent' }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: 'changing',
    on: 'change: lost, no answer',
    to: 'idle',
    does: () => [READ, 'list read again'],
    sets: () => ({ failure: null, lost: 'unknown' }),
  },
];

export const sessionListModel: MachineModel<Machine> = {
  name: 'sessionList',
  machine: sessionListMachine,
  states: { idle: 'the list of sessions is shown', changing: 'the change is on its way, once' },
  says: {
    'change: all others': 'the user ends all other sessions',
    'change: one': 'the user ends one session',
    'change: the name': 'the user names this session',
  },
  services: { change: 'the change' },
  endings: {
    'over already': 'shows that the session was over already',
    'lost, done': 'is lost, and the list shows that it was made',
    'lost, not done': 'is lost, and the list shows that it was not made',
    'lost, no answer': 'is lost, and the list cannot be read',
  },
  variants: CASES.map((one): Variant<Machine> => ({
    name: one.name,
    events: [{ name: `change: ${one.name}`, event: { type: 'user.change', change: one.change } }],
    outcomes: { change: [...outcomesOf(one), ...(one.change.kind === 'end' ? [OVER] : [])] },
    sut,
  })),
  requirements: ROWS,
  selectors: { from: selectors, rules: { selectFailure: { context: 'failure' } } },
  tags: { busy: /changing/ },
};
