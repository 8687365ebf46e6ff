import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import type { AccountRemains } from '../../../src/domain/account.ts';
import type { Failure } from '../../../src/domain/failure.ts';
import type { OwnSession } from '../../../src/domain/ownSession.ts';
import type { Passkey } from '../../../src/domain/passkey.ts';
import { refused, succeeded } from '../../../src/domain/result.ts';
import { AccountDeletion } from '../../../src/ui/account/AccountDeletion.tsx';
import { Passkeys } from '../../../src/ui/account/Passkeys.tsx';
import { PasswordForm } from '../../../src/ui/account/PasswordForm.tsx';
import { ResetNotice } from '../../../src/ui/account/ResetNotice.tsx';
import { SessionList } from '../../../src/ui/account/SessionList.tsx';
import { TwoFactor } from '../../../src/ui/account/TwoFactor.tsx';
import { NOW, type Scene } from './scene.ts';
import { openScreens, type Screen } from './screen.tsx';
import { say } from './rendered.tsx';

const show = openScreens();
const failure = (given: Partial<Failure> = {}): Failure => ({ code: 'refused', retryable: false, ...given });
const refuse = (given: Partial<Failure> = {}) => refused(failure(given));
/** A call that is answered with these, one after the other. */
const inTurn = (...answers: readonly unknown[]) => {
  const left = [...answers];
  return () => left.shift() ?? new Promise(() => undefined);
};
const names = ({ sent }: Screen) => sent.map(({ name }) => name);
const sentAs = ({ sent }: Screen, name: string) =>
  sent.filter((one) => one.name === name).map(({ body }) => body);
const account = (key: string, values?: Readonly<Record<string, unknown>>) =>
  say(`account:security.${key}`, values);

describe('the change of the password (ACCOUNT-04)', () => {
  const OLD = say('common:field.old_password');
  const NEW = say('common:field.new_password');
  const AGAIN = account('password.confirm');
  const SUBMIT = account('password.submit');
  const form = (scene: Scene = {}) => show(createElement(PasswordForm, { login: 'a@b.test' }), scene);
  async function fill(screen: Screen, old = 'Quietbook1', fresh = 'Quietbook2') {
    await screen.type(OLD, old);
    await screen.type(NEW, fresh);
    await screen.type(AGAIN, fresh);
    await screen.press(SUBMIT);
  }

  it('is not sent without the old password, nor with an invalid new one', async () => {
    const screen = await form();
    await fill(screen, '');
    expect(screen.text).toContain(say('auth:fault.passwordRequired'));
    await fill(screen, 'Quietbook1', 'short');
    expect(screen.sent).toEqual([]);
  });

  it('sends each of the three once, and reports success', async () => {
    const screen = await form({ answers: { changePassword: 'Done.' } });
    await fill(screen);
    expect(sentAs(screen, 'changePassword')).toEqual([
      { old_password: 'Quietbook1', new_password: 'Quietbook2', confirm_password: 'Quietbook2' },
    ]);
    expect(screen.text).toContain('Done.');
    expect(screen.field(OLD).value).toBe('');
  });

  it('shows a refusal of the old password at its field, and no other at any', async () => {
    const wrong = await form({ answers: { changePassword: () => refuse({ code: 'unauthorized' }) } });
    await fill(wrong);
    expect(wrong.text.split(account('password.wrongOld'))).toHaveLength(2);
    await wrong.type(OLD, 'Quietbook3');
    expect(wrong.text).not.toContain(account('password.wrongOld'));
    const other = await form({ answers: { changePassword: () => refuse({ text: 'Not today.' }) } });
    await fill(other);
    expect(other.text.split('Not today.')).toHaveLength(2);
  });

  it('asks for a code where the second factor is on', async () => {
    const screen = await form({ user: { twoFactorEnabled: true } });
    await fill(screen);
    expect(screen.text).toContain(say('common:factor.required'));
    expect(screen.sent).toEqual([]);
    await screen.type(say('common:field.two_factor_code'), '123 456');
    await screen.press(SUBMIT);
    expect(sentAs(screen, 'changePassword')).toMatchObject([{ two_factor_code: '123456' }]);
  });
});

