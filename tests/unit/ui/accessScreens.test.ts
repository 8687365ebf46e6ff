import { describe, expect, it, vi } from 'vitest';
import { createElement } from 'react';
import { minuteText } from '../../../src/domain/dates.ts';
import type { AddressBook as Book } from '../../../src/domain/addressBook.ts';
import type { ApiKey } from '../../../src/domain/apiKey.ts';
import { type Failure, OutageError } from '../../../src/domain/failure.ts';
import { refused } from '../../../src/domain/result.ts';
import { LoginScreen } from '../../../src/ui/access/LoginScreen.tsx';
import { Meter } from '../../../src/ui/access/PasswordField.tsx';
import { createStrengthMeter, StrengthMeter } from '../../../src/ui/access/StrengthMeter.tsx';
import { RegisterScreen } from '../../../src/ui/access/RegisterScreen.tsx';
import { AddressBook } from '../../../src/ui/addressBook/AddressBook.tsx';
import { ApiKeys } from '../../../src/ui/apiKeys/ApiKeys.tsx';
import { memoryStorage } from '../../models/tools/memoryStorage.ts';
import { NOW, type Scene } from './scene.ts';
import { openScreens, type Screen } from './screen.tsx';
import { element, say } from './rendered.tsx';

const show = openScreens();
const refuse = (given: Partial<Failure> = {}) => refused({ code: 'refused', retryable: false, ...given });
const sentAs = ({ sent }: Screen, name: string) =>
  sent.filter((one) => one.name === name).map(({ body }) => body);
const auth = (key: string, values?: Readonly<Record<string, unknown>>) => say(`auth:${key}`, values);
const security = (key: string, values?: Readonly<Record<string, unknown>>) =>
  say(`account:security.${key}`, values);
const REQUIRED = auth('fault.passwordRequired');
const GOOD = 'Quietbook1';

describe('the login (LOGIN-01, LOGIN-06)', () => {
  const login = (scene: Scene = {}) =>
    show(createElement(LoginScreen), { user: null, path: '/login', ...scene });
  async function fill(screen: Screen) {
    await screen.type(say('common:field.email'), ' a@b.test ');
    await screen.type(say('common:field.password'), GOOD);
    await screen.press(auth('login.submit'));
  }

  it('sends the typed text once, and is locked until the answer', async () => {
    const screen = await login();
    await screen.press(auth('login.submit'));
    expect(screen.sent).toEqual([]);
    await fill(screen);
    expect(sentAs(screen, 'login')).toEqual([
      { email: 'a@b.test', password: GOOD, two_factor_code: '', turnstile_token: '' },
    ]);
    expect(screen.button(auth('login.submitting')).disabled).toBe(true);
  });

  it.each([
    [undefined, '/dashboard'],
    [{ from: '/wallet' }, '/wallet'],
    [{ from: 'https://elsewhere.test' }, '/dashboard'],
  ])('a signed-in user continues at once: with the history entry %j to %s', async (state, path) => {
    const screen = await login({ user: {}, state });
    expect(screen.visited.slice(0, 2)).toEqual(['/login', path]);
  });

  it.each([
    ['accountDeleted', auth('login.deleted')],
    ['accountPerhapsDeleted', auth('login.perhapsDeleted')],
    ['accountCreated', auth('login.created')],
  ])('explains why it is shown: %s', async (notice, text) => {
    const screen = await login({ state: { notice } });
    expect(screen.text).toContain(text);
    expect((await login()).text).not.toContain(text);
  });

  it('mentions after a registration, to everybody alike, that an older account is unchanged (LOGIN-18)', async () => {
    const state = { notice: 'accountCreated' };
    const hidden = await login({ state, capabilities: { quietRegistration: true } });
    expect(hidden.text).toContain(`${auth('login.created')} ${auth('login.createdBefore')}`);
    const told = await login({ state });
    expect(told.text).toContain(auth('login.created'));
    expect(told.text).not.toContain(auth('login.createdBefore'));
  });

  it('shows a refusal, and no more once something is typed', async () => {
    const screen = await login({ answers: { login: () => refuse({ status: 403, text: 'Not today.' }) } });
    await fill(screen);
    expect(screen.text).toContain('Not today.');
    await screen.type(say('common:field.email'), 'c@d.test');
    expect(screen.text).not.toContain('Not today.');
  });
});

