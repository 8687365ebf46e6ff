import type { Page } from '@playwright/test';
import { loginModel } from '../models/login.model.ts';
import { lostFactorModel } from '../models/lostFactor.model.ts';
import { WORK } from '../models/tools/ports.ts';
import { recoveryModel } from '../models/recovery.model.ts';
import { registrationModel } from '../models/registration.model.ts';
import type { LoginSnapshot } from '../../src/machines/access/login.machine.ts';
import type { AccessField, AccessRefusal } from '../../src/machines/access/access.rules.ts';
import { english } from '../e2e/support/english.ts';
import { endAsking, holdDevice, openNamed, OPTIONS } from '../e2e/support/passkeys.ts';
import { readButtons, readTexts } from '../e2e/support/reading.ts';
import { answerEveryPage, type HeldCalls, walkScreen } from '../e2e/support/screenWalk.ts';
import { stopTime } from '../e2e/support/time.ts';

const say = ({ text, key }: AccessRefusal): string => text ?? english('auth', key);
const at = (refusal: AccessRefusal | null, field: AccessField): string | null =>
  refusal?.field === field ? say(refusal) : null;

const readForm = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector('form');
    const faultOf = (selector: string): string | null => {
      const input = form?.querySelector(selector);
      if (input?.getAttribute('aria-invalid') !== 'true') return null;
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
      return document.querySelector(`[id="${ids.find((id) => id.endsWith('error'))}"]`)?.textContent ?? null;
    };
    const submit = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    const password = form?.querySelector<HTMLInputElement>('input[autocomplete$="password"]');
    const said = [...(form?.querySelectorAll('[role="status"]') ?? [])];
    const isAtWork = (one: Element): boolean => one.parentElement?.matches('button ~ *') ?? false;
    return {
      path: location.pathname,
      isBusy: submit?.disabled ?? false,
      form: form?.querySelector('[role="alert"]')?.textContent ?? null,
      notice: said.find((one) => !isAtWork(one))?.textContent ?? null,
      working: said.find(isAtWork)?.textContent ?? null,
      email: faultOf('input[type="email"]'),
      username: faultOf('input[autocomplete="username"]:not([type="email"])'),
      code: faultOf('input[autocomplete="one-time-code"]'),
      isFilled: (password?.value ?? '') !== '',
      hasFocusAtCode: document.activeElement?.getAttribute('autocomplete') === 'one-time-code',
    };
  });

const resetWords: Readonly<Record<string, string>> = {
  unauthorized: 'Invalid credentials',
  tooMany: 'Slow down Wait 30 seconds.',
  unreachable:
    'The server did not confirm your request. Request it again: if the first one was received, its time still counts.',
};

const me = { id: 'a1', email: 'ann@example.org', username: 'Ann' };

async function givePasskey(page: Page, network: HeldCalls): Promise<void> {
  await network.answer(OPTIONS);
  await endAsking(page, 'given');
}

async function typeLogin(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Correct horse 1');
  await page.getByRole('textbox', { name: 'Two-factor code' }).fill(code);
}

async function fillLogin(page: Page, code: string): Promise<void> {
  await typeLogin(page, code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function fillRegistration(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.org');
  await page.getByRole('textbox', { name: 'Username' }).fill('Ann');
  await page.getByLabel('Password', { exact: true }).fill('Correct horse 1');
  await page.getByLabel('Confirm password', { exact: true }).fill('Correct horse 1');
  await page.getByRole('button', { name: 'Create account' }).click();
}

const askForReset = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Request a reset' }).click();

/** With a code where the form asks for one. */
async function fillRecovery(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.org');
  await page.getByRole('textbox', { name: 'Recovery key' }).fill(`${'abandon '.repeat(23)}art`);
  await page.getByLabel('New password', { exact: true }).fill('Correct horse 1');
  await page.getByLabel('Confirm new password', { exact: true }).fill('Correct horse 1');
  const code = page.getByRole('textbox', { name: 'Two-factor code' });
  if (await code.isVisible()) await code.fill('123456');
  await page.getByRole('button', { name: 'Set new password' }).click();
}

/** Another page is shown after the form. */
const gone = { form: null, working: null, notice: null, email: null, username: null, code: null } as const;

const WORKING = 'Checking that you are human…';

function noteOf(snapshot: LoginSnapshot): string | null {
  if (snapshot.matches({ form: 'usingPasskey' })) return 'Your browser is asking for a passkey';
  return snapshot.matches({ form: 'working' }) ? WORKING : null;
}

/** Stands in for workers, which the walk ends; real ones work in `capabilities.spec.ts`. */
async function holdWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class HeldWorker extends EventTarget {
      postMessage(): void {
        Object.assign(window, { heldWorker: this });
      }
      terminate(): void {
        Object.assign(window, { heldWorker: null });
      }
    }
    // It stays where the socket's worker is taken away (`withoutWorker`).
    Object.defineProperty(window, 'Worker', { value: HeldWorker, configurable: false });
    Object.assign(window, { heldWorker: null });
  });
}