describe('the second factor (ACCOUNT-05)', () => {
  const CODE = account('twoFactor.code');
  const factor = (isOn: boolean, scene: Scene = {}) =>
    show(createElement(TwoFactor, { isOn, login: 'a@b.test' }), scene);

  it('is set up with a secret, and a code that proves it', async () => {
    const screen = await factor(false, {
      answers: { twoFactorEnable: { secret: 'JBSWY3DPEHPK3PXP', keyUri: null, picture: null } },
    });
    expect(screen.text).toContain(account('twoFactor.isOff'));
    await screen.press(account('twoFactor.setUp'));
    expect(screen.text).toContain('JBSW');
    await screen.type(CODE, '123456');
    await screen.press(account('twoFactor.verify'));
    expect(sentAs(screen, 'twoFactorVerify')).toEqual([{ code: '123456' }]);
    expect(screen.button(account('twoFactor.verifying')).disabled).toBe(true);
  });

  it('may fail to start, which is shown', async () => {
    const screen = await factor(false, { answers: { twoFactorEnable: () => refuse({ text: 'Not now.' }) } });
    await screen.press(account('twoFactor.setUp'));
    expect(screen.text).toContain('Not now.');
  });

  it('is switched off with a code, and with the password where the server wants it (REAUTH-06)', async () => {
    const screen = await factor(true, { capabilities: { reauthentication: true } });
    await screen.type(CODE, '123456');
    await screen.press(account('twoFactor.disable'));
    expect(screen.text).toContain(say('auth:fault.passwordRequired'));
    expect(screen.sent).toEqual([]);
    await screen.type(say('common:field.old_password'), 'Quietbook1');
    expect(screen.text).not.toContain(say('auth:fault.passwordRequired'));
    await screen.press(account('twoFactor.disable'));
    expect(sentAs(screen, 'twoFactorDisable')).toEqual([{ code: '123456', password: 'Quietbook1' }]);
    expect(screen.field(CODE).value).toBe('');
  });

  it('makes new recovery codes only on request, and with a code (RECOVERY-04)', async () => {
    const screen = await factor(true, {
      capabilities: { recoveryCodes: true },
      answers: { recoveryCodesLeft: 3, newRecoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] },
    });
    const RENEW = account('recovery.renew');
    expect(screen.seek('button', RENEW)).toBeNull();
    await screen.press(account('recovery.ask'));
    expect(screen.seek('button', account('recovery.ask'))).toBeNull();
    expect(screen.seek('button', account('twoFactor.disable'))).toBeNull();
    await screen.type(CODE, '123456');
    await screen.type(say('common:field.old_password'), 'Quietbook1');
    await screen.press(RENEW);
    expect(sentAs(screen, 'newRecoveryCodes')).toEqual([{ code: '123456', password: 'Quietbook1' }]);
    expect(screen.text).toContain('aaaa-bbbb');
    const on = screen.button(account('recovery.continue'));
    expect(on.disabled).toBe(true);
    await screen.check(account('recovery.kept'));
    expect(on.disabled).toBe(false);
    await screen.press(on);
    expect(screen.text).not.toContain('aaaa-bbbb');
  });
});

