import type { Credentials, LoginContext } from '../../src/machines/access/index.ts';
import { GIVEN } from './tools/ports.ts';
import { specTable, type RequirementRef, type Row, type SpecTable } from './tools/spec.ts';
import type { AnyEvent } from './tools/explore.ts';

const NOTICES = ['hidden', 'shown', 'over'] as const;
const FORMS = [
  'editing',
  'submitting',
  'working',
  'usingPasskey',
  'awaitingCode',
  'waiting',
  'entered',
] as const;
type FormState = (typeof FORMS)[number];

const at = (form: FormState, notice: string): string => `form.${form} & notice.${notice}`;

/** The form and the notice are independent. */
const formRows = (
  from: readonly FormState[],
  { to, ...row }: Omit<Row<LoginContext>, 'in' | 'to'> & { readonly to: FormState },
): Row<LoginContext>[] =>
  NOTICES.map((notice) => ({ ...row, in: from.map((form) => at(form, notice)), to: at(to, notice) }));

const RESET_CAPTCHA = 'captcha.reset {}';
const TOO_MANY = { field: 'form', key: 'login.refused.tooMany', text: 'Slow down', wait: 30 };
const hadCode = (event: AnyEvent): boolean => (event.output as { hadCode: boolean }).hadCode;

const codesLeft = (event: AnyEvent): number | null =>
  (event.output as { codesLeft: number | null }).codesLeft;
const LEFT = 'toast {"key":"auth:toast.recoveryCodesLeft","kind":"info","values":{"count":9}}';

const saysReset = (how: 'done' | 'stopped'): string =>
  `toast {"key":"auth:toast.reset${how === 'done' ? 'Done' : 'Stopped'}","kind":"error"}`;

const sends = ({ code, captchaToken }: Credentials, work = ''): string =>
  `POST /auth/login {"email":"ann@example.org","password":"Correct horse 1","two_factor_code":"${code}","turnstile_token":"${captchaToken}"${work}}`;

const SENDS_PASSKEY = `POST /auth/passkeys/login ${JSON.stringify({ credential: GIVEN })}`;

/** A line of the error table: our text, or the server's beside it. */
const refusal = (ref: RequirementRef, on: string, key: string, text?: string): Row<LoginContext>[] =>
  formRows(['submitting'], {
    ref,
    on: `signIn: ${on}`,
    to: 'editing',
    does: () => [RESET_CAPTCHA],
    sets: () => ({
      refusal: { field: 'form', key: `login.refused.${key}`, ...(text === undefined ? {} : { text }) },
    }),
  });

