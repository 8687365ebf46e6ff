import type { SnapshotFrom } from 'xstate';
import { twoFactorImplementations } from '../../src/machines/account/account.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { twoFactorMachine, type TwoFactorContext } from '../../src/machines/account/twoFactor.machine.ts';
import * as selectors from '../../src/machines/account/twoFactor.machine.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

type Machine = typeof twoFactorMachine;

const SECRET = 'JBSWY3DPEHPK3PXP';
const PASSWORD = 'Canary-Horse-1';
const CODES = ['ABCD-EFGH-JKMN', '0123-4567-89AB'];
const KEY_URI = `otpauth://totp/x?secret=${SECRET}`;

const outcomes = (name: string) => {
  const refusal = (status: number, text: string, code?: string): Failure => ({
    status,
    text,
    ...(code === undefined ? {} : { serverCode: code }),
    code: status === 429 ? 'tooMany' : 'refused',
    retryable: status === 429,
  });
  const refused = (title: string, status: number, message: string, code?: string): Outcome => ({
    name: title,
    reply: { status, body: { message, ...(code === undefined ? {} : { code }) } },
    done: { ok: false, failure: refusal(status, message, code) },
  });
  const lost = (title: string, reply: Reply, failure: Failure): Outcome => ({
    name: title,
    reply,
    error: new OutageError(failure),
  });
  return {
    refused,
    alreadyOn: refused('already on', 400, 'Two-factor authentication is Already Enabled'),
    tooMany: refused('too many', 429, 'Slow down'),
    serverDown: lost(
      'server down',
      { status: 500, body: undefined },
      { status: 500, code: 'server', retryable: false, cause: `${name} 500` },
    ),
    noAnswer: lost('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
    unreadable: lost(
      'unreadable',
      { status: 200, body: { secret: 7 } },
      { status: 200, code: 'unreadable', retryable: false, cause: `${name} 200` },
    ),
  };
};

const enabling = outcomes('twoFactorEnable');
const makingCodes = outcomes('newRecoveryCodes');

const NOT_PROVEN = { codes: null };
/** A server that makes recovery codes answers them with this. */
const CODES_GIVEN: Reply = { status: 200, body: { recovery_codes: CODES } };
const UNREACHABLE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };

type Ending = Outcome<SnapshotFrom<Machine>>;

const accountOf = (isOn: boolean) => ({
  status: 200,
  body: { id: 'u1', email: 'ann@example.org', username: 'ann', two_factor_enabled: isOn },
});

const endings: NonNullable<Variant<Machine>['outcomes']> = {
  enable: [
    {
      name: 'secret with URI',
      says: 'the server gives a new secret and its address for apps',
      reply: { status: 200, body: { secret: SECRET, qr_code: KEY_URI } },
      done: { ok: true, value: { secret: SECRET, keyUri: KEY_URI, picture: null } },
    },
    {
      name: 'secret alone',
      says: 'the server gives only a new secret',
      reply: { status: 200, body: { secret: SECRET, qr_code: 'https://elsewhere.example/qr' } },
      done: { ok: true, value: { secret: SECRET, keyUri: null, picture: null } },
    },
    enabling.alreadyOn,
    // Only a 400 decides, not its text (LOGIN-04).
    enabling.refused('conflict', 409, 'already enabled elsewhere'),
    enabling.tooMany,
    enabling.serverDown,
    enabling.noAnswer,
    enabling.unreadable,
  ],
  verify: proofs('verify', 'twoFactorVerify', true),
  disable: proofs('disable', 'twoFactorDisable', false),
};

