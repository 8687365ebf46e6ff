import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { passkeysImplementations } from '../../src/machines/account/account.actors.ts';
import {
  type PasskeyChange,
  passkeysMachine,
  type PasskeysContext,
} from '../../src/machines/account/passkeys.machine.ts';
import * as selectors from '../../src/machines/account/passkeys.machine.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, Outcome } from './tools/explore.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { type DeviceScript, GIVEN, recordEmitted, scriptedDevice, scriptedNetwork } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof passkeysMachine;

const PASSWORD = 'Canary-Horse-1';
const CODE = '123456';
const proof = { privatePassword: PASSWORD, code: '' };
const CHANGES: Readonly<Record<PasskeyChange['kind'], PasskeyChange>> = {
  add: { kind: 'add', name: 'Laptop', ...proof },
  rename: { kind: 'rename', id: 'k1', name: 'Phone' },
  remove: { kind: 'remove', id: 'k1', privatePassword: PASSWORD, code: CODE },
};
const FIRST: Readonly<Record<PasskeyChange['kind'], string>> = {
  add: `POST /auth/passkeys/options {"password":"${PASSWORD}"}`,
  rename: 'POST /auth/passkeys/k1/name {"name":"Phone"}',
  remove: `POST /auth/passkeys/k1/remove {"password":"${PASSWORD}","two_factor_code":"${CODE}"}`,
};
const SENDS = `POST /auth/passkeys ${JSON.stringify({ name: 'Laptop', credential: GIVEN })}`;

const WRONG: Failure = {
  status: 403,
  code: 'refused',
  retryable: false,
  text: 'The password is incorrect.',
  serverCode: 'WRONG_PASSWORD',
};
const refusal = { status: 403, body: { message: WRONG.text, code: WRONG.serverCode } };
const LOST: Failure = { code: 'unreachable', retryable: false, cause: 'TypeError' };
const OPTIONS = { status: 200, body: { challenge: 'c2lnbg' } } as const;
const done = { status: 200, body: {} };
const given = { ok: true, value: GIVEN as never } as const;

const outcomesOf = (kind: PasskeyChange['kind']): readonly Outcome[] => {
  const isAdd = kind === 'add';
  const accepted = isAdd
    ? { options: OPTIONS, device: given, last: { status: 201, body: {} } }
    : { options: done };
  const notMade = (reason: 'none' | 'known'): Outcome => ({
    name: reason,
    reply: { options: OPTIONS, device: { ok: false, reason } } satisfies DeviceScript,
    done: { kind, answer: { ok: false, failure: null, notMade: reason } },
  });
  return [
    {
      name: 'accepted',
      reply: accepted satisfies DeviceScript,
      done: { kind, answer: { ok: true, value: null } },
    },
    {
      name: 'refused',
      reply: { options: refusal } satisfies DeviceScript,
      done: { kind, answer: { ok: false, failure: WRONG } },
    },
    {
      name: 'no answer',
      reply: { options: 'noAnswer' } satisfies DeviceScript,
      error: new OutageError(LOST),
    },
    ...(isAdd ? [notMade('none'), notMade('known')] : []),
  ];
};

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const authenticator = scriptedDevice(effects);
  return {
    machine: passkeysMachine.provide(
      passkeysImplementations({
        http: network.http,
        device: authenticator.device,
        invalidate: () => effects.push('read again'),
      }),
    ),
    clock: new TestClock(),
    settle: (_invokeId, { reply }) => authenticator.play(network, reply as DeviceScript),
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => network.open(),
  };
}

const KINDS = ['add', 'rename', 'remove'] as const;
const TOASTS = { add: 'Added', rename: 'Renamed', remove: 'Removed' } as const;
const nothing = { failure: null, notMade: null };
const kindOf = (event: AnyEvent): PasskeyChange['kind'] =>
  (event.output as { readonly kind: PasskeyChange['kind'] }).kind;