export const loginSpec = (): SpecTable<LoginContext> =>
  specTable<LoginContext>([
    {
      ref: 'LOGIN-09: the notice after registration',
      in: '',
      on: '(start)',
      to: (_, event) => at('editing', (event.input as { isNew: boolean }).isNew ? 'shown' : 'hidden'),
      sets: () => ({ refusal: null }),
    },
    ...FORMS.map((form): Row<LoginContext> => ({
      ref: 'LOGIN-09: shown for 5 seconds',
      in: at(form, 'shown'),
      on: 'after noticeTime',
      to: at(form, 'over'),
      sets: ({ refusal }) => ({ refusal }),
      after: 5000,
    })),

    ...formRows(['editing', 'awaitingCode'], {
      ref: 'LOGIN-01, LOGIN-03: submitting',
      on: 'submit',
      to: 'submitting',
      does: (_, event) => [sends(event.credentials as Credentials)],
      sets: () => ({ refusal: null, rounds: 0 }),
    }),
    ...formRows(['editing'], {
      ref: 'LOGIN-03: errors clear when the field is edited',
      on: 'edit',
      to: 'editing',
      sets: () => ({ refusal: null }),
    }),
    ...formRows(['awaitingCode'], {
      ref: 'LOGIN-03: errors clear when the field is edited',
      on: 'edit',
      to: 'awaitingCode',
      sets: () => ({ refusal: null }),
    }),

    ...formRows(['submitting'], {
      ref: 'SESSION-09: success; no token from the venue',
      on: 'signIn: accepted',
      to: 'entered',
      does: () => ['token null', 'enter Ann until 86400000'],
    }),
    ...formRows(['submitting'], {
      ref: 'RECOVERY-05: says how many recovery codes are left, where the server makes them',
      on: 'signIn: accepted, with a recovery code',
      to: 'entered',
      does: (_, event) => [
        'token null',
        'enter Ann until 86400000',
        ...(codesLeft(event) === null ? [] : [LEFT]),
      ],
    }),
    ...(['done', 'stopped'] as const).flatMap((reset) =>
      formRows(['submitting'], {
        ref: `RESET-0${reset === 'done' ? 4 : 5}: says what became of a reset of the second factor`,
        on: `signIn: accepted, a reset is ${reset}`,
        to: 'entered',
        does: () => ['token null', 'enter Ann until 86400000', saysReset(reset)],
      }),
    ),
    ...formRows(['submitting'], {
      ref: 'SESSION-09: a token is written when a server sends one',
      on: 'signIn: accepted, with a token',
      to: 'entered',
      does: () => ['token token-1', 'enter Ann until 86400000'],
    }),

    ...formRows(['submitting'], {
      ref: 'LOGIN-04: a message about two-factor; required, or enter the code',
      on: ['signIn: 400 about two-factor', 'signIn: 401 about two-factor'],
      to: 'awaitingCode',
      does: () => [RESET_CAPTCHA],
      sets: (_, event) => ({
        refusal: { field: 'code', key: `login.refused.${hadCode(event) ? 'codeWrong' : 'codeRequired'}` },
      }),
    }),
    ...formRows(['submitting'], {
      ref: 'LOGIN-05: a 401 also clears the form; invalid credentials',
      on: 'signIn: 401',
      to: 'editing',
      does: () => [RESET_CAPTCHA, 'form.clear {}'],
      sets: () => ({ refusal: { field: 'form', key: 'login.refused.credentials' } }),
    }),
    ...formRows(['submitting'], {
      ref: 'LOGIN-05: a 401 also clears the form; the server message',
      on: 'signIn: 401, in words',
      to: 'editing',
      does: () => [RESET_CAPTCHA, 'form.clear {}'],
      sets: () => ({
        refusal: { field: 'form', key: 'login.refused.credentials', text: 'Invalid credentials' },
      }),
    }),
    ...refusal('LOGIN-04: 400 invalid credentials', '400', 'credentials'),
    ...refusal('LOGIN-04: anything else', '403', 'other'),
    ...refusal('LOGIN-04: 422 validation failed', '422', 'validation'),
    ...refusal('LOGIN-04: 429 too many attempts', '429', 'tooMany'),
    ...refusal('LOGIN-04: the server message', '429, in words', 'tooMany', 'Wait a minute'),
    ...refusal('LOGIN-04: 500 server error', '500', 'server'),
    ...refusal('LOGIN-04: the server message', '503', 'other', 'Down for an hour'),
    ...formRows(['submitting'], {
      ref: 'LOGIN-10: the server asks to wait',
      on: 'signIn: 429, to be waited for',
      to: 'waiting',
      does: () => [RESET_CAPTCHA],
      sets: () => ({
        refusal: { field: 'form', key: 'login.refused.tooMany', text: 'Slow down', wait: 30 },
      }),
    }),
    ...formRows(['submitting'], {
      ref: 'LOGIN-10: the server asks to wait',
      on: 'signIn: 503, to be waited for',
      to: 'waiting',
      does: () => [RESET_CAPTCHA],
      sets: () => ({ refusal: { field: 'form', key: 'login.refused.other', wait: 60 } }),
    }),
    ...['hidden', 'over'].map((notice): Row<LoginContext> => ({
      ref: 'LOGIN-10: then the button works again',
      in: at('waiting', notice),
      on: 'after askedPause',
      to: at('editing', notice),
      sets: () => ({ refusal: null }),
      after: ({ refusal: asked }) => (asked?.wait ?? 0) * 1000,
    })),
    ...formRows(['submitting'], {
      ref: 'LOGIN-21: the browser works off what the server asks for, in place of waiting',
      on: 'signIn: 429, to be worked off',
      if: ({ rounds }) => rounds < 2,
      to: 'working',
      does: () => ['work challenge-1'],
      sets: ({ rounds }) => ({ refusal: null, rounds }),
    }),
    ...formRows(['submitting'], {
      ref: 'LOGIN-21: twice for what was submitted; then it is a refusal like any other',
      on: 'signIn: 429, to be worked off',
      to: 'waiting',
      does: () => [RESET_CAPTCHA],
      sets: () => ({ refusal: TOO_MANY, rounds: 0 }),
    }),
    ...formRows(['working'], {
      ref: 'LOGIN-21: the same attempt is sent again, with the work',
      on: 'work: solved',
      to: 'submitting',
      does: (_, event) => [
        sends(
          (event.output as { form: Credentials }).form,
          ',"proof_of_work":{"challenge":"challenge-1","solution":"42"}',
        ),
      ],
      sets: ({ rounds }) => ({ rounds: rounds + 1 }),
    }),
    ...formRows(['working'], {
      ref: 'LOGIN-21: without a worker the refusal is shown as it is',
      on: 'work: broken',
      to: 'waiting',
      does: () => [RESET_CAPTCHA],
      sets: () => ({ refusal: TOO_MANY, rounds: 0 }),
    }),
    ...formRows(['working'], {
      ref: 'LOGIN-21: it can be cancelled',
      on: 'cancel',
      to: 'editing',
      does: () => ['stop work'],
      sets: () => ({ refusal: null, rounds: 0 }),
    }),
    ...refusal('PASSKEY-04: the password alone does not open it', '400, a passkey only', 'passkeyRequired'),
    ...formRows(['editing', 'awaitingCode'], {
      ref: 'PASSKEY-01: instead of the form',
      on: 'use a passkey',
      to: 'usingPasskey',
      does: () => ['POST /auth/passkeys/login/options'],
      sets: () => ({ refusal: null, rounds: 0 }),
    }),
    ...formRows(['usingPasskey'], {
      ref: 'PASSKEY-01: it opens the account',
      on: 'passkey: opens',
      to: 'entered',
      does: () => ['ask the device', SENDS_PASSKEY, 'token null', 'enter Ann until 86400000'],
    }),
    ...formRows(['usingPasskey'], {
      ref: 'RESET-05: says that it stopped a reset of the second factor',
      on: 'passkey: opens, and stops a reset',
      to: 'entered',
      does: () => [
        'ask the device',
        SENDS_PASSKEY,
        'token null',
        'enter Ann until 86400000',
        saysReset('stopped'),
      ],
    }),
    ...formRows(['usingPasskey'], {
      ref: 'PASSKEY-01: the user or the device did not want to',
      on: 'passkey: none',
      to: 'editing',
      does: () => ['ask the device'],
      sets: () => ({ refusal: { field: 'form', key: 'login.refused.noPasskey' } }),
    }),
    ...formRows(['usingPasskey'], {
      ref: 'PASSKEY-02: one that opens nothing; what was typed stays',
      on: 'passkey: unknown',
      to: 'editing',
      does: () => ['ask the device', SENDS_PASSKEY],
      sets: () => ({ refusal: { field: 'form', key: 'login.refused.passkeyUnknown' } }),
    }),
    ...formRows(['usingPasskey'], {
      ref: 'LOGIN-04: the server message',
      on: 'passkey: too many',
      to: 'editing',
      sets: () => ({ refusal: { field: 'form', key: 'login.refused.tooMany', text: 'No' } }),
    }),
    ...formRows(['usingPasskey'], {
      ref: 'LOGIN-04: anything else, with its reason',
      on: 'passkey: out of reach',
      to: 'editing',
      sets: () => ({ refusal: { field: 'form', key: 'login.refused.unreachable' } }),
    }),
    ...formRows(['usingPasskey'], {
      ref: 'PASSKEY-01: it can be cancelled',
      on: 'cancel',
      to: 'editing',
      does: () => ['abort POST /auth/passkeys/login/options'],
    }),
    ...refusal('LOGIN-04: anything else', 'unreadable', 'other'),
    ...refusal('LOGIN-04: anything else, with its reason', 'no answer', 'unreachable'),
    ...refusal('LOGIN-04: anything else, with its reason', 'silence', 'timeout'),
  ]);