/** All possible results of a code. @param isOn as the account shows it once it has counted */
function proofs(id: 'verify' | 'disable', call: string, isOn: boolean): readonly Ending[] {
  const { done, absent, unknown } = writeOutcomes(id);
  const { refused, alreadyOn, tooMany, serverDown, noAnswer } = outcomes(call);
  const refusal = ({ name, reply, done: answer }: Outcome): Outcome =>
    writeOutcomes(id).refused(name, reply, (answer as { failure: Failure }).failure);
  const lost = ({ name, reply, error }: Outcome): Outcome =>
    writeOutcomes(id).lost(name, reply, (error as OutageError).failure);
  const isLooking = (snapshot: SnapshotFrom<Machine>): boolean =>
    snapshot.matches(isOn ? { enrolling: { verifying: 'looking' } } : { on: { disabling: 'looking' } });
  const sent: readonly Outcome[] = [
    done('accepted', { status: 200, body: {} }, NOT_PROVEN),
    ...(isOn ? [done('accepted, with codes unheard', CODES_GIVEN, NOT_PROVEN)] : []),
    refusal(isOn ? alreadyOn : refused('off already', 400, 'Not enabled', 'TWO_FACTOR_OFF')),
    refusal(refused('wrong code', 400, 'Invalid code')),
    refusal(refused('wrong password', 403, 'The password is incorrect.', 'WRONG_PASSWORD')),
    refusal(tooMany),
    lost(serverDown),
    lost(noAnswer),
  ];
  const looked: readonly Outcome[] = [
    done('it counted', accountOf(isOn), NOT_PROVEN),
    absent('it did not count', accountOf(!isOn)),
    unknown('nothing can be read', 'noAnswer', UNREACHABLE),
  ];
  return inPhases(isLooking, { sent, looked });
}

/** A server that makes recovery codes. */
const withCodes: Ending = {
  ...writeOutcomes('verify').done('accepted, with codes', CODES_GIVEN, { codes: CODES }),
  when: (snapshot) => !snapshot.matches({ enrolling: { verifying: 'looking' } }),
};

const makeCodes: readonly Outcome[] = [
  {
    name: 'made',
    says: 'the server gives new recovery codes',
    reply: CODES_GIVEN,
    done: { ok: true, value: CODES },
  },
  makingCodes.refused('wrong code', 400, 'Invalid code'),
  makingCodes.refused('wrong password', 403, 'The password is incorrect.', 'WRONG_PASSWORD'),
  makingCodes.tooMany,
  makingCodes.serverDown,
  makingCodes.noAnswer,
];

const codeEvents: readonly EventCase<Machine>[] = [
  { name: 'ask for codes', says: 'the user asks for new recovery codes', event: { type: 'user.askCodes' } },
  {
    name: 'make codes',
    says: 'the user sends a code for new recovery codes',
    event: { type: 'user.makeCodes', code: '123456', privatePassword: PASSWORD },
  },
  {
    name: 'make codes with nothing',
    says: 'the user asks to make recovery codes without a code',
    event: { type: 'user.makeCodes', code: '' },
  },
  { name: 'save codes', says: 'the user saves the recovery codes', event: { type: 'user.saveCodes' } },
  {
    name: 'kept codes',
    says: 'the user confirms that the recovery codes are saved',
    event: { type: 'user.keptCodes' },
  },
];

const events: readonly EventCase<Machine>[] = [
  { name: 'set up', says: 'the user starts to set up the second factor', event: { type: 'user.setUp' } },
  {
    name: 'verify',
    says: 'the user sends a code of the app',
    event: { type: 'user.verify', code: '123456' },
  },
  {
    name: 'verify with the password',
    says: 'the user sends a code of the app and the password',
    event: { type: 'user.verify', code: '123456', privatePassword: PASSWORD },
  },
  {
    name: 'verify nothing',
    says: 'the user presses the button without a code',
    event: { type: 'user.verify', code: '' },
  },
  {
    name: 'disable',
    says: 'the user switches the second factor off with a code',
    event: { type: 'user.disable', code: '654321' },
  },
  {
    name: 'disable with the password',
    says: 'the user switches the second factor off with a code and the password',
    event: { type: 'user.disable', code: '654321', privatePassword: PASSWORD },
  },
  {
    name: 'disable nothing',
    says: 'the user switches the second factor off without a code',
    event: { type: 'user.disable', code: '' },
  },
  { name: 'edit', says: 'the user changes the code', event: { type: 'user.edit' } },
  { name: 'cancel', says: 'the user leaves the set-up', event: { type: 'user.cancel' } },
];

