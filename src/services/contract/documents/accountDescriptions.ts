import { type Description, GATED, LIMITED, NO_CODE } from './privacyDescriptions.ts';

const PASSWORD = { 403: ['WRONG_PASSWORD'], ...LIMITED };

export const accountDescriptions = {
  login: {
    summary: 'Sign in',
    text:
      'Begins a session, which the server keeps in a cookie. Where two-factor authentication is on and the code is ' +
      'missing, the message of the refusal names it.',
    refusals: {
      400: NO_CODE[403],
      401: ['INVALID_CREDENTIALS'],
      403: ['CAPTCHA_REQUIRED', 'CAPTCHA_REFUSED'],
      ...LIMITED,
      503: ['BUSY', 'CAPTCHA_UNAVAILABLE'],
    },
  },
  register: {
    summary: 'Create an account',
    text: 'Does not sign in.',
    refusals: {
      409: ['USERNAME_TAKEN'],
      422: [
        'INVALID_EMAIL',
        'INVALID_USERNAME',
        'PASSWORD_LENGTH',
        'PASSWORD_REQUIREMENTS',
        'PASSWORD_COMMON',
        'PASSWORDS_DO_NOT_MATCH',
      ],
      ...LIMITED,
      503: ['BUSY'],
    },
  },
  logout: {
    summary: 'Sign out',
    text: 'Ends the session and clears its cookie. Succeeds without a session, too.',
  },
  me: { summary: 'Who is signed in', text: 'The user, bare or under `user`. Answers 401 without a session.' },
  changePassword: {
    summary: 'Change the password',
    text: 'Ends all other sessions of the user. A 401 says that the old password is wrong and ends no session.',
    refusals: {
      400: NO_CODE[403],
      401: ['WRONG_PASSWORD'],
      409: ['PASSWORD_SET_ALREADY', 'PASSWORD_CHANGED_ELSEWHERE'],
      422: [
        'PASSWORD_LENGTH',
        'PASSWORD_REQUIREMENTS',
        'PASSWORD_COMMON',
        'PASSWORD_UNCHANGED',
        'PASSWORDS_DO_NOT_MATCH',
      ],
      ...LIMITED,
      503: ['BUSY'],
    },
  },
  twoFactorEnable: {
    summary: 'Begin two-factor authentication',
    text: 'Answers the secret. It is on when a code was verified.',
    refusals: { 400: ['TWO_FACTOR_ALREADY_ENABLED'], ...LIMITED },
  },
  twoFactorVerify: {
    summary: 'Turn two-factor authentication on',
    text: '',
    refusals: {
      400: ['TWO_FACTOR_INVALID', 'TWO_FACTOR_USED', 'TWO_FACTOR_ALREADY_ENABLED', 'TWO_FACTOR_NOT_SET_UP'],
      ...PASSWORD,
    },
  },
  twoFactorDisable: {
    summary: 'Turn two-factor authentication off',
    text: '',
    refusals: { 400: ['TWO_FACTOR_INVALID', 'TWO_FACTOR_USED', 'TWO_FACTOR_OFF'], ...PASSWORD },
  },
  recoveryCodes: { summary: 'How many recovery codes are left', text: '', refusals: GATED },
  newRecoveryCodes: {
    summary: 'Make new recovery codes',
    text: 'The old ones end. The new ones are answered once.',
    refusals: { 400: ['TWO_FACTOR_INVALID', 'TWO_FACTOR_USED', 'TWO_FACTOR_OFF'], ...PASSWORD },
  },

  askTwoFactorReset: {
    summary: 'Ask for the reset of a lost second factor',
    text:
      'Needs the password, or a recovery key. Answers when the reset can be used, seven days later. Where one was asked for before, its ' +
      'time is answered and stays. Every session of the account is told of it and can stop it.',
    refusals: {
      401: ['INVALID_CREDENTIALS', 'RECOVERY_KEY_WRONG'],
      409: ['NO_SECOND_FACTOR'],
      ...LIMITED,
      503: ['BUSY'],
    },
  },
  stopTwoFactorReset: {
    summary: 'Stop the reset of the second factor',
    text: 'Also where none is open.',
    refusals: GATED,
  },

  makeRecoveryKey: {
    summary: 'Keep a recovery key',
    text:
      'Of 32 random bytes that are kept elsewhere, as 24 words perhaps (BIP 39), their SHA-256 in hexadecimal digits. ' +
      'An older key ends.',
    refusals: { 400: NO_CODE[403], 403: ['WRONG_PASSWORD'], 409: ['PASSWORD_CHANGED_ELSEWHERE'], ...LIMITED },
  },
  recoverPassword: {
    summary: 'Set a new password with a recovery key',
    text:
      'The 32 bytes of the key, in hexadecimal digits. It is used up; all sessions and API keys end, a reset of the ' +
      'second factor is stopped, and withdrawals stop for 24 hours. From the time of such a reset on no code is needed, ' +
      'and the second factor is taken off. Nobody is signed in. A wrong key and an unknown ' +
      'email are answered alike.',
    refusals: {
      400: NO_CODE[403],
      401: ['RECOVERY_KEY_WRONG'],
      422: ['PASSWORD_LENGTH', 'PASSWORD_REQUIREMENTS', 'PASSWORD_COMMON', 'PASSWORDS_DO_NOT_MATCH'],
      ...LIMITED,
    },
  },

  sessions: {
    summary: 'The sessions of the account',
    text: 'Of each: when it began, was last used (a minute old at most) and ends, whether it is the one that asks, and the name that its user gave it. Nothing else is known of a session.',
    refusals: GATED,
  },
  endSession: {
    summary: 'End a session',
    text: 'Its token is worth nothing any more, and its socket is closed. One that is over is not found.',
    refusals: { 404: ['SESSION_NOT_FOUND'], ...LIMITED },
  },
  endOtherSessions: { summary: 'End all other sessions', text: '', refusals: LIMITED },
  nameSession: {
    summary: 'Name the session',
    text: 'That of the request. An empty name takes it away.',
    refusals: LIMITED,
  },
} satisfies Readonly<Record<string, Description>>;
