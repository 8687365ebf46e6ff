import { describe, expect, it } from 'vitest';
import { createActor, type AnyActorRef, type AnyStateMachine, type InspectionEvent } from 'xstate';
import { maskFact } from '../../../src/app/inspectionMask.ts';
import { flashImplementations } from '../../../src/machines/shared/shared.actors.ts';
import {
  loginImplementations,
  registrationImplementations,
} from '../../../src/machines/access/access.actors.ts';
import { loginMachine } from '../../../src/machines/access/login.machine.ts';
import { registrationMachine } from '../../../src/machines/access/registration.machine.ts';
import {
  passwordChangeImplementations,
  twoFactorImplementations,
} from '../../../src/machines/account/account.actors.ts';
import { passwordChangeMachine } from '../../../src/machines/account/passwordChange.machine.ts';
import { twoFactorMachine } from '../../../src/machines/account/twoFactor.machine.ts';
import { flashMachine } from '../../../src/machines/shared/flash.machine.ts';
import type { HttpAnswer } from '../../../src/services/http/port.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';

const PASSWORD = 'canary-Password-1';
const NEW_PASSWORD = 'canary-Password-2';
const CODE = '918273';
const SECRET = 'CANARYCANARYCANARY2345';
const TOKEN = 'canary-token';
const EMAIL = 'canary@example.org';
const CANARIES = [PASSWORD, NEW_PASSWORD, CODE, SECRET, TOKEN, EMAIL];

const found = (value: unknown): string[] => {
  const text = JSON.stringify(value);
  return CANARIES.filter((canary) => text.includes(canary));
};

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
};

/** Every fact as the inspector gets it (masked), and raw. */
function watch(machine: AnyStateMachine, input?: unknown) {
  const told: object[] = [];
  const raw: object[] = [];
  const actor = createActor(machine, {
    input,
    inspect: (fact: InspectionEvent) => {
      const plain = {
        type: fact.type,
        ...('event' in fact ? { event: fact.event } : {}),
        ...('snapshot' in fact ? { snapshot: JSON.parse(JSON.stringify(fact.snapshot)) as unknown } : {}),
      };
      raw.push(plain);
      told.push(maskFact(plain));
    },
  });
  actor.start();
  return { actor: actor as AnyActorRef, told, raw };
}

/** Everything that could be stored, shown or sent: the context, and inputs of running children. */
const heldBy = (actor: AnyActorRef): string[] => found(actor.getPersistedSnapshot());

const REFUSED: HttpAnswer = { status: 400, body: { message: 'No' } };
const user = { user_id: 'u1', email: 'shown@example.org', username: 'shown' };

