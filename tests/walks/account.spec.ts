import type { Locator, Page } from '@playwright/test';
import { valueText } from '../models/tools/explore.ts';
import { accountDeletionModel } from '../models/accountDeletion.model.ts';
import { passkeyCodeModel } from '../models/passkeyCode.model.ts';
import { passkeysModel } from '../models/passkeys.model.ts';
import { passwordChangeModel } from '../models/passwordChange.model.ts';
import { recoveryKeyModel } from '../models/recoveryKey.model.ts';
import { resetStopModel } from '../models/resetStop.model.ts';
import { sessionListModel } from '../models/sessionList.model.ts';
import { twoFactorModel } from '../models/twoFactor.model.ts';
import { countdownModel } from '../models/countdown.model.ts';
import { flashModel } from '../models/flash.model.ts';
import { Security } from '../e2e/support/account.ts';
import { english } from '../e2e/support/english.ts';
import { WORDS, wordsOf } from '../e2e/support/failureWords.ts';
import { serve } from '../e2e/support/histories.ts';
import { readButtons, readLocked, readTexts } from '../e2e/support/reading.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { endAsking, holdDevice, openNamed, OPTIONS } from '../e2e/support/passkeys.ts';
import { expect } from '../e2e/support/test.ts';
import { offerAt } from '../e2e/support/withdraw.ts';
import { stopTime } from '../e2e/support/time.ts';

