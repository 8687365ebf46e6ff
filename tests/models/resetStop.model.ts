import { resetStopImplementations } from '../../src/machines/account/account.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { resetStopMachine, type ResetStopContext } from '../../src/machines/account/resetStop.machine.ts';
import * as selectors from '../../src/machines/account/resetStop.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

type Machine = typeof resetStopMachine;

const TOO_MANY: Failure = { status: 429, text: 'Slow down', code: 'tooMany', retryable: true };
const UNREACHABLE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
const accountWith = (resetAt: string | null): Reply => ({
  status: 200,
  body: { id: 'a1', email: 'ann@example.org', username: 'Ann', two_factor_reset_at: resetAt },
});
const READ = 'GET /auth/me';
const SAYS = 'toast {"key":"account:toast.resetStopped","kind":"success"}';
const READ_AGAIN = 'account read again';
const { done, refused, absent, unknown } = writeOutcomes('stop');

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const { actors, actions } = resetStopImplementations({
    http: network.http,
    invalidateAccount: () => effects.push(READ_AGAIN),
  });
  const stop = oneLook(actors.stop);
  return writingSut(resetStopMachine.provide({ actions, actors: { stop } }), { effects, network });
}

const ROWS: readonly Row<ResetStopContext>[] = [
  { ref: 'RESET-02', in: '', on: '(start)', to: 'idle', sets: () => ({ failure: null, lost: null }) },
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
    does: () => [READ_AGAIN, SAYS],
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
    ref: 'LOST-02: what the account says is the truth',
    in: 'stopping',
    on: 'stop: lost, stopped',
    to: 'idle',
    does: () => [READ, READ_AGAIN, SAYS],
    sets: () => ({ failure: null, lost: null }),
  },
  {
    ref: 'LOST-02: what the account says is the truth',
    in: 'stopping',
    on: 'stop: lost, still open',
    to: 'idle',
    does: () => [READ, READ_AGAIN],
    sets: () => ({ failure: null, lost: 'absent' }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: 'stopping',
    on: 'stop: lost, no answer',
    to: 'idle',
    does: () => [READ, READ_AGAIN],
    sets: () => ({ failure: null, lost: 'unknown' }),
  },
];

export const resetStopModel: MachineModel<Machine> = {
  name: 'resetStop',
  machine: resetStopMachine,
  states: { idle: 'the page says when the reset can be used', stopping: 'the stop is on its way, once' },
  services: { stop: 'the stop' },
  endings: {
    done: 'is done',
    'lost, stopped': 'is lost, and the account shows that the reset is stopped',
    'lost, still open': 'is lost, and the account shows that the reset is still open',
    'lost, no answer': 'is lost, and the account cannot be read',
  },
  variants: [
    {
      name: 'in a session',
      events: [{ name: 'stop', says: 'the user stops the reset', event: { type: 'user.stop' } }],
      outcomes: {
        stop: [
          done('done', { status: 200, body: {} }, null),
          refused('too many', { status: 429, body: { message: 'Slow down' } }, TOO_MANY),
          done('lost, stopped', ['noAnswer', accountWith(null)], true),
          absent('lost, still open', ['noAnswer', accountWith('2026-01-12T12:00:00Z')]),
          unknown('lost, no answer', ['noAnswer', 'noAnswer'], UNREACHABLE),
        ],
      },
      sut,
    },
  ],
  requirements: ROWS,
  selectors: { from: selectors, rules: { selectFailure: { context: 'failure' } } },
  tags: { busy: /stopping/ },
};