const requirements: readonly Row<PasskeysContext>[] = [
  { ref: 'PASSKEY-05: the list', in: '', on: '(start)', to: 'idle', sets: () => nothing },
  ...KINDS.map((kind): Row<PasskeysContext> => ({
    ref: 'PASSKEY-06: with what proves that it is the user',
    in: 'idle',
    on: kind,
    to: 'changing',
    does: () => [FIRST[kind]],
    sets: () => nothing,
  })),
  {
    ref: 'PASSKEY-06: what was said is forgotten once something is typed',
    in: 'idle',
    on: 'edit',
    sets: () => nothing,
  },
  {
    ref: 'PASSKEY-05: a change that was made is said, and the list is read again',
    in: 'changing',
    on: 'change: accepted',
    to: 'idle',
    does: (_, event) => {
      const kind = kindOf(event);
      return [
        ...(kind === 'add' ? ['ask the device', SENDS] : []),
        'read again',
        `toast {"key":"account:toast.passkey${TOASTS[kind]}","kind":"success"}`,
        'form.close {}',
      ];
    },
    sets: () => nothing,
  },
  {
    ref: 'PASSKEY-06: a wrong password changes nothing',
    in: 'changing',
    on: 'change: refused',
    to: 'idle',
    sets: () => ({ failure: WRONG, notMade: null }),
  },
  ...(['none', 'known'] as const).map((reason): Row<PasskeysContext> => ({
    ref: 'PASSKEY-05: the device made none',
    in: 'changing',
    on: `change: ${reason}`,
    to: 'idle',
    does: () => ['ask the device'],
    sets: () => ({ failure: null, notMade: reason }),
  })),
  {
    ref: 'LOST-01: nothing is sent again; the list is read, and shows what is there',
    in: 'changing',
    on: 'change: no answer',
    to: 'idle',
    does: () => ['read again'],
    sets: () => ({ failure: LOST, notMade: null }),
  },
  ...KINDS.map((kind): Row<PasskeysContext> => ({
    ref: 'PASSKEY-05: what the browser asks can be given up; the list is read again',
    in: 'changing',
    on: `cancel: ${kind}`,
    to: 'idle',
    does: () => ['read again', `abort ${FIRST[kind].split(' ', 2).join(' ')}`],
    sets: () => nothing,
  })),
];

const variant = (kind: PasskeyChange['kind']): Variant<Machine> => ({
  name: kind,
  events: [
    { name: kind, event: { type: 'user.change', change: CHANGES[kind] } },
    { name: 'edit', says: 'the user changes the form', event: { type: 'user.edit' } },
    { name: `cancel: ${kind}`, event: { type: 'user.cancel' } },
  ],
  outcomes: { change: outcomesOf(kind) },
  sut,
});

export const passkeysModel: MachineModel<Machine> = {
  name: 'passkeys',
  machine: passkeysMachine,
  states: { idle: 'the list of passkeys is shown', changing: 'the change is on its way' },
  says: {
    add: 'the user adds a passkey',
    remove: 'the user removes a passkey',
    rename: 'the user renames a passkey',
    'cancel: add': 'the user leaves the form for a new passkey',
    'cancel: remove': 'the user leaves the question about the removal',
    'cancel: rename': 'the user leaves the form for a name',
    'change: known': 'the passkey turns out to be known already',
    'change: none': 'the device makes no passkey',
  },
  services: { change: 'the change' },
  endings: { accepted: 'is accepted' },
  variants: KINDS.map(variant),
  requirements,
  invariant: (snapshot) => {
    if (snapshot.hasTag('busy') !== snapshot.matches('changing')) return 'busy is said at the wrong time';
    const kept = JSON.stringify(snapshot.context);
    return [PASSWORD, CODE].some((secret) => kept.includes(secret)) ? 'a secret is kept' : undefined;
  },
  selectors: { from: selectors, rules: { selectNotMade: { context: 'notMade' } } },
  tags: { busy: /^changing/ },
};