walkScreen({
  model: twoFactorModel,
  shows: (page) => page.getByRole('region', { name: 'Two-factor authentication' }),
  calls: /\/auth\/2fa\/(enable|verify|disable|recovery-codes\/renew)$/,
  // Without a code nothing can be pressed. plainOnce.spec.ts shows lost answers.
  happens: (name) =>
    !name.endsWith('nothing') &&
    // Of a server without recovery codes.
    !name.endsWith('unheard') &&
    // The venue asks for the password, and every press carries it.
    !name.endsWith('with the password') &&
    !/^(verify|disable): (server down|no answer)$|^makeCodes: server down$/.test(name),
  key: ({ value, context }) => [
    value,
    context.isOn,
    context.failure !== null,
    context.lost,
    context.areCodesUnseen,
  ],
  open: async (page, { input }) => {
    await pretendSession(page, { two_factor_enabled: input?.isOn ?? false });
    await page.goto('/security#two-factor');
  },
  gestures: {
    'ask for codes': (page) => new Security(page).button('Create new codes').click(),
    'make codes': (page) => new Security(page).makeCodes('123456', 'Walker-Horse-1'),
    'save codes': (page) => new Security(page).button('Download as text file').click(),
    'kept codes': async (page) => void (await new Security(page).keepCodes()),
    'set up': (page) => new Security(page).button('Set up two-factor').click(),
    verify: (page) => new Security(page).verify('123456', 'Walker-Horse-1'),
    disable: (page) => new Security(page).disable('654321', 'Walker-Horse-1'),
    edit: (page) => new Security(page).code.fill('1'),
    cancel: async (page, { network }) => {
      await new Security(page).button('Cancel').click();
      // The answer to an abandoned code comes when nobody listens.
      await network.cut();
    },
  },
  facts: (snapshot) => {
    const { failure, lost } = snapshot.context;
    const isBusy = snapshot.hasTag('busy');
    const isUnknown = lost === 'unknown';
    const said = failure && (failure.status === undefined ? WORDS.unreachable : null);
    if (snapshot.matches('off')) {
      return {
        view: isUnknown ? 'Unknown' : 'Off',
        buttons: isBusy ? 'Setting up…' : 'Set up two-factor',
        isBusy,
        asksForCode: false,
        showsSecret: false,
        refusal: isUnknown
          ? 'The server did not confirm the code, and your account could not be loaded. Reload the page to see whether two-factor authentication is on.'
          : failure && (failure.text ?? WORDS[failure.code] ?? null),
        left: null,
      };
    }
    const isPassword = failure?.serverCode === 'WRONG_PASSWORD';
    const general =
      failure &&
      (isPassword
        ? 'The current password is incorrect.'
        : (said ?? (failure.code === 'tooMany' ? (failure.text ?? null) : null)));
    if (snapshot.matches('enrolling')) {
      return {
        view: isUnknown ? 'Unknown' : 'Off',
        buttons: `Copy secret, ${isBusy ? 'Verifying…' : 'Verify code'}, Cancel`,
        isBusy,
        asksForCode: true,
        showsSecret: true,
        refusal:
          failure &&
          (general ??
            'The code could not be verified. Check that your device’s clock is correct, and enter the code currently shown in the app.'),
        left: null,
      };
    }
    if (snapshot.matches({ on: 'keeping' })) {
      return {
        view: 'On',
        buttons: 'Copy codes, Download as text file, Continue',
        isBusy,
        asksForCode: false,
        showsSecret: true,
        refusal: null,
        left: null,
      };
    }
    const { areCodesUnseen } = snapshot.context;
    const left = areCodesUnseen ? 'lost' : '7 recovery codes left';
    if (snapshot.matches({ on: 'asking' }) || snapshot.matches({ on: 'making' })) {
      return {
        view: 'On',
        buttons: `${isBusy ? 'Creating new codes…' : 'Create ten new codes'}, Cancel`,
        isBusy,
        asksForCode: true,
        showsSecret: false,
        refusal: failure && (general ?? 'Invalid code, please try again'),
        left,
      };
    }
    return {
      view: 'On',
      buttons: `Create new codes, ${isBusy ? 'Disabling…' : 'Disable two-factor'}`,
      isBusy,
      asksForCode: true,
      showsSecret: false,
      refusal: failure && (general ?? 'Invalid code, please try again'),
      left,
    };
  },
  unreachable: Object.fromEntries(
    [
      'twoFactor.enrolling.verifying | verify.lost#0 -> twoFactor.enrolling.verifying.looking',
      'twoFactor.enrolling.verifying | verify.absent#0 -> twoFactor.enrolling.showing',
      'twoFactor.enrolling.verifying | verify.unknown#0 -> twoFactor.enrolling.showing',
      'twoFactor.enrolling.verifying.looking | verify.done#0 -> twoFactor.on',
      'twoFactor.on.disabling | disable.lost#0 -> twoFactor.on.disabling.looking',
      'twoFactor.on.disabling | disable.absent#0 -> twoFactor.on.idle',
      'twoFactor.on.disabling | disable.unknown#0 -> twoFactor.on.idle',
    ].map((id) => [id, 'a lost answer is seen on the screen by tests/e2e/plainOnce.spec.ts']),
  ),
  read: (page) =>
    new Security(page).section.evaluate((section) => {
      // The button for letters is seen where a keyboard is on the screen.
      const names = [...section.querySelectorAll('button')]
        .map((button) => button.getAttribute('aria-label') ?? button.textContent)
        .filter((name) => name !== 'Show password' && name !== 'Use a recovery code');
      const field =
        section.querySelector('input[aria-invalid="true"]') ??
        section.querySelector('input:not([type="checkbox"])');
      const unseen = section.querySelector('[data-kind="warning"]');
      const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
      const described = ids.find((id) => id.endsWith('error'));
      const fault = described === undefined ? null : document.querySelector(`[id="${described}"]`);
      return {
        view: section.querySelector('[class*="Badge-root"]')?.textContent ?? null,
        buttons: names.join(', '),
        isBusy: names.some((name) => name.endsWith('…')),
        asksForCode: field !== null,
        showsSecret: section.querySelector('code') !== null,
        refusal:
          (section.querySelector('[role="alert"]:not([data-kind="warning"])') ?? fault)?.textContent ?? null,
        left: unseen
          ? 'lost'
          : ([...section.querySelectorAll('p[data-warns]')].find(({ textContent }) =>
              textContent.includes(' left'),
            )?.textContent ?? null),
      };
    }),
});

const deletion = (page: Page) => page.getByRole('region', { name: 'Delete account' });