describe('an account without an email (LOGIN-27)', () => {
  const capabilities = { usernameAccounts: true };

  it('is made with a username that is no email, and signs in with it', async () => {
    const screen = await show(createElement(RegisterScreen), { user: null, capabilities });
    expect(screen.text).toContain(auth('register.emailHint'));
    await screen.type(say('common:field.username'), 'a@b.test');
    await screen.type(say('common:field.password'), GOOD);
    await screen.type(say('common:field.confirm_password'), GOOD);
    await screen.press(auth('register.submit'));
    expect(screen.text).toContain(auth('fault.usernameNotPlain'));
    expect(screen.sent).toEqual([]);
    await screen.type(say('common:field.username'), 'anna');
    await screen.press(auth('register.submit'));
    expect(sentAs(screen, 'register')).toEqual([
      { username: 'anna', password: GOOD, confirm_password: GOOD },
    ]);
  });

  it.each([
    [{}, [], auth('fault.invalidEmail')],
    [capabilities, ['anna'], null],
  ])('of a server with %j', async (offered, sent, fault) => {
    const screen = await show(createElement(LoginScreen), {
      user: null,
      path: '/login',
      capabilities: offered,
    });
    await screen.type(say('common:field.email'), 'anna');
    await screen.type(say('common:field.password'), GOOD);
    await screen.press(auth('login.submit'));
    expect(sentAs(screen, 'login').map((body) => (body as { email: string }).email)).toEqual(sent);
    expect(screen.text.includes(auth('fault.invalidEmail'))).toBe(fault !== null);
    expect(screen.text.includes(auth('login.emailHint'))).toBe(fault === null);
  });
});

describe('the registration (LOGIN-07)', () => {
  const register = (scene: Scene = {}) => show(createElement(RegisterScreen), { user: null, ...scene });
  async function fill(screen: Screen, password = GOOD, again = password) {
    await screen.type(say('common:field.email'), ' a@b.test ');
    await screen.type(say('common:field.username'), ' trader ');
    await screen.type(say('common:field.password'), password);
    await screen.type(say('common:field.confirm_password'), again);
    await screen.press(auth('register.submit'));
  }

  it('sends name and email without the spaces around them, and the password as it is', async () => {
    const screen = await register();
    await fill(screen, `${GOOD} `);
    expect(sentAs(screen, 'register')).toEqual([
      { email: 'a@b.test', username: 'trader', password: `${GOOD} `, confirm_password: `${GOOD} ` },
    ]);
    expect(screen.button(auth('register.submitting')).disabled).toBe(true);
  });

  it('sends nothing while the two passwords differ', async () => {
    const screen = await register();
    await fill(screen, GOOD, 'Quietbook2');
    expect(screen.sent).toEqual([]);
  });

  it('keeps the email for the login that follows, and nothing of it in an address or a storage (LOGIN-26)', async () => {
    const written: string[] = [];
    const storage = {
      ...memoryStorage(),
      write: (key: string, value: string) => void written.push(key, value),
    };
    const screen = await register({ answers: { register: null }, services: { storage } });
    await fill(screen);
    expect(screen.path).toBe('/login');
    await screen.render(createElement(LoginScreen));
    expect(screen.field(say('common:field.email')).value).toBe('a@b.test');
    expect(screen.field(say('common:field.password')).value).toBe('');
    expect(screen.visited.join()).not.toContain('a@b');
    expect(written.join()).not.toContain('a@b');
  });

  it('is not for a user who is signed in', async () => {
    expect((await register({ user: {} })).visited[1]).toBe('/dashboard');
    expect((await register({ user: {}, state: { from: '/wallet' } })).visited[1]).toBe('/wallet');
  });

  const USER = { email: 'marielle@example.org', username: 'mari-elle' };
  const scoreIn = (screen: Screen) => Number(screen.all('[role="meter"]')[0]?.getAttribute('aria-valuenow'));

  it.each([0, 1, 2, 3, 4, 5])('the strength %i is said as a number and a word', async (score) => {
    const screen = await show(element(Meter, { score }));
    expect(scoreIn(screen)).toBe(score);
    expect(screen.all('[role="meter"]')[0]?.getAttribute('aria-valuetext')).not.toBe('');
    expect(screen.text === '').toBe(score === 0);
  });

  it.each([
    ['', 0],
    ['aaaaaaaa', 2],
    ['Password1', 1],
    ['1Qwertyuiop', 1],
    ['M0nero!1', 1],
    ['Marielle2026!', 1],
    ['Correct-Horse-1', 5],
    ['Zwölf1Hühner', 4],
  ])(
    'of %j the strength is %i: what the venue refuses is not called strong (LOGIN-08)',
    async (password, score) => {
      const screen = await show(element(StrengthMeter, { password, user: USER }));
      await vi.waitFor(async () => {
        await screen.act(() => undefined);
        expect(scoreIn(screen)).toBe(score);
      });
    },
  );

  it.each([
    ['is not there yet', () => new Promise<never>(() => undefined)],
    ['never comes', () => Promise.reject(new Error('it could not be loaded'))],
  ])('calls nothing strong while the list of common passwords %s (LOGIN-08)', async (_when, load) => {
    const password = 'Correct-Horse-1';
    const screen = await show(element(createStrengthMeter(load), { password, user: USER }));
    for (let turn = 0; turn < 3; turn += 1) await screen.act(() => undefined);
    expect(screen.all('[data-score]').map((one) => one.dataset.score)).toEqual(['3']);
  });
});