function sut(hasRecoveryCodes: boolean): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const { actors, actions } = twoFactorImplementations({
    http: network.http,
    files: {
      save: async (name, type, text) => {
        effects.push(`save ${name} ${type} ${JSON.stringify(text)}`);
      },
    },
    hasRecoveryCodes,
    brand: 'Quiet Book',
    report: (where) => effects.push(`defect in ${where}`),
    invalidateAccount: () => effects.push('account read again'),
  });
  const wired = { ...actors, verify: oneLook(actors.verify), disable: oneLook(actors.disable) };
  return writingSut(twoFactorMachine.provide({ actions, actors: wired }), { effects, network });
}

type TwoFactorRow = Row<TwoFactorContext>;

const gone = { enrolmentSecret: null, privateRecoveryCodes: null };
const unsaid = ({ lost }: TwoFactorContext) => ({ failure: null, lost: lost === 'unknown' ? lost : null });
const known = { failure: null, lost: null };
const READ = 'GET /auth/me';
const toast = (key: string): string => `toast {"key":"account:toast.${key}","kind":"success"}`;

const failureOf = (invoke: string, name: string): Failure => {
  const found = { ...endings, makeCodes }[invoke]?.find((one) => one.name === name);
  if (!found) throw new Error(`no outcome ${invoke}: ${name}`);
  if (found.tells) return (found.tells as unknown as { failure: Failure }).failure;
  return found.error instanceof OutageError
    ? found.error.failure
    : (found.done as { failure: Failure }).failure;
};
const failing = (
  invoke: string,
  names: readonly string[],
  row: Pick<TwoFactorRow, 'ref' | 'in' | 'to'>,
): TwoFactorRow[] =>
  names.map((name) => ({
    ...row,
    on: `${invoke}: ${name}`,
    sets: ({ lost }) => ({
      failure: failureOf(invoke, name),
      // The message shows that the code did not count before.
      lost: invoke === 'enable' || name === 'too many' ? lost : null,
    }),
  }));