walkScreen({
  model: accountDeletionModel,
  shows: deletion,
  calls: '**/user/deletion',
  happens: (name, snapshot) => {
    const { remains } = snapshot.context;
    const isBlocked = remains !== null && remains.obstacles.length > 0;
    if (name === 'open') return !snapshot.matches('editing') || isBlocked;
    if (name === 'edit' || name === 'submit') return !isBlocked;
    // The form decides about the code; a search that finds nothing takes half a minute.
    return name !== 'submit with code and dust' && !/^remove: lost, (still|no answer)/.test(name);
  },
  key: ({ value, context: { remains, failure } }) => [
    value,
    remains && [remains.obstacles.length, remains.leftovers.length],
    failure?.serverCode ?? failure?.code ?? null,
  ],
  open: async (page) => {
    await pretendSession(page, { two_factor_enabled: false });
    await page.goto('/security#deletion');
  },
  gestures: {
    open: (page) =>
      deletion(page)
        .getByRole('button', { name: /^(Delete account…|Check again)$/ })
        .click(),
    cancel: (page) => deletion(page).getByRole('button', { name: 'Cancel' }).click(),
    edit: (page) => deletion(page).getByLabel('To confirm, type your username').fill('x'),
    submit: async (page) => {
      const form = deletion(page);
      const username =
        (await form.getByText('To confirm, type your username').textContent())?.split(': ')[1] ?? '';
      await form.getByLabel('To confirm, type your username').fill(username);
      await form.getByLabel('Current password', { exact: true }).fill('Canary-Horse-1');
      const code = form.getByRole('textbox', { name: 'Two-factor code' });
      if (await code.isVisible()) await code.fill('123456');
      const dust = form.getByRole('checkbox');
      if (await dust.isVisible()) await dust.check();
      await form.getByRole('button', { name: 'Delete account for good' }).click();
    },
  },
  facts: (snapshot) => {
    const { remains, failure } = snapshot.context;
    const isForm = snapshot.matches('editing') || snapshot.matches('deleting');
    const isBlocked = remains !== null && remains.obstacles.length > 0;
    const isBusy = snapshot.matches('deleting');
    const say = (key: string): string => english('account', `security.deletion.${key}`);
    const isPassword = failure?.serverCode === 'WRONG_PASSWORD';
    const refusal =
      failure && !isBusy && failure.serverCode !== 'TWO_FACTOR_REQUIRED'
        ? [isPassword ? 'The current password is incorrect.' : wordsOf(failure)]
        : [];
    const ofForm = [
      ...['erased', 'kept', 'late', 'again'].map((fact) => say(`facts.${fact}`)),
      ...(isBlocked ? [say('blocked'), 'Open orders: 2. Cancel them first.'] : []),
      ...(remains && remains.leftovers.length > 0 ? [say('leftovers'), '0.0001 BTC'] : []),
      ...(isBlocked ? [] : refusal),
    ];
    const texts = snapshot.matches('reading')
      ? [say('reading')]
      : snapshot.matches('unread')
        ? [say('unread'), ...refusal]
        : isForm
          ? ofForm
          : [];
    const press = snapshot.matches({ deleting: 'looking' })
      ? 'Checking… (disabled), Cancel (disabled)'
      : isBusy
        ? 'Deleting… (disabled), Cancel (disabled)'
        : 'Delete account for good, Cancel';
    return {
      hasLeft: snapshot.matches('gone'),
      view: snapshot.matches('gone') ? null : isForm ? 'editing' : valueText(snapshot.value),
      buttons: snapshot.matches('closed')
        ? 'Delete account…'
        : snapshot.matches('unread') || (isForm && isBlocked)
          ? 'Check again, Cancel'
          : isForm
            ? press
            : '',
      texts: snapshot.matches('gone') ? '' : ['Delete account', say('lead'), ...texts].join(' | '),
      locked: isBusy
        ? [
            ...((remains?.leftovers.length ?? 0) > 0 ? ['I give up these amounts.'] : []),
            'To confirm, type your username: walker',
            'Current password',
          ].join(', ')
        : '',
    };
  },
  read: async (page) => ({
    ...(await page.evaluate(() => ({
      hasLeft: location.pathname === '/login' && document.body.textContent.includes('deleted'),
      view: document.querySelector('[data-view]')?.getAttribute('data-view') ?? null,
    }))),
    buttons: await deletion(page).evaluateAll(readButtons),
    // Once requested, the code stays in the form; no state shows it.
    texts: (await deletion(page).evaluateAll(readTexts)).replace(/ \| The code that.*? in your app\./, ''),
    locked: (await deletion(page).evaluateAll(readLocked)).replace(/, Two-factor code.*/, ''),
  }),
  unreachable: Object.fromEntries(
    [
      'accountDeletion.deleting | remove.absent#0 -> accountDeletion.editing',
      'accountDeletion.deleting | remove.unknown#0 -> accountDeletion.editing',
    ].map((id) => [
      id,
      'a search that finds nothing is seen on the screen by tests/e2e/accountDeletion.spec.ts',
    ]),
  ),
});