describe('the address book (HELD-01, HELD-02)', () => {
  const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const BOOK: Book = { isOn: false, offAt: null, addresses: [] };
  const ENTRY = { id: 'b-1', coin: 'BTC', address: ADDRESS, label: 'Cold', usableAt: NOW + 3_600_000 };
  const coin = (ticker: string, name: string) => ({ ticker, name, network: 'mainnet' });
  const COINS = [coin('BTC', 'Bitcoin'), coin('GRIN', 'Grin'), coin('XMR', 'XMR')];
  const book = (is: Book, scene: Scene = {}) =>
    show(createElement(AddressBook), {
      ...scene,
      answers: { addressBook: is, coins: COINS, ...scene.answers },
    });

  it('is switched with the password, and shows which way', async () => {
    const off = await book(BOOK);
    expect(off.text).toContain(security('book.offText'));
    await off.press(security('book.switchOn'));
    expect(off.text).toContain(REQUIRED);
    expect(sentAs(off, 'switchAddressBook')).toEqual([]);
    await off.type(security('book.password'), GOOD);
    expect(off.text).not.toContain(REQUIRED);
    await off.press(security('book.switchOn'));
    expect(sentAs(off, 'switchAddressBook')).toEqual([{ is_on: true, password: GOOD }]);
    const on = await book({ ...BOOK, isOn: true });
    expect(on.text).toContain(security('book.onText'));
    await on.type(security('book.password'), GOOD);
    await on.press(security('book.switchOff'));
    expect(sentAs(on, 'switchAddressBook')).toEqual([{ is_on: false, password: GOOD }]);
  });

  it('shows that it cannot be read and why, and reads it again on a press', async () => {
    const screen = await book(BOOK, { answers: { addressBook: () => refuse({ text: 'Not now.' }) } });
    expect(screen.text).toContain(security('book.unread'));
    expect(screen.text).toContain('Not now.');
    const before = screen.sent.length;
    await screen.press(say('common:word.reload'));
    expect(screen.sent.slice(before).map(({ name }) => name)).toContain('addressBook');
    expect((await book(BOOK)).text).not.toContain(security('book.unread'));
  });

  it('stays on by one press while it is being switched off', async () => {
    const screen = await book({ ...BOOK, isOn: true, offAt: NOW + 3_600_000 });
    expect(screen.seek('input', security('book.password'))).toBeNull();
    expect(screen.text).toContain(security('book.offAt', { time: minuteText(NOW + 3_600_000) }));
    await screen.press(security('book.keepOn'));
    expect(sentAs(screen, 'switchAddressBook')).toEqual([{ is_on: true }]);
  });

  it('takes a checked address with a label, of a coin that has addresses', async () => {
    const screen = await book(BOOK);
    expect(screen.all('option').map((one) => one.getAttribute('value'))).toEqual(['BTC', 'XMR']);
    expect(screen.all('option').map((one) => one.textContent)).toEqual(['BTC · Bitcoin', 'XMR']);
    await screen.press(security('book.add'));
    expect(screen.text).toContain(security('book.labelRequired'));
    await screen.type(say('common:field.label'), ' Cold ');
    expect(screen.text).not.toContain(security('book.labelRequired'));
    await screen.type(say('common:field.address'), `${ADDRESS.slice(0, -1)}x`);
    await screen.press(security('book.add'));
    expect(sentAs(screen, 'addBookAddress')).toEqual([]);
    await screen.type(say('common:field.address'), ADDRESS);
    await screen.press(security('book.add'));
    expect(sentAs(screen, 'addBookAddress')).toEqual([
      { coin_ticker: 'BTC', address: ADDRESS, label: 'Cold' },
    ]);
  });

  it('is empty again once the typed address is in the book', async () => {
    const screen = await book(BOOK, { answers: { addBookAddress: { ...BOOK, addresses: [ENTRY] } } });
    await screen.type(say('common:field.label'), 'Cold');
    await screen.type(say('common:field.address'), ADDRESS);
    await screen.press(security('book.add'));
    expect(screen.field(say('common:field.label')).value).toBe('');
    expect(screen.field(say('common:field.address')).value).toBe('');
  });

  it('names its entries, and shows from when a new one can be used', async () => {
    const waits = security('book.usableFrom', { time: '' }).split(' ').slice(0, 3).join(' ');
    const screen = await book({ ...BOOK, isOn: true, addresses: [ENTRY] });
    expect(screen.text).toContain(ADDRESS);
    expect(screen.text).toContain(waits);
    expect((await book({ ...BOOK, addresses: [ENTRY] })).text).not.toContain(waits);
    await screen.press(security('book.removeNamed', { label: 'Cold' }));
    expect(screen.sent.at(-1)).toMatchObject({ name: 'removeBookAddress', params: { id: 'b-1' } });
  });

  it('explains why an entry was not removed', async () => {
    const screen = await book(
      { ...BOOK, addresses: [ENTRY] },
      { answers: { removeBookAddress: () => refuse({ text: 'Not now.' }) } },
    );
    await screen.press(security('book.removeNamed', { label: 'Cold' }));
    expect(screen.text).toContain('Not now.');
  });

  it('takes no focus without a request', async () => {
    const scene = { capabilities: { reauthentication: true }, user: { twoFactorEnabled: true } };
    const screen = await book(BOOK, scene);
    expect(screen.all('input').length).toBeGreaterThan(3);
    expect(document.activeElement).toBe(document.body);
  });

  it('reports a lost answer, and only then', async () => {
    const lost = security('book.lost');
    const screen = await book(
      { ...BOOK, addresses: [ENTRY] },
      {
        answers: {
          removeBookAddress: () => {
            throw new OutageError({ code: 'unreachable', retryable: true });
          },
        },
      },
    );
    expect(screen.text).not.toContain(lost);
    await screen.press(security('book.removeNamed', { label: 'Cold' }));
    expect(screen.text).toContain(lost);
  });
});