const requirements: readonly Row<TwoFactorContext>[] = [
  { ref: 'ACCOUNT-05', in: '', on: '(start)', if: () => isOnAtFirst, to: 'on.idle', sets: () => gone },
  { ref: 'ACCOUNT-05: idle', in: '', on: '(start)', to: 'off.idle', sets: () => gone },

  {
    ref: 'ACCOUNT-05: setup after the enable call',
    in: 'off.idle',
    on: 'set up',
    to: 'off.enabling',
    does: () => ['POST /auth/2fa/enable'],
    sets: unsaid,
  },
  {
    ref: 'ACCOUNT-05: shows a secret and a QR code',
    in: 'off.enabling',
    on: 'enable: secret with URI',
    to: 'enrolling.showing',
    sets: () => ({ enrolmentSecret: { secret: SECRET, keyUri: KEY_URI, picture: null }, lost: null }),
  },
  {
    ref: 'ACCOUNT-08: anything else is ignored',
    in: 'off.enabling',
    on: 'enable: secret alone',
    to: 'enrolling.showing',
    sets: () => ({ enrolmentSecret: { secret: SECRET, keyUri: null, picture: null }, lost: null }),
  },
  {
    ref: 'ACCOUNT-05: already enabled',
    in: 'off.enabling',
    on: 'enable: already on',
    says: 'the server reports that the second factor is on already',
    to: 'on.idle',
    does: () => ['account read again'],
    sets: () => ({ ...gone, ...known }),
  },
  ...failing('enable', ['conflict', 'too many', 'server down', 'no answer', 'unreadable'], {
    ref: 'ACCOUNT-05: failures are data',
    in: 'off.enabling',
    to: 'off.idle',
  }),

  {
    ref: 'ACCOUNT-05',
    in: 'enrolling.showing',
    on: 'verify',
    to: 'enrolling.verifying.sending',
    does: () => ['POST /auth/2fa/verify {"code":"123456"}'],
    sets: unsaid,
  },
  {
    ref: 'REAUTH-06',
    in: 'enrolling.showing',
    on: 'verify with the password',
    to: 'enrolling.verifying.sending',
    does: () => [`POST /auth/2fa/verify {"code":"123456","password":"${PASSWORD}"}`],
    sets: unsaid,
  },
  ...failing('verify', ['wrong password'], {
    ref: 'REAUTH-06: a wrong password is refused',
    in: 'enrolling.verifying.sending',
    to: 'enrolling.showing',
  }),
  {
    ref: 'REAUTH-06',
    in: 'on.idle',
    on: 'disable with the password',
    to: 'on.disabling.sending',
    does: () => [`POST /auth/2fa/disable {"code":"654321","password":"${PASSWORD}"}`],
    sets: unsaid,
  },
  ...failing('disable', ['wrong password'], {
    ref: 'REAUTH-06: a wrong password is refused',
    in: 'on.disabling.sending',
    to: 'on.idle',
  }),
  {
    ref: 'NAV-13: errors clear when the field is edited',
    in: ['enrolling.showing', 'on.idle', 'on.asking'],
    on: 'edit',
    sets: unsaid,
  },
  {
    ref: 'ACCOUNT-05: no secrets left after the state that needs them',
    in: 'enrolling.showing',
    on: 'cancel',
    to: 'off.idle',
    sets: (context) => ({ ...gone, ...unsaid(context) }),
  },
  {
    ref: 'ACCOUNT-05: no secrets left after the state that needs them',
    in: 'enrolling.verifying.sending',
    on: 'cancel',
    to: 'off.idle',
    does: () => ['account read again'],
    // The code is on its way and may count.
    sets: () => ({ ...gone, failure: null, lost: 'unknown' }),
  },
  {
    ref: 'ACCOUNT-05: idle after verify',
    in: 'enrolling.verifying.sending',
    on: ['verify: accepted', 'verify: accepted, with codes unheard'],
    to: 'on.idle',
    does: () => ['account read again', toast('twoFactorOn')],
    sets: () => ({ ...gone, ...known }),
  },
  {
    ref: 'RECOVERY-01, RECOVERY-02: codes come with switching it on, and are shown once',
    in: 'enrolling.verifying.sending',
    on: 'verify: accepted, with codes',
    says: 'the server accepts the code and gives recovery codes',
    to: 'on.keeping',
    does: () => ['account read again', toast('twoFactorOn')],
    sets: () => ({ enrolmentSecret: null, privateRecoveryCodes: CODES, ...known }),
  },
  {
    ref: 'RECOVERY-02: saved as a text file',
    in: 'on.keeping',
    on: 'save codes',
    does: () => [
      `save quiet-book-recovery-codes.txt text/plain;charset=utf-8 ${JSON.stringify(`${CODES.join('\n')}\n`)}`,
    ],
  },
  {
    ref: 'RECOVERY-02: they stay until the user says that they are kept',
    in: 'on.keeping',
    on: 'kept codes',
    to: 'on.idle',
    sets: () => ({ privateRecoveryCodes: null }),
  },
  {
    ref: 'RECOVERY-04: new ones are asked for',
    in: 'on.idle',
    on: 'ask for codes',
    to: 'on.asking',
    sets: unsaid,
  },
  { ref: 'RECOVERY-04: or not', in: 'on.asking', on: 'cancel', to: 'on.idle', sets: unsaid },
  {
    ref: 'RECOVERY-04: for the password and a code',
    in: 'on.asking',
    on: 'make codes',
    to: 'on.making',
    does: () => [`POST /auth/2fa/recovery-codes/renew {"code":"123456","password":"${PASSWORD}"}`],
    sets: unsaid,
  },
  {
    ref: 'RECOVERY-02, RECOVERY-04: new ones are shown once, too',
    in: 'on.making',
    on: 'makeCodes: made',
    to: 'on.keeping',
    does: () => ['account read again'],
    sets: () => ({ privateRecoveryCodes: CODES, areCodesUnseen: false }),
  },
  ...['wrong code', 'wrong password', 'too many'].map((name): TwoFactorRow => ({
    ref: 'RECOVERY-04: refused, and nothing is made',
    in: 'on.making',
    on: `makeCodes: ${name}`,
    to: 'on.asking',
    sets: () => ({ failure: failureOf('makeCodes', name), privateRecoveryCodes: null }),
  })),
  ...['server down', 'no answer'].map((name): TwoFactorRow => ({
    ref: 'RECOVERY-04: nobody can read them again; the screen says that they may have been made',
    in: 'on.making',
    on: `makeCodes: ${name}`,
    to: 'on.asking',
    does: () => ['account read again'],
    sets: () => ({ failure: failureOf('makeCodes', name), areCodesUnseen: true }),
  })),
  {
    ref: 'ACCOUNT-05: already enabled',
    in: 'enrolling.verifying.sending',
    on: 'verify: already on',
    says: 'the server reports that the second factor is on already',
    to: 'on.idle',
    does: () => ['account read again'],
    sets: () => ({ ...gone, ...known }),
  },
  ...failing('verify', ['wrong code', 'too many'], {
    ref: 'ACCOUNT-05: a verify failure gives the generic error',
    in: 'enrolling.verifying.sending',
    to: 'enrolling.showing',
  }),
  ...(['verify', 'disable'] as const).flatMap((invoke) =>
    ['server down', 'no answer'].map((name): TwoFactorRow => ({
      ref: 'LOST-02: the account is read, and nothing is sent',
      in: invoke === 'verify' ? 'enrolling.verifying.sending' : 'on.disabling.sending',
      on: `${invoke}: ${name}`,
      to: invoke === 'verify' ? 'enrolling.verifying.looking' : 'on.disabling.looking',
      does: () => [READ],
      sets: () => ({ failure: failureOf(invoke, name) }),
    })),
  ),
  {
    ref: 'LOST-02: what the account says is the truth',
    in: 'enrolling.verifying.looking',
    on: 'verify: it counted',
    says: 'the account turns out to have the second factor on',
    to: 'on.idle',
    does: () => ['account read again', toast('twoFactorOn')],
    // Recovery codes that were made with it were in the lost answer.
    sets: () => ({ ...gone, ...known, areCodesUnseen: true }),
  },
  {
    ref: 'LOST-02: what the account says is the truth',
    in: 'on.disabling.looking',
    on: 'disable: it counted',
    says: 'the account turns out to have the second factor off',
    to: 'off.idle',
    does: () => ['account read again', toast('twoFactorOff')],
    sets: () => known,
  },
  {
    ref: 'LOST-02: what the account says is the truth',
    in: ['enrolling.verifying.looking', 'on.disabling.looking'],
    on: ['verify: it did not count', 'disable: it did not count'],
    to: ({ isOn }) => (isOn ? 'on.idle' : 'enrolling.showing'),
    sets: ({ failure }) => ({ failure, lost: 'absent' }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: ['enrolling.verifying.looking', 'on.disabling.looking'],
    on: ['verify: nothing can be read', 'disable: nothing can be read'],
    to: ({ isOn }) => (isOn ? 'on.idle' : 'enrolling.showing'),
    does: () => ['account read again'],
    sets: ({ failure }) => ({ failure, lost: 'unknown' }),
  },
  {
    ref: 'LOST-03: the user leaves it, and nothing is known',
    in: 'enrolling.verifying.looking',
    on: 'cancel',
    to: 'off.idle',
    does: () => ['account read again', `abort ${READ}`],
    sets: () => ({ ...gone, failure: null, lost: 'unknown' }),
  },

  {
    ref: 'ACCOUNT-05: disable',
    in: 'on.idle',
    on: 'disable',
    to: 'on.disabling.sending',
    does: () => ['POST /auth/2fa/disable {"code":"654321"}'],
    sets: unsaid,
  },
  {
    ref: 'ACCOUNT-05: disable returns to idle',
    in: 'on.disabling.sending',
    on: 'disable: accepted',
    says: 'the server switches the second factor off',
    to: 'off.idle',
    does: () => ['account read again', toast('twoFactorOff')],
    sets: () => known,
  },
  {
    ref: 'ACCOUNT-05: what the server knows wins',
    in: 'on.disabling.sending',
    on: 'disable: off already',
    says: 'the server reports that the second factor is off already',
    to: 'off.idle',
    does: () => ['account read again'],
    sets: () => known,
  },
  ...failing('disable', ['wrong code', 'too many'], {
    ref: "ACCOUNT-05: 'Invalid code, please try again'",
    in: 'on.disabling.sending',
    to: 'on.idle',
  }),
];

/** There is no context before the first row, so each variant defines its start. */
let isOnAtFirst = false;

const variant = (name: string, isOn: boolean): Variant<Machine> => ({
  name,
  input: { isOn },
  events,
  outcomes: endings,
  sut: () => {
    isOnAtFirst = isOn;
    return sut(false);
  },
});

const only = (from: readonly Outcome<SnapshotFrom<Machine>>[] = [], ...names: readonly string[]) =>
  from.filter(({ name }) => names.includes(name));
const withRecoveryCodes: Variant<Machine> = {
  name: 'with recovery codes',
  input: { isOn: false },
  events: [
    ...codeEvents,
    ...events.filter(({ name }) => ['set up', 'verify', 'disable', 'edit', 'cancel'].includes(name)),
  ],
  outcomes: {
    enable: only(endings.enable, 'secret with URI'),
    verify: [withCodes, ...only(endings.verify, 'no answer', 'it counted')],
    disable: only(endings.disable, 'accepted', 'wrong code'),
    makeCodes,
  },
  sut: () => {
    isOnAtFirst = false;
    return sut(true);
  },
};

export const twoFactorModel: MachineModel<Machine> = {
  name: 'twoFactor',
  machine: twoFactorMachine,
  states: {
    'off.idle': 'there is no second factor, and setting one up is offered',
    'off.enabling': 'the server is being asked for a new secret',
    'enrolling.showing': 'the new secret is shown, and a code of the app is awaited',
    'enrolling.verifying.sending': 'the code is being checked',
    'enrolling.verifying.looking': 'the account is being read to see whether the code counted',
    'on.idle': 'the second factor is on',
    'on.disabling.sending': 'the second factor is being switched off',
    'on.disabling.looking': 'the account is being read to see whether it was switched off',
    'on.keeping': 'the new recovery codes are shown, once',
    'on.asking': 'a code of the app is awaited for new recovery codes',
    'on.making': 'new recovery codes are being made, once',
  },
  says: {
    'enable: conflict': 'the server refuses the set-up, because another one is under way',
    'verify: accepted': 'the server accepts the code',
    'verify: accepted, with codes unheard':
      'the server accepts the code and gives recovery codes to a client that knows none',
    'verify: it did not count': 'the account turns out to have the second factor still off',
    'verify: nothing can be read': 'the account cannot be read',
    'disable: nothing can be read': 'the account cannot be read',
    'disable: it did not count': 'the account turns out to have the second factor still on',
  },
  services: {
    enable: 'the request for a secret',
    verify: 'checking the code',
    disable: 'switching it off',
    makeCodes: 'the request for recovery codes',
  },
  variants: [variant('off at first', false), variant('on at first', true), withRecoveryCodes],
  requirements,
  invariant: (snapshot) => {
    const text = JSON.stringify(snapshot.context);
    if (/123456|654321/.test(text)) return 'a code is kept';
    if (text.includes(PASSWORD)) return 'a password is kept';
    if (CODES.some((code) => text.includes(code)) !== snapshot.matches({ on: 'keeping' }))
      return 'recovery codes are not kept while they are shown';
    return text.includes(SECRET) === snapshot.matches('enrolling')
      ? undefined
      : 'the secret is not kept while it is shown';
  },
  selectors: {
    from: selectors,
    rules: {
      selectView: [
        [/^off/, 'off'],
        [/^enrolling/, 'enrolling'],
        [/^on\.keeping/, 'keepingCodes'],
        [/^on\.(asking|making)/, 'askingCodes'],
        [/^on/, 'on'],
      ],
      selectFailure: { context: 'failure' },
      isChecking: /looking/,
      areCodesUnseen: { context: 'areCodesUnseen' },
    },
  },
  tags: { busy: /enabling|verifying|disabling|making/ },
};