const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' });

walkScreen({
  model: sessionListModel,
  shows: sessions,
  calls: /\/auth\/sessions\/(s-2|end-others|name)$/,
  happens: (name) => !name.startsWith('change: lost'),
  key: ({ value, context }) => [value, context.failure !== null],
  open: async (page) => {
    await pretendSession(page, { two_factor_enabled: false });
    await page.route('**/auth/sessions', (route) =>
      route.fulfill({
        json: {
          sessions: ['s-1', 's-2', 's-3'].map((id) => ({
            id,
            begun_at: '2026-01-05T12:00:00Z',
            last_used_at: '2026-01-05T13:00:00Z',
            ends_at: '2026-01-06T01:00:00Z',
            is_current: id === 's-1',
            name: id === 's-2' ? 'Desk' : null,
          })),
        },
      }),
    );
    await page.goto('/security#sessions');
  },
  gestures: {
    'change: one': (page) =>
      sessions(page)
        .getByRole('button', { name: /^End session: Desk/ })
        .click(),
    'change: all others': (page) =>
      sessions(page).getByRole('button', { name: 'End all other sessions' }).click(),
    'change: the name': async (page) => {
      await sessions(page).getByRole('textbox', { name: 'Name of this session' }).fill('Desk');
      await sessions(page).getByRole('button', { name: 'Save name' }).click();
    },
  },
  facts: (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    refusal: snapshot.context.failure?.text ?? null,
    rows: 3,
  }),
  unreachable: Object.fromEntries(
    [
      'sessionList.changing | change.absent#0 -> sessionList.idle',
      'sessionList.changing | change.unknown#0 -> sessionList.idle',
    ].map((id) => [id, 'a lost answer is seen on the screen by tests/e2e/sessionList.spec.ts']),
  ),
  read: (page) =>
    sessions(page).evaluate((section) => ({
      isBusy: [...section.querySelectorAll('button')].some((button) =>
        button.matches('[aria-label]:disabled'),
      ),
      refusal: section.querySelector('[role="alert"]')?.textContent ?? null,
      rows: section.querySelectorAll('li').length,
    })),
});

walkScreen({
  model: resetStopModel,
  calls: /\/auth\/2fa\/reset\/stop$/,
  happens: (name) => !name.startsWith('stop: lost'),
  key: ({ value, context }) => [value, context.failure !== null],
  open: async (page) => {
    await pretendSession(page, { two_factor_enabled: true, two_factor_reset_at: '2026-01-12T12:00:00Z' });
    await page.goto('/security');
  },
  gestures: { stop: (page) => page.getByRole('button', { name: 'Stop the reset' }).click() },
  facts: (snapshot) => ({
    button: snapshot.hasTag('busy') ? 'Stopping…' : 'Stop the reset',
    hasTime: true,
    isRefused: snapshot.context.failure !== null,
  }),
  unreachable: Object.fromEntries(
    [
      'resetStop.stopping | stop.absent#0 -> resetStop.idle',
      'resetStop.stopping | stop.unknown#0 -> resetStop.idle',
    ].map((id) => [id, 'a lost answer is seen on the screen by tests/e2e/twoFactorReset.spec.ts']),
  ),
  read: async (page) => {
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'Someone requested a reset of your second factor' });
    const text = (await notice.textContent()) ?? '';
    return {
      button: await notice.getByRole('button').textContent(),
      hasTime: text.includes('From Jan 12, 2026, 12:00 UTC'),
      isRefused: text.includes('Slow down'),
    };
  },
});

const recoveryKey = (page: Page): Locator => page.getByRole('region', { name: 'Recovery key' });
const words = new WeakMap<Page, readonly string[]>();