describe('the deletion of the account (PRIVACY-03, PRIVACY-04)', () => {
  const REMAINS: AccountRemains = { obstacles: [], leftovers: [] };
  const LEFT = { currency: 'BTC', amount: '0.00000001' };
  const NAME = account('deletion.username', { username: 'trader' });
  const SUBMIT = account('deletion.submit');
  async function opened(remains: unknown, scene: Scene = {}) {
    const screen = await show(createElement(AccountDeletion, { username: 'trader' }), {
      ...scene,
      answers: { accountRemains: remains, ...scene.answers },
    });
    await screen.press(account('deletion.open'));
    return screen;
  }

  it('is not offered while something is in the way, which is named', async () => {
    const obstacles = [{ kind: 'orders', currency: null, amount: null, count: 3 }];
    const screen = await opened({ ...REMAINS, obstacles });
    expect(screen.text).toContain(account('deletion.obstacle.orders', { number: 3 }));
    expect(screen.seek('button', SUBMIT)).toBeNull();
    expect(screen.seek('button', account('deletion.open'))).toBeNull();
    await screen.press(say('common:word.checkAgain'));
    expect(names(screen)).toEqual(['accountRemains', 'accountRemains']);
  });

  it("is sent only with the user's name and the password, and once the rest was given up", async () => {
    const screen = await opened(
      { ...REMAINS, leftovers: [LEFT] },
      { answers: { deleteAccount: () => refuse({ text: 'Not yet.' }) } },
    );
    await screen.press(SUBMIT);
    expect(screen.text).toContain(account('deletion.giveUpFirst'));
    await screen.check(account('deletion.giveUp'));
    expect(screen.text).not.toContain(account('deletion.giveUpFirst'));
    await screen.type(NAME, 'traitor');
    await screen.press(SUBMIT);
    expect(screen.text).toContain(account('deletion.usernameWrong'));
    await screen.type(NAME, ' trader ');
    await screen.press(SUBMIT);
    expect(screen.text).toContain(say('auth:fault.passwordRequired'));
    expect(sentAs(screen, 'deleteAccount')).toEqual([]);
    await screen.type(say('common:field.old_password'), 'Quietbook1');
    await screen.press(SUBMIT);
    expect(sentAs(screen, 'deleteAccount')).toEqual([
      { username: 'trader', password: 'Quietbook1', given_up: [LEFT] },
    ]);
    expect(screen.text).toContain('Not yet.');
    await screen.type(say('common:field.old_password'), 'Quietbook2');
    expect(screen.text).not.toContain('Not yet.');
  });

  it('asks for nothing to be given up where nothing is left', async () => {
    const screen = await opened(REMAINS);
    expect(screen.seek('input', account('deletion.giveUp'))).toBeNull();
    expect(screen.text).not.toContain(account('deletion.leftovers'));
    await screen.press(say('common:word.cancel'));
    expect(screen.button(account('deletion.open')).disabled).toBe(false);
    expect(screen.seek('button', SUBMIT)).toBeNull();
  });
});

describe('passkeys (PASSKEY-05, PASSKEY-06)', () => {
  const KEYS: readonly Passkey[] = [{ id: 'k-1', name: 'Phone', madeAt: NOW, usedAt: null }];
  const device = { create: () => Promise.resolve({ ok: false, reason: 'none' }), get: () => undefined };
  const keys = (scene: Scene = {}) =>
    show(createElement(Passkeys), {
      capabilities: { passkeys: true },
      ...scene,
      services: { passkeyDevice: device as never },
      answers: { passkeys: KEYS, ...scene.answers },
    });
  const NAME = account('passkeys.name');
  const PASSWORD = say('common:field.old_password');
  const CODE = account('twoFactor.code');
  const forms = (screen: Screen) => screen.all('form').map((one) => one.getAttribute('aria-label'));

  it('are added with a name and the password', async () => {
    const screen = await keys();
    await screen.press(account('passkeys.add'));
    expect(forms(screen)).toEqual([account('passkeys.add')]);
    expect(screen.text).not.toContain(account('passkeys.removeLead'));
    expect(screen.field(NAME).value).toBe('');
    await screen.press(screen.find('form button', account('passkeys.add')));
    expect(screen.text).toContain(account('passkeys.nameRequired'));
    expect(screen.text).toContain(say('auth:fault.passwordRequired'));
    await screen.type(NAME, 'Laptop');
    expect(screen.text).not.toContain(say('auth:fault.passwordRequired'));
    await screen.press(screen.find('form button', account('passkeys.add')));
    expect(screen.text).not.toContain(account('passkeys.nameRequired'));
    expect(screen.text).toContain(say('auth:fault.passwordRequired'));
    expect(names(screen)).toEqual(['passkeys']);
    await screen.type(PASSWORD, 'Quietbook1');
    await screen.press(screen.find('form button', account('passkeys.add')));
    expect(sentAs(screen, 'passkeyOptions')).toEqual([{ password: 'Quietbook1' }]);
    expect(screen.button(account('passkeys.adding')).disabled).toBe(true);
  });

  it('are renamed without either, under the name that they have', async () => {
    const screen = await keys();
    await screen.press(`${account('passkeys.rename')}: Phone`);
    expect(screen.field(NAME).value).toBe('Phone');
    expect(screen.seek('input', PASSWORD)).toBeNull();
    await screen.type(NAME, 'Old phone');
    await screen.press(screen.find('form button', account('passkeys.rename')));
    expect(sentAs(screen, 'renamePasskey')).toEqual([{ name: 'Old phone' }]);
    expect(screen.button(account('passkeys.renaming')).disabled).toBe(true);
  });

  it('are removed with the password, and a code where the second factor is on; a refusal is shown', async () => {
    const screen = await keys({
      user: { twoFactorEnabled: true },
      answers: {
        removePasskey: inTurn(refuse({ text: 'Not now.' }), refuse({ serverCode: 'WRONG_PASSWORD' })),
      },
    });
    await screen.press(`${account('passkeys.remove')}: Phone`);
    expect(screen.text).toContain(account('passkeys.removeLead'));
    expect(screen.seek('input', NAME)).toBeNull();
    const remove = () => screen.press(screen.find('form button', account('passkeys.remove')));
    await screen.type(PASSWORD, 'Quietbook1');
    await remove();
    expect(screen.text).toContain(say('common:factor.required'));
    expect(names(screen)).toEqual(['passkeys']);
    await screen.type(CODE, '123456');
    await remove();
    expect(sentAs(screen, 'removePasskey')).toEqual([{ password: 'Quietbook1', two_factor_code: '123456' }]);
    expect(screen.text).toContain('Not now.');
    expect(screen.field(CODE).value).toBe('');
    await screen.type(CODE, '654321');
    expect(screen.text).not.toContain('Not now.');
    await remove();
    expect(screen.text).toContain(account('password.wrongOld'));
    await screen.press(say('common:word.cancel'));
    expect(forms(screen)).toEqual([]);
  });
});