async function endWork(page: Page, type: string, data: string | null = null): Promise<void> {
  await page.waitForFunction(() => (window as { heldWorker?: unknown }).heldWorker !== null);
  await page.evaluate(
    ([kind, said]) => {
      const { heldWorker } = window as { heldWorker?: EventTarget };
      heldWorker?.dispatchEvent(new MessageEvent(kind, { data: said }));
    },
    [type, data] as const,
  );
}

const work = {
  solved: (page: Page) => endWork(page, 'message', WORK.solution),
  broken: (page: Page) => endWork(page, 'error'),
};
const cancel = (page: Page): Promise<void> => page.getByRole('button', { name: 'Cancel' }).click();

/** A 401 empties the form (LOGIN-05). */
const isEmptied = (refusal: AccessRefusal | null): boolean =>
  refusal?.key === 'login.refused.credentials' && refusal.text !== undefined;

walkScreen({
  model: loginModel,
  calls: /\/auth\/(login|passkeys\/login(\/options)?)$/,
  // Silence takes half a minute and looks like no answer. Without a text a 400 and a 401 look alike.
  happens: (name, snapshot) =>
    !['signIn: silence', 'signIn: 400', 'signIn: 401'].includes(name) &&
    // The second round looks like the first.
    !(name === 'signIn: 429, to be worked off' && snapshot.context.rounds > 0) &&
    // The pause is longer, so the notice ends first.
    !(name === 'after askedPause' && snapshot.matches({ notice: 'shown' })),
  key: ({ value, context }) => [value, context.isNew, context.refusal !== null],
  open: async (page, { input }) => {
    await holdWorkers(page);
    await page.route('**/auth/me', (route) => route.fulfill({ json: me }));
    // The venue does not know this user.
    await page.route(/\/(user|order)\//, (route) => route.fulfill({ json: [] }));
    await answerEveryPage(page);
    await holdDevice(page);
    await page.clock.install();
    if (input?.isNew !== true) {
      await openNamed(page, '/login');
      return;
    }
    await page.route('**/auth/register', (route) => route.fulfill({ status: 201, json: {} }));
    await openNamed(page, '/register');
    // While the clock is stopped, a lazy screen may not be rendered yet.
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    await stopTime(page);
    await fillRegistration(page);
    await page.getByText('Account created successfully! Please sign in.').waitFor();
  },
  gestures: {
    submit: (page, { variant }) => fillLogin(page, variant.name === 'with a code' ? '123456' : ''),
    edit: async (page) => {
      const email = page.getByRole('textbox', { name: 'Email' });
      await email.fill('');
      await email.fill('ann@example.com');
    },
    'use a passkey': async (page) => {
      await typeLogin(page, '');
      await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    },
    cancel,
  },
  answers: {
    ...work,
    opens: async (page, { network }) => {
      await givePasskey(page, network);
      await network.answer({ status: 200, body: { ...me, user_id: 'a1', expires_in: 86_400 } });
    },
    'opens, and stops a reset': async (page, { network }) => {
      await givePasskey(page, network);
      const body = { ...me, user_id: 'a1', expires_in: 86_400, two_factor_reset: 'stopped' };
      await network.answer({ status: 200, body });
    },
    unknown: async (page, { network }) => {
      await givePasskey(page, network);
      await network.answer({ status: 401, body: { message: 'No', code: 'PASSKEY_UNKNOWN' } });
    },
    none: async (page, { network }) => {
      await network.answer(OPTIONS);
      await endAsking(page, 'none');
    },
    'too many': (_page, { network }) => network.answer({ status: 429, body: { message: 'No' } }),
    'out of reach': (_page, { network }) => network.answer('noAnswer'),
  },
  timers: { noticeTime: (page) => page.clock.runFor(5000), askedPause: (page) => page.clock.runFor(60_000) },
  facts: (snapshot) => {
    const { refusal } = snapshot.context;
    if (snapshot.matches({ form: 'entered' })) return { path: '/dashboard', ...gone };
    return {
      path: '/login',
      ...gone,
      form: at(refusal, 'form'),
      code: at(refusal, 'code'),
      working: noteOf(snapshot),
      // A failure hides the notice.
      notice:
        snapshot.matches({ notice: 'shown' }) && refusal === null
          ? 'Account created successfully! Please sign in. Already had an account with this email? Its password is unchanged.'
          : null,
      isBusy: (['submitting', 'working', 'usingPasskey', 'waiting'] as const).some((form) =>
        snapshot.matches({ form }),
      ),
      ...(refusal !== null && { isFilled: !isEmptied(refusal) }),
      ...(refusal?.field === 'code' && { hasFocusAtCode: true }),
    };
  },
  read: async (page) => {
    const { isBusy, isFilled, hasFocusAtCode, ...facts } = await readForm(page);
    if (facts.path !== '/login') return { path: facts.path, ...gone };
    const isRefused = facts.form !== null || facts.code !== null;
    return {
      ...facts,
      isBusy,
      ...(isRefused && { isFilled }),
      ...(facts.code !== null && { hasFocusAtCode }),
    };
  },
});

walkScreen({
  model: lostFactorModel,
  calls: /\/auth\/2fa\/reset$/,
  key: ({ value, context }) => [value, context.failure !== null],
  open: async (page, { name }) => {
    await page.route(/\/auth\/(login|recover)$/, (route) =>
      route.fulfill({ status: 400, json: { message: '2FA code required', code: 'TWO_FACTOR_REQUIRED' } }),
    );
    const hasKey = name === 'with a recovery key';
    await page.goto(hasKey ? '/recover' : '/login');
    await (hasKey ? fillRecovery(page) : fillLogin(page, ''));
    await page.getByRole('button', { name: 'I lost my device' }).waitFor();
  },
  gestures: {
    open: (page) => page.getByRole('button', { name: 'I lost my device' }).click(),
    ask: askForReset,
    'ask with key': askForReset,
    close: async (page) => {
      const isOffering = await page.getByRole('button', { name: 'Request a reset' }).isVisible();
      if (isOffering) await cancel(page);
      else if (new URL(page.url()).pathname === '/recover') await fillRecovery(page);
      else await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    },
  },
  facts: (snapshot, { name }) => {
    const hasKey = name === 'with a recovery key';
    const { failure } = snapshot.context;
    const refusal = failure === null ? [] : [resetWords[failure.code] ?? failure.code];
    return {
      isOffered: snapshot.matches('closed'),
      buttons: snapshot.matches('offering')
        ? 'Request a reset, Cancel'
        : snapshot.matches('asking')
          ? 'Requesting… (disabled), Cancel (disabled)'
          : '',
      texts: snapshot.matches('closed')
        ? ''
        : snapshot.matches('noted')
          ? english('auth', hasKey ? 'lost.notedKey' : 'lost.noted').replace(
              'time UTC',
              'Jan 12, 2026, 12:00 UTC',
            )
          : [english('auth', hasKey ? 'lost.leadKey' : 'lost.lead'), ...refusal].join(' | '),
    };
  },
  read: async (page) => {
    const section = page.getByRole('region', { name: 'Lost second factor' });
    return {
      isOffered: await page.getByRole('button', { name: 'I lost my device' }).isVisible(),
      buttons: await section.evaluateAll(readButtons),
      texts: await section.evaluateAll(readTexts),
    };
  },
});

walkScreen({
  model: registrationModel,
  calls: '**/auth/register',
  // Silence takes half a minute and looks like no answer. The second round looks like the first.
  happens: (name, { context }) =>
    name !== 'register: silence' && !(name === 'register: to be worked off' && context.rounds > 0),
  key: ({ value, context }) => [value, context.refusal !== null],
  open: async (page) => {
    await holdWorkers(page);
    await page.goto('/register');
  },
  gestures: {
    submit: fillRegistration,
    edit: async (page) => {
      const email = page.getByRole('textbox', { name: 'Email' });
      await email.fill('');
      await email.fill('ann@example.com');
    },
    cancel,
  },
  answers: work,
  facts: (snapshot) => {
    const { refusal } = snapshot.context;
    if (snapshot.matches('created')) return { path: '/login', ...gone, notice: true };
    return {
      path: '/register',
      ...gone,
      form: at(refusal, 'form'),
      email: at(refusal, 'email'),
      username: at(refusal, 'username'),
      working: snapshot.matches('working') ? WORKING : null,
      isBusy: snapshot.matches('submitting') || snapshot.matches('working'),
    };
  },
  read: async (page) => {
    const { isBusy, path, form, email, username, notice, working } = await readForm(page);
    if (path !== '/register') return { path, ...gone, notice: notice !== null };
    return { path, ...gone, form, email, username, working, isBusy };
  },
});

walkScreen({
  model: recoveryModel,
  calls: '**/auth/recover',
  // Silence takes half a minute and looks like no answer. The second round looks like the first.
  happens: (name, { context }) =>
    name !== 'recover: silence' && !(name === 'recover: to be worked off' && context.rounds > 0),
  key: ({ value, context }) => [value, context.refusal !== null, context.asksForCode],
  open: async (page) => {
    await holdWorkers(page);
    await page.goto('/recover');
  },
  gestures: {
    submit: fillRecovery,
    'submit with code': fillRecovery,
    edit: async (page) => {
      const email = page.getByRole('textbox', { name: 'Email' });
      await email.fill('');
      await email.fill('ann@example.com');
    },
    cancel,
  },
  answers: work,
  facts: (snapshot) => {
    const { refusal, asksForCode } = snapshot.context;
    const isOver = snapshot.matches('recovered');
    return {
      form: at(refusal, 'form'),
      code: at(refusal, 'code'),
      working: snapshot.matches('working') ? WORKING : null,
      isBusy: snapshot.hasTag('busy'),
      asksForCode: asksForCode && !isOver,
      done: isOver ? english('auth', 'recover.done') : null,
    };
  },
  read: async (page) => {
    const { form, code, working, isBusy } = await readForm(page);
    const done = page.getByText('Your recovery key has been used');
    return {
      form,
      code,
      working,
      isBusy,
      asksForCode: await page.getByRole('textbox', { name: 'Two-factor code' }).isVisible(),
      done: (await done.isVisible()) ? await done.textContent() : null,
    };
  },
});