/** With a code where the form asks for one. */
async function confirmKey(page: Page): Promise<void> {
  const part = recoveryKey(page);
  for (const [at, word] of (words.get(page) ?? []).entries()) {
    const field = part.getByRole('textbox', { name: `Word ${at + 1}`, exact: true });
    if (await field.isVisible()) await field.fill(word);
  }
  await part.getByLabel('Current password', { exact: true }).fill('Walker-Horse-1');
  const code = part.getByRole('textbox', { name: 'Two-factor code' });
  if (await code.isVisible()) await code.fill('123456');
  await part.getByRole('button', { name: 'Save the key' }).click();
}

walkScreen({
  model: recoveryKeyModel,
  shows: recoveryKey,
  calls: '**/auth/recovery-key',
  // A search that finds nothing takes half a minute. The server decides about the code.
  happens: (name) => !name.startsWith('keep: lost') && name !== 'submit with code',
  key: ({ value, context }) => [value, context.failure?.serverCode ?? context.failure?.code ?? null],
  open: async (page) => {
    await pretendSession(page, { two_factor_enabled: false });
    // Without `reauthentication` a key takes a code as well.
    await offerAt(page, { recovery: true }, '/security');
    await page.goto('/security#recovery-key');
  },
  gestures: {
    make: (page) => recoveryKey(page).getByRole('button', { name: 'Create a recovery key' }).click(),
    written: async (page) => {
      words.set(page, await recoveryKey(page).getByRole('listitem').allInnerTexts());
      await recoveryKey(page).getByRole('button', { name: 'I have written them down' }).click();
    },
    back: (page) => recoveryKey(page).getByRole('button', { name: 'Show the words again' }).click(),
    edit: (page) => recoveryKey(page).getByLabel('Current password', { exact: true }).fill('x'),
    cancel: (page) => recoveryKey(page).getByRole('button', { name: 'Cancel' }).click(),
    submit: confirmKey,
  },
  facts: (snapshot) => {
    const { failure } = snapshot.context;
    const isBusy = snapshot.hasTag('busy');
    const form = isBusy
      ? 'Saving… (disabled), Show the words again (disabled), Cancel (disabled)'
      : 'Save the key, Show the words again, Cancel';
    const said: Readonly<Record<string, string>> = {
      WRONG_PASSWORD: 'The current password is incorrect.',
      TWO_FACTOR_REQUIRED: english('common', 'factor.required'),
      tooMany: 'Slow down',
    };
    return {
      owner: snapshot.matches('idle') || snapshot.matches('showing') ? null : 'walker@example.org',
      buttons: snapshot.matches('idle')
        ? 'Create a recovery key'
        : snapshot.matches('showing')
          ? 'I have written them down, Copy words, Cancel'
          : form,
      words: snapshot.matches('showing') ? 24 : 0,
      refusal: failure && (said[failure.serverCode ?? failure.code] ?? null),
    };
  },
  unreachable: Object.fromEntries(
    ['keep.absent', 'keep.unknown'].map((event) => [
      `recoveryKey.keeping | ${event}#0 -> recoveryKey.confirming`,
      'a lost answer is seen on the screen by tests/e2e/recovery.spec.ts',
    ]),
  ),
  read: async (page) => ({
    // Password managers take the field before a password for the name of its account.
    owner: await recoveryKey(page).evaluate((part) => {
      const inputs = [...part.querySelectorAll('input')];
      return inputs[inputs.findIndex(({ type }) => type === 'password') - 1]?.value ?? null;
    }),
    buttons: await recoveryKey(page).evaluateAll(readButtons),
    words: await recoveryKey(page).getByRole('listitem').count(),
    refusal: await recoveryKey(page).evaluate((part) => {
      const field = part.querySelector('input[aria-invalid="true"]');
      const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
      const fault = document.querySelector(`[id="${ids.find((id) => id.endsWith('error'))}"]`);
      return (part.querySelector('[role="alert"]') ?? fault)?.textContent ?? null;
    }),
  }),
});

const PASSKEYS = 'Passkeys';
const passkeys = (page: Page): Locator => page.getByRole('region', { name: PASSKEYS, exact: true });

/** Opens the form of a change where it is not open. */
async function openForm(page: Page, kind: string): Promise<Locator> {
  const names: Readonly<Record<string, string>> = {
    add: 'Add a passkey',
    rename: 'Rename: Laptop',
    remove: 'Remove: Laptop',
  };
  const form = passkeys(page).getByRole('form');
  if (!(await form.isVisible()))
    await passkeys(page)
      .getByRole('button', { name: names[kind] ?? kind })
      .click();
  return form;
}

