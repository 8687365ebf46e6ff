import { OutageError, type Failure } from '../../src/domain/failure.ts';
import {
  passkeyCodeMachine,
  type PasskeyCodeContext,
} from '../../src/machines/passkeyCode/passkeyCode.machine.ts';
import { passkeyCodeImplementations } from '../../src/machines/passkeyCode/passkeyCode.actors.ts';
import * as selectors from '../../src/machines/passkeyCode/passkeyCode.machine.ts';
import { TestClock } from './tools/clock.ts';
import type { Outcome } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import { type DeviceScript, GIVEN, recordEmitted, scriptedDevice, scriptedNetwork } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof passkeyCodeMachine;

const CODE = 'p-abcdefghijklmn';
const ASKS = 'POST /auth/passkeys/confirm/options';
const SENDS = `POST /auth/passkeys/confirm ${JSON.stringify({ credential: GIVEN })}`;
const OPTIONS = { status: 200, body: { challenge: 'c2lnbg' } } as const;
const given = { ok: true, value: GIVEN as never } as const;

const OFTEN: Failure = {
  status: 429,
  code: 'tooMany',
  retryable: true,
  text: 'Too many attempts.',
  serverCode: 'TOO_MANY_ATTEMPTS',
};
const UNKNOWN: Failure = {
  status: 400,
  code: 'refused',
  retryable: false,
  text: 'The passkey was not accepted. Try again.',
  serverCode: 'PASSKEY_REFUSED',
};
const LOST: Failure = { code: 'unreachable', retryable: false, cause: 'TypeError' };
const replyOf = ({ status, text, serverCode }: Failure) => ({
  status: status ?? 500,
  body: { message: text, code: serverCode },
});

const OUTCOMES: readonly Outcome[] = [
  {
    name: 'given',
    reply: {
      options: OPTIONS,
      device: given,
      last: { status: 200, body: { code: CODE, expires_in: 120 } },
    } satisfies DeviceScript,
    done: { ok: true, privateCode: CODE },
  },
  {
    name: 'none given',
    reply: { options: OPTIONS, device: { ok: false, reason: 'none' } } satisfies DeviceScript,
    done: { ok: false, failure: null },
  },
  {
    name: 'not the account’s',
    reply: { options: OPTIONS, device: given, last: replyOf(UNKNOWN) } satisfies DeviceScript,
    done: { ok: false, failure: UNKNOWN },
  },
  {
    name: 'nothing to sign',
    reply: { options: replyOf(OFTEN) } satisfies DeviceScript,
    done: { ok: false, failure: OFTEN },
  },
  { name: 'no answer', reply: { options: 'noAnswer' } satisfies DeviceScript, error: new OutageError(LOST) },
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const authenticator = scriptedDevice(effects);
  return {
    machine: passkeyCodeMachine.provide(
      passkeyCodeImplementations({ http: network.http, device: authenticator.device }),
    ),
    clock: new TestClock(),
    settle: (_invokeId, { reply }) => authenticator.play(network, reply as DeviceScript),
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => network.open(),
  };
}

const nothing = { failure: null, isNoneGiven: false };

const requirements: readonly Row<PasskeyCodeContext>[] = [
  { ref: 'REAUTH-08: a passkey is offered', in: '', on: '(start)', to: 'idle', sets: () => nothing },
  {
    ref: 'REAUTH-08: the server is asked what to sign',
    in: 'idle',
    on: 'confirm',
    to: 'asking',
    does: () => [ASKS],
    sets: () => nothing,
  },
  {
    ref: 'REAUTH-08: the form gets the code, and nothing else keeps it',
    in: 'asking',
    on: 'confirm: given',
    says: 'the passkey is given',
    to: 'idle',
    does: () => ['ask the device', SENDS, `code.given {"privateCode":"${CODE}"}`],
    sets: () => nothing,
  },
  {
    ref: 'PASSKEY-01: what a device does not want to do is said calmly',
    in: 'asking',
    on: 'confirm: none given',
    says: 'the browser gives no passkey',
    to: 'idle',
    does: () => ['ask the device'],
    sets: () => ({ failure: null, isNoneGiven: true }),
  },
  {
    ref: 'REAUTH-08: only a passkey of the account confirms',
    in: 'asking',
    on: 'confirm: not the account’s',
    says: 'the passkey is not one of the account',
    to: 'idle',
    does: () => ['ask the device', SENDS],
    sets: () => ({ failure: UNKNOWN, isNoneGiven: false }),
  },
  {
    ref: 'REAUTH-08: who asks too often waits, and no device is asked',
    in: 'asking',
    on: 'confirm: nothing to sign',
    says: 'the server gives nothing to sign',
    to: 'idle',
    sets: () => ({ failure: OFTEN, isNoneGiven: false }),
  },
  {
    ref: 'LOST-01: nothing is sent again; nothing was changed, so nothing is read',
    in: 'asking',
    on: 'confirm: no answer',
    to: 'idle',
    sets: () => ({ failure: LOST, isNoneGiven: false }),
  },
  {
    ref: 'PASSKEY-01: the user can stop it',
    in: 'asking',
    on: 'cancel',
    to: 'idle',
    does: () => [`abort ${ASKS}`],
    sets: () => nothing,
  },
];

export const passkeyCodeModel: MachineModel<Machine> = {
  name: 'passkeyCode',
  machine: passkeyCodeMachine,
  states: { idle: 'a passkey can be used', asking: 'the browser asks for a passkey of the account' },
  services: { confirm: 'the request for it' },
  variants: [
    {
      name: 'all',
      events: [
        {
          name: 'confirm',
          says: 'the user chooses a passkey instead of a code',
          event: { type: 'user.confirm' },
        },
        { name: 'cancel', says: 'the user leaves it', event: { type: 'user.cancel' } },
      ],
      outcomes: { confirm: OUTCOMES },
      sut,
    },
  ],
  requirements,
  invariant: (snapshot) => {
    if (snapshot.hasTag('busy') !== snapshot.matches('asking')) return 'busy is said at the wrong time';
    return JSON.stringify(snapshot.context).includes(CODE) ? 'the code is kept' : undefined;
  },
  selectors: { from: selectors, rules: { isNoneGiven: { context: 'isNoneGiven' } } },
  tags: { busy: /^asking/ },
};