describe('keys for programs (APIKEY-11)', () => {
  const KEY: ApiKey = {
    id: 'k-1',
    label: 'Bot',
    permissions: ['read'],
    addresses: [],
    madeAt: NOW,
    usedOn: null,
    mustConfirm: false,
  };
  const keys = (list: readonly ApiKey[], scene: Scene = {}) =>
    show(createElement(ApiKeys), { ...scene, answers: { apiKeys: list, ...scene.answers } });
  const MAKE = security('apiKeys.make');

  it('list their permissions, and allowed addresses', async () => {
    const anywhere = security('apiKeys.anywhere');
    expect((await keys([KEY])).text).toContain(anywhere);
    const bound = await keys([{ ...KEY, addresses: ['192.0.2.1'] }]);
    expect(bound.text).toContain(security('apiKeys.from', { addresses: '192.0.2.1' }));
    expect(bound.text).not.toContain(anywhere);
  });

  it('are made with a label, at least one permission and the password; the secret is shown once', async () => {
    const made = { api_key: { ...KEY, id: 'k-2', label: 'New' }, secret: 'very-secret' };
    const screen = await keys([], { answers: { createApiKey: made } });
    await screen.press(MAKE);
    expect(screen.text).toContain(security('apiKeys.labelRequired'));
    await screen.type(security('apiKeys.label'), ' New ');
    await screen.check(security('apiKeys.may.read'));
    await screen.press(MAKE);
    expect(screen.text).toContain(security('apiKeys.permissionsRequired'));
    await screen.check(security('apiKeys.may.trade'));
    expect(screen.text).not.toContain(security('apiKeys.permissionsRequired'));
    await screen.press(MAKE);
    expect(screen.text).toContain(REQUIRED);
    expect(sentAs(screen, 'createApiKey')).toEqual([]);
    await screen.type(say('common:field.addresses'), '192.0.2.1, 192.0.2.2');
    await screen.type(security('apiKeys.password'), GOOD);
    await screen.press(MAKE);
    expect(sentAs(screen, 'createApiKey')).toEqual([
      { label: 'New', permissions: ['trade'], addresses: ['192.0.2.1', '192.0.2.2'], password: GOOD },
    ]);
    expect(screen.text).toContain('very-secret');
    await screen.press(security('apiKeys.kept'));
    expect(screen.text).not.toContain('very-secret');
  });

  it('are locked while one is being made, which the button shows', async () => {
    const screen = await keys([]);
    await screen.type(security('apiKeys.label'), 'New');
    await screen.type(security('apiKeys.password'), GOOD);
    expect(screen.button(MAKE).disabled).toBe(false);
    await screen.press(MAKE);
    expect(screen.button(security('apiKeys.making')).disabled).toBe(true);
  });

  it('one from before the second factor is confirmed with the password and a code (APIKEY-12)', async () => {
    const screen = await keys([{ ...KEY, permissions: ['withdraw'], mustConfirm: true }]);
    expect(screen.text).toContain(security('apiKeys.unconfirmed'));
    const confirm = () => screen.press(security('apiKeys.confirmNamed', { label: 'Bot' }));
    await confirm();
    await confirm();
    expect(screen.text).toContain(REQUIRED);
    expect(sentAs(screen, 'confirmApiKey')).toEqual([]);
    await screen.type(security('apiKeys.confirmPassword'), GOOD);
    await confirm();
    expect(screen.sent.at(-1)).toMatchObject({ name: 'confirmApiKey', params: { id: 'k-1' } });
    expect(sentAs(screen, 'confirmApiKey')).toMatchObject([{ password: GOOD }]);
    expect((await keys([KEY])).text).not.toContain(security('apiKeys.unconfirmed'));
  });

  it('are revoked after a question, which can be declined', async () => {
    const screen = await keys([KEY]);
    const ask = () => screen.press(security('apiKeys.revokeNamed', { label: 'Bot' }));
    await ask();
    await screen.press(security('apiKeys.keep'));
    expect(screen.all('[role="dialog"]')).toEqual([]);
    await ask();
    await screen.press(screen.find('[role="dialog"] button', security('apiKeys.revoke')));
    expect(screen.sent.at(-1)).toMatchObject({ name: 'revokeApiKey', params: { id: 'k-1' } });
  });
});