async function changePasskey(page: Page, kind: 'add' | 'rename' | 'remove'): Promise<void> {
  const form = await openForm(page, kind);
  if (kind !== 'remove') await form.getByRole('textbox', { name: 'Name' }).fill('Phone');
  if (kind !== 'rename') await form.getByLabel('Current password', { exact: true }).fill('Walker-Horse-1');
  await form
    .getByRole('button')
    .filter({ hasText: /^(Add|Rename|Remove)/ })
    .click();
}
const giveUp = (page: Page): Promise<void> => passkeys(page).getByRole('button', { name: 'Cancel' }).click();

walkScreen({
  model: passkeysModel,
  shows: passkeys,
  calls: /\/auth\/passkeys(\/|$)/,
  open: async (page) => {
    await pretendSession(page, { two_factor_enabled: false });
    await holdDevice(page);
    const list = [{ id: 'k1', name: 'Laptop', created_at: '2026-01-05T12:00:00Z', last_used: null }];
    await page.route(/\/auth\/passkeys$/, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { passkeys: list } }) : route.fallback(),
    );
    await openNamed(page, '/security#passkeys');
    await expect(passkeys(page).getByText('Laptop')).toBeVisible();
  },
  gestures: {
    add: (page) => changePasskey(page, 'add'),
    rename: (page) => changePasskey(page, 'rename'),
    remove: (page) => changePasskey(page, 'remove'),
    edit: async (page, { variant }) => {
      const form = await openForm(page, variant.name);
      await form.locator('input').first().fill('x');
    },
    'cancel: add': giveUp,
    'cancel: rename': giveUp,
    'cancel: remove': giveUp,
  },
  answers: {
    accepted: async (page, { variant, network }) => {
      if (variant.name === 'add') {
        await network.answer(OPTIONS);
        await endAsking(page, 'given');
      }
      await network.answer({ status: 201, body: {} });
    },
    refused: (_page, { network }) =>
      network.answer({
        status: 403,
        body: { message: 'The password is incorrect.', code: 'WRONG_PASSWORD' },
      }),
    'no answer': (_page, { network }) => network.answer('noAnswer'),
    none: async (page, { network }) => {
      await network.answer(OPTIONS);
      await endAsking(page, 'none');
    },
    known: async (page, { network }) => {
      await network.answer(OPTIONS);
      await endAsking(page, 'known');
    },
  },
  // A new name asks for no password, so none can be wrong.
  happens: (name, _snapshot, variant) => !(variant.name === 'rename' && name === 'change: refused'),
  facts: (snapshot) => {
    const { failure, notMade } = snapshot.context;
    const notMadeText =
      notMade === 'known'
        ? 'This device already has a passkey for this account.'
        : 'No passkey was created. Try again.';
    const lost = 'The server did not confirm the change. The list shows your current passkeys.';
    return {
      isBusy: snapshot.matches('changing'),
      alert: notMade === null ? (failure?.code === 'unreachable' ? lost : null) : notMadeText,
      password: failure?.serverCode === 'WRONG_PASSWORD' ? 'The current password is incorrect.' : null,
    };
  },
  read: (page) =>
    passkeys(page).evaluate((section) => {
      const field = section.querySelector('input[aria-invalid="true"]');
      const described = field?.getAttribute('aria-describedby')?.split(' ').at(-1);
      return {
        isBusy: section.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled ?? false,
        alert: section.querySelector('[role="alert"]')?.textContent ?? null,
        password:
          described === undefined
            ? null
            : (document.querySelector(`[id="${described}"]`)?.textContent ?? null),
      };
    }),
});

const confirmation = (page: Page): Locator => new Security(page).passwordForm;