describe("the user's sessions (SESSION-15, SESSION-16)", () => {
  const session = (id: string, given: Partial<OwnSession> = {}): OwnSession => ({
    id,
    beganAt: NOW - 3_600_000,
    usedAt: NOW,
    endsAt: NOW + 3_600_000,
    isOwn: false,
    name: null,
    ...given,
  });
  const OWN = session('s-1', { isOwn: true, name: 'Desk' });
  const list = (sessions: readonly OwnSession[]) =>
    show(createElement(SessionList), { answers: { sessions } });

  it('each other one is ended by its own button, all others by one; the current one has neither', async () => {
    const screen = await list([OWN, session('s-2'), session('s-3', { name: 'Phone' })]);
    const ends = screen.all('button').filter((one) => one.getAttribute('aria-label') !== null);
    expect(ends).toHaveLength(2);
    await screen.press(ends.at(1) ?? screen.root);
    expect(screen.sent.at(-1)).toMatchObject({ name: 'endSession', params: { id: 's-3' } });
    const all = await list([OWN, session('s-2')]);
    await all.press(account('sessions.endOthers'));
    expect(names(all)).toContain('endOtherSessions');
    const alone = await list([OWN]);
    expect(alone.seek('button', account('sessions.endOthers'))).toBeNull();
    expect(alone.text).toContain(account('sessions.none'));
  });

  it('the current one is named, where it is in the list; the same name is not sent', async () => {
    const screen = await list([OWN]);
    const save = screen.button(account('sessions.save'));
    const isOff = () => save.getAttribute('aria-disabled');
    expect([screen.field(account('sessions.name')).value, isOff()]).toEqual(['Desk', 'true']);
    await screen.press(save);
    expect(sentAs(screen, 'nameSession')).toEqual([]);
    await screen.type(account('sessions.name'), ' Kitchen ');
    await screen.press(save);
    expect(sentAs(screen, 'nameSession')).toEqual([{ name: 'Kitchen' }]);
    // It keeps the focus: it is neither disabled nor made anew.
    expect([save.disabled, save.isConnected]).toEqual([false, true]);
    const other = await list([session('s-2')]);
    expect(other.seek('input', account('sessions.name'))).toBeNull();
    expect(other.text).not.toContain(account('sessions.none'));
  });
});

describe('a requested reset of the second factor (RESET-02)', () => {
  const notice = (given: object, scene: Scene = {}) =>
    show(createElement(ResetNotice), { capabilities: { twoFactorReset: true }, user: given, ...scene });

  it('is shown to every session, and stopped by a press; a failure of that is explained', async () => {
    const none = await notice({});
    expect(none.text).toBe('');
    const screen = await notice(
      { twoFactorResetAt: NOW + 86_400_000 },
      { answers: { stopTwoFactorReset: inTurn(refuse({ text: 'Too late.' }), succeeded(null)) } },
    );
    expect(screen.text).toContain(say('account:reset.title'));
    await screen.press(say('account:reset.stop'));
    expect(names(screen)).toEqual(['stopTwoFactorReset']);
    expect(screen.text).toContain('Too late.');
  });
});
