import { resetStopImplementations } from '../../src/machines/account/account.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { resetStopMachine, type ResetStopContext } from '../../src/machines/account/index.ts';
import * as selectors from '../../src/machines/account/resetStop.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { BROKEN, writingSut } from './tools/oneLook.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof resetStopMachine;

const TOO_MANY: Failure = { status: 429, text: 'Slow down', code: 'tooMany', retryable: true };
const UNREACHABLE: Failure = { code: 'unreachable', retryable: false, cause: 'TypeError' };
const accountWith = (resetAt: string | null): Reply => ({
  status: 200,
  body: { id: 'a1', email: 'ann@example.org', username: 'Ann', two_factor_reset_at: resetAt },
});
const READ = 'GET /auth/me';
const SAYS = 'toast {"key":"account:toast.resetStopped","kind":"success"}';
const OUTDATED = 'account outdated';

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const implementations = resetStopImplementations({
    http: network.http,
    outdateAccount: () => effects.push(OUTDATED),
  });
  const base = writingSut({ effects, network }, implementations.actors.reconcileWrite, (reconcileWrite) =>
    resetStopMachine.provide({
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

const ROWS: readonly Row<ResetStopContext>[] = [
  {
    ref: 'RESET-02',
    in: '',
    on: '(start)',
    to: 'idle',
    sets: () => ({ failure: null, lost: null }),
  },
  {
    ref: 'RESET-02: one press, one write',
    in: 'idle',
    on: 'stop',
    to: 'stopping',
    does: () => ['POST /auth/2fa/reset/stop'],
    sets: () => ({ failure: null, lost: null }),
  },
  {
    ref: 'RESET-02: it is stopped, and the account is read again',
    in: 'stopping',
    on: 'stop: done',
    to: 'idle',
    does: () => [OUTDATED, SAYS],
    sets: () => ({ failure: null, lost: null }),
  },
  {
    ref: 'RESET-02: refused',
    in: 'stopping',
    on: 'stop: too many',
    to: 'idle',
    sets: () => ({ failure: TOO_MANY, lost: null }),
  },
  {
    ref: 'LOST-02: the account is read, and nothing is sent',
    in: 'stopping',
    on: 'stop: no answer',
    to: 'finding',
    does: () => [READ],
    sets: () => ({ failure: UNREACHABLE }),
  },
  {
    ref: 'LOST-02: what the account says is the truth',
    in: 'finding',
    on: 'reconcileWrite: stopped',
    to: 'idle',
    does: () => [OUTDATED, SAYS],
    sets: () => ({ failure: null, lost: null }),
  },
  {
    ref: 'LOST-02: what the account says is the truth',
    in: 'finding',
    on: 'reconcileWrite: still open',
    to: 'idle',
    does: () => [OUTDATED],
    sets: () => ({ failure: UNREACHABLE, lost: 'absent' }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: 'finding',
    on: ['reconcileWrite: no answer', 'reconcileWrite: a defect'],
    to: 'idle',
    does: () => [OUTDATED],
    sets: () => ({ failure: UNREACHABLE, lost: 'unknown' }),
  },
];

export const resetStopModel: MachineModel<Machine> = {
  name: 'resetStop',
  machine: resetStopMachine,
  states: {
    idle: 'the page says when the reset can be used',
    stopping: 'the stop is on its way, once',
    finding: 'the page reads whether the reset is stopped, and sends nothing',
  },
  services: { stop: 'the stop', reconcileWrite: 'reading the account' },
  endings: {
    done: 'is done',
    'still open': 'shows that the reset is still open',
    stopped: 'shows that the reset is stopped',
  },
  variants: [
    {
      name: 'in a session',
      events: [{ name: 'stop', says: 'the user stops the reset', event: { type: 'user.stop' } }],
      outcomes: {
        stop: [
          { name: 'done', reply: { status: 200, body: {} }, done: { ok: true, value: null } },
          {
            name: 'too many',
            reply: { status: 429, body: { message: 'Slow down' } },
            done: { ok: false, failure: TOO_MANY },
          },
          { name: 'no answer', reply: 'noAnswer', error: new OutageError(UNREACHABLE) },
        ],
        reconcileWrite: [
          { name: 'stopped', reply: accountWith(null), done: { kind: 'found', value: true } },
          {
            name: 'still open',
            reply: accountWith('2026-01-12T12:00:00Z'),
            done: { kind: 'absent' },
          },
          {
            name: 'no answer',
            reply: 'noAnswer',
            done: { kind: 'unknown', failure: { ...UNREACHABLE, retryable: true } },
          },
          { name: 'a defect', reply: accountWith(null), error: BROKEN },
        ],
      },
      sut,
    },
  ],
  requirements: ROWS,
  selectors: {
    from: selectors,
    rules: {
      isStoppingReset: /stopping|finding/,
      selectFailure: { context: 'failure' },
      selectLostStop: { context: 'lost' },
    },
  },
  tags: { busy: /stopping|finding/ },
};
