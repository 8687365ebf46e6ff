import type { LoginContext } from '../../../src/machines/access/index.ts';
import { specTable, type RequirementRef, type Row, type SpecTable } from '../tools/spec.ts';
import type { AnyEvent } from '../tools/explore.ts';

const NOTICES = ['hidden', 'shown', 'over'] as const;
const FORMS = ['editing', 'submitting', 'awaitingCode', 'waiting', 'entered'] as const;
type FormState = (typeof FORMS)[number];

const at = (form: FormState, notice: string): string => `form.${form} & notice.${notice}`;

/** The form and the notice are independent. */
const formRows = (
  from: readonly FormState[],
  { to, ...row }: Omit<Row<LoginContext>, 'in' | 'to'> & { readonly to: FormState },
): Row<LoginContext>[] =>
  NOTICES.map((notice) => ({ ...row, in: from.map((form) => at(form, notice)), to: at(to, notice) }));

const RESET_CAPTCHA = 'captcha.reset {}';
const hadCode = (event: AnyEvent): boolean => (event.output as { hadCode: boolean }).hadCode;

const codesLeft = (event: AnyEvent): number | null =>
  (event.output as { codesLeft: number | null }).codesLeft;
const LEFT = 'toast {"key":"auth:toast.recoveryCodesLeft","kind":"info","values":{"count":9}}';

const sends = (code: string, captcha: string): string =>
  `POST /auth/login {"email":"ann@example.org","password":"Correct horse 1","two_factor_code":"${code}","turnstile_token":"${captcha}"}`;

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
      does: (_, event) => {
        const { code, captchaToken } = event.credentials as { code: string; captchaToken: string };
        return [sends(code, captchaToken)];
      },
      sets: () => ({ refusal: null }),
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
    ...refusal('LOGIN-04: anything else', 'unreadable', 'other'),
    ...refusal('LOGIN-04: anything else, with its reason', 'no answer', 'unreachable'),
    ...refusal('LOGIN-04: anything else, with its reason', 'silence', 'timeout'),
  ]);