walkScreen({
  model: passkeyCodeModel,
  calls: /\/auth\/passkeys\/confirm/,
  open: async (page) => {
    await pretendSession(page, { two_factor_enabled: false, has_passkeys: true });
    await holdDevice(page);
    await page.route(/\/auth\/passkeys$/, (route) => route.fulfill({ json: { passkeys: [] } }));
    await openNamed(page, '/security#password');
  },
  gestures: {
    confirm: (page) => confirmation(page).getByRole('button', { name: 'Use a passkey' }).click(),
    cancel: (page) => confirmation(page).getByRole('button', { name: 'Stop' }).click(),
  },
  answers: {
    given: async (page, { network }) => {
      await network.answer(OPTIONS);
      await endAsking(page, 'given');
      await network.answer({ status: 200, body: { code: 'p-abcdefghijklmn', expires_in: 120 } });
      await expect(confirmation(page).getByText('Confirmed with your passkey.')).toBeVisible();
    },
    'none given': async (page, { network }) => {
      await network.answer(OPTIONS);
      await endAsking(page, 'none');
    },
    'not the account’s': async (page, { network }) => {
      await network.answer(OPTIONS);
      await endAsking(page, 'given');
      await network.answer({
        status: 400,
        body: { message: 'The passkey was not accepted. Try again.', code: 'PASSKEY_REFUSED' },
      });
    },
    'nothing to sign': (_page, { network }) =>
      network.answer({ status: 429, body: { message: 'Too many attempts.', code: 'TOO_MANY_ATTEMPTS' } }),
    'no answer': (_page, { network }) => network.answer('noAnswer'),
  },
  facts: (snapshot) => {
    const { failure, isNoneGiven } = snapshot.context;
    const isAsking = snapshot.matches('asking');
    const said = failure && (failure.text ?? WORDS[failure.code] ?? null);
    return { isAsking, fault: isAsking ? null : isNoneGiven ? 'No passkey was used. Try again.' : said };
  },
  read: (page) =>
    confirmation(page).evaluate((form) => ({
      isAsking: [...form.querySelectorAll('button')].some((button) => button.textContent === 'Stop'),
      fault: form.querySelector('p[role="alert"]')?.textContent ?? null,
    })),
});

const OLD = 'canary-old-Pass1';
const NEW = 'canary-new-Pass2';

async function fillPasswords(page: Page, code: string): Promise<void> {
  const { passwordForm } = new Security(page);
  // Only once the server has asked for a code.
  const field = passwordForm.getByRole('textbox', { name: 'Two-factor code' });
  if (await field.isVisible()) await field.fill(code);
  await new Security(page).changePassword(OLD, NEW);
}

walkScreen({
  model: passwordChangeModel,
  shows: (page) => page.getByRole('region', { name: 'Change password' }),
  calls: '**/auth/change-password',
  // Silence takes half a minute and looks like no answer; no server can cause a defect of the client.
  happens: (name) => name !== 'change: silence' && name !== 'change: defect',
  open: async (page) => {
    await pretendSession(page, { two_factor_enabled: false });
    await page.goto('/security#password');
  },
  gestures: {
    submit: (page) => fillPasswords(page, ''),
    'submit with code': (page) => fillPasswords(page, '123456'),
    edit: (page) => new Security(page).passwordForm.getByLabel('Current password', { exact: true }).fill('x'),
  },
  facts: (snapshot) => {
    const { failure, answer } = snapshot.context;
    const text = failure?.text ?? null;
    const isRefused = snapshot.matches('refused');
    return {
      isBusy: snapshot.matches('changing'),
      success: snapshot.matches('changed') ? (answer ?? 'Your password was changed.') : null,
      oldPassword: isRefused && failure?.code === 'unauthorized' ? text : null,
      code: isRefused && text === '2FA code required' ? text : null,
      alert: snapshot.matches('outcomeUnknown')
        ? 'The server did not respond'
        : isRefused && failure?.code !== 'unauthorized' && text !== '2FA code required'
          ? (text ?? 'Too many requests. Wait a moment, then try again. Wait 60 seconds.')
          : null,
      isEmpty: snapshot.matches('changed'),
    };
  },
  read: (page) =>
    new Security(page).passwordForm.evaluate((form) => {
      const field = (autocomplete: string): HTMLInputElement | null =>
        form.querySelector(`input[autocomplete="${autocomplete}"]`);
      const faultOf = (input: HTMLInputElement | null): string | null => {
        if (input?.getAttribute('aria-invalid') !== 'true') return null;
        const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
        return (
          document.querySelector(`[id="${ids.find((id) => id.endsWith('error'))}"]`)?.textContent ?? null
        );
      };
      const alert = form.querySelector('[role="alert"]')?.textContent ?? null;
      const success = form.querySelector('[role="status"]')?.textContent ?? null;
      return {
        isBusy: form.querySelector('button[type="submit"]')?.textContent === 'Changing password…',
        success,
        oldPassword: faultOf(field('current-password')),
        code: faultOf(field('one-time-code')),
        alert: alert?.startsWith('The server did not respond') ? 'The server did not respond' : alert,
        // At first the form was never filled.
        isEmpty: success !== null && field('new-password')?.value === '',
      };
    }),
});