describe('secrets pass through the charts and stay nowhere', () => {
  it('login: credentials, code and token', async () => {
    const network = scriptedNetwork([]);
    const { actor, told, raw } = watch(
      loginMachine.provide(
        loginImplementations({
          http: network.http,
          clock: { now: () => 0 },
          store: { writeToken: () => undefined },
          hasRecoveryCodes: true,
          hasReset: true,
          enter: () => undefined,
          solveWork: null,
          passkeyDevice: null,
        }),
      ),
      { isNew: false },
    );
    const credentials = { email: EMAIL, password: PASSWORD, code: CODE, captchaToken: TOKEN };
    for (const reply of [
      REFUSED,
      { status: 401, body: {} },
      { status: 400, body: { message: '2FA code required' } },
      { status: 200, body: { ...user, expires_in: 60, access_token: TOKEN } },
    ]) {
      actor.send({ type: 'user.submit', credentials });
      await settled();
      network.reply(reply);
      await settled();
      expect(heldBy(actor)).toEqual([]);
    }
    expect(found(told)).toEqual([]);
    // Raw facts hold secrets, so masking was tried.
    expect(found(raw)).toEqual(expect.arrayContaining([PASSWORD, CODE, TOKEN, EMAIL]));
    actor.stop();
  });

  it('registration: passwords and e-mail', async () => {
    const network = scriptedNetwork([]);
    const { actor, told, raw } = watch(
      registrationMachine.provide(
        registrationImplementations({ http: network.http, solveWork: null, noteAccount: () => undefined }),
      ),
    );
    const account = { email: EMAIL, username: 'shown', password: PASSWORD, confirmation: PASSWORD };
    for (const reply of [REFUSED, { status: 201, body: {} }]) {
      actor.send({ type: 'user.submit', account });
      await settled();
      network.reply(reply);
      await settled();
      expect(heldBy(actor)).toEqual([]);
    }
    expect(found(told)).toEqual([]);
    expect(found(raw)).toEqual(expect.arrayContaining([PASSWORD, EMAIL]));
    actor.stop();
  });

  it('password change: both passwords and the code', async () => {
    const network = scriptedNetwork([]);
    const { actor, told, raw } = watch(
      passwordChangeMachine.provide(
        passwordChangeImplementations({ http: network.http, invalidateAccount: () => undefined }),
      ),
    );
    const change = {
      oldPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
      twoFactorCode: CODE,
    };
    for (const reply of [REFUSED, { status: 503, body: undefined }, { status: 200, body: {} }]) {
      actor.send({ type: 'user.submit', ...change });
      await settled();
      network.reply(reply);
      await settled();
      expect(heldBy(actor)).toEqual([]);
    }
    expect(found(told)).toEqual([]);
    expect(found(raw)).toEqual(expect.arrayContaining([PASSWORD, NEW_PASSWORD, CODE]));
    actor.stop();
  });

  it('two-factor: the code never, the secret only while it is shown', async () => {
    const network = scriptedNetwork([]);
    const { actor, told, raw } = watch(
      twoFactorMachine.provide(
        twoFactorImplementations({
          http: network.http,
          files: { save: async () => undefined },
          hasRecoveryCodes: true,
          brand: 'Quietbook',
          report: () => undefined,
          invalidateAccount: () => undefined,
        }),
      ),
      { isOn: false },
    );
    const step = async (
      event: { type: string; code?: string; privatePassword?: string },
      reply: HttpAnswer,
    ): Promise<string[]> => {
      actor.send(event);
      await settled();
      network.reply(reply);
      await settled();
      return heldBy(actor);
    };
    const made = { status: 200, body: { secret: SECRET, qr_code: `otpauth://totp/x?secret=${SECRET}` } };
    const verify = { type: 'user.verify', code: CODE, privatePassword: PASSWORD };
    expect(await step({ type: 'user.setUp' }, made)).toEqual([SECRET]);
    actor.send({ type: 'user.cancel' });
    expect(heldBy(actor)).toEqual([]);
    expect(await step({ type: 'user.setUp' }, made)).toEqual([SECRET]);
    expect(await step(verify, REFUSED)).toEqual([SECRET]);
    expect(await step(verify, { status: 200, body: {} })).toEqual([]);
    const disable = { type: 'user.disable', code: CODE, privatePassword: PASSWORD };
    expect(await step(disable, REFUSED)).toEqual([]);
    expect(await step(disable, { status: 200, body: {} })).toEqual([]);
    expect(found(told)).toEqual([]);
    expect(found(raw)).toEqual(expect.arrayContaining([CODE, PASSWORD, SECRET]));
    actor.stop();
  });

  it('flash: copied values', async () => {
    const { actor, told, raw } = watch(
      flashMachine.provide(flashImplementations({ clipboard: { write: () => Promise.resolve(true) } })),
      { shownFor: 1 },
    );
    actor.send({ type: 'user.copy', privateText: SECRET });
    await settled();
    expect(heldBy(actor)).toEqual([]);
    expect(found(told)).toEqual([]);
    expect(found(raw)).toEqual([SECRET]);
    actor.stop();
  });
});