/** Data of other screens on the dashboard. */
async function serveEmptyLists(page: Page): Promise<void> {
  for (const path of ['**/user/balances', '**/user/refund-address/status?*'])
    await page.route(path, (route) => route.fulfill({ json: [] }));
  for (const name of ['orders', 'trades', 'deposits', 'withdrawals'] as const) await serve(page, name, []);
}

walkScreen({
  model: { ...flashModel, variants: flashModel.variants.filter(({ name }) => name === 'copied') },
  happens: (name) => name !== 'saved' && name !== 'copy: defect',
  open: async (page) => {
    await pretendSession(page, { two_factor_enabled: true });
    await page.clock.install();
    await page.addInitScript(() => {
      const pending: { resolve: () => void; reject: (error: Error) => void }[] = [];
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => new Promise<void>((resolve, reject) => pending.push({ resolve, reject })) },
      });
      Object.assign(globalThis, { pending });
      document.execCommand = () => false;
    });
    await serveEmptyLists(page);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Copy email' }).waitFor();
    await stopTime(page);
  },
  gestures: { copy: (page) => page.getByRole('button', { name: 'Copy email' }).click() },
  answers: {
    copied: (page) => settleClipboard(page, 'resolve'),
    refused: (page) => settleClipboard(page, 'reject'),
  },
  timers: { shownFor: (page) => page.clock.runFor(2000) },
  facts: (snapshot) => ({ isShown: snapshot.matches('shown') }),
  read: async (page) => ({
    isShown: (await page.getByRole('button', { name: 'Copy email' }).getAttribute('data-copied')) === 'true',
  }),
  unreachable: {
    'flash | mark.wanted#0 -> flash.shown':
      'the mark of something saved: no screen of the account saves a row',
    'flash.copying | xstate.error.actor.copy#0 -> flash.hidden': 'the adapter answers and never throws',
  },
});

async function settleClipboard(page: Page, how: 'resolve' | 'reject'): Promise<void> {
  await page.evaluate((method) => {
    const { pending } = globalThis as unknown as {
      pending: { resolve: () => void; reject: (error: Error) => void }[];
    };
    // The machine waits for the latest.
    pending.pop()?.[method](new Error('not allowed'));
  }, how);
}

walkScreen({
  model: countdownModel,
  // The clock alone drives it. At the end the dashboard hides it.
  open: async (page) => {
    await page.clock.install();
    await pretendSession(page, {});
    await page.goto('/markets');
    await stopTime(page);
    const until = (await page.evaluate(() => Date.now())) + 2500;
    await pretendSession(page, {
      security_risk_reason: 'Password changed',
      security_cooldown_until: new Date(until).toISOString(),
    });
    await serveEmptyLists(page);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  },
  gestures: {
    'first look': (page) => page.clock.runFor(0),
    'half a second later': (page) => page.clock.runFor(500),
    'a second later': (page) => page.clock.runFor(1000),
    'at the instant': (page) => page.clock.runFor(1000),
    'after sleep': (page) => page.clock.fastForward(30_000_000),
  },
  facts: (snapshot) => ({
    isReady: snapshot.matches('over'),
    seconds: snapshot.matches('over') ? null : snapshot.context.secondsLeft,
  }),
  read: (page) =>
    page.evaluate(() => {
      const text = document.querySelector('[role="timer"]')?.textContent;
      const figure = /(\d+)\D*$/.exec(text ?? '')?.[1];
      return {
        isReady: document.body.textContent.includes('Ready for trading'),
        seconds: figure === undefined ? null : Number(figure),
      };
    }),
});
