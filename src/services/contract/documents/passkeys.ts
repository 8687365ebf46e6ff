import type { passkeyCalls } from '../calls/passkeys.ts';
import { type Description, GATED, LIMITED, NO_CODE } from './privacyDescriptions.ts';

const FACTOR = NO_CODE[403];

/** The calls of `passkeys`. */
export const passkeyDescriptions: Readonly<Record<keyof typeof passkeyCalls, Description>> = {
  passkeyLoginOptions: {
    summary: 'Begin to sign in with a passkey',
    text: 'Answers the options of WebAuthn for `navigator.credentials.get`. The challenge is used once, within five minutes.',
    refusals: { ...LIMITED },
  },
  passkeyLogin: {
    summary: 'Sign in with a passkey',
    text: 'Takes what the authenticator answered, and begins a session as `POST /auth/login` does.',
    refusals: { 401: ['PASSKEY_UNKNOWN'], ...GATED },
  },
  passkeys: { summary: 'Passkeys', text: 'Those of the user, the oldest first.' },
  passkeyOptions: {
    summary: 'Begin to add a passkey',
    text:
      'Asks for the password, and for a code where two-factor authentication is on. Answers the options of WebAuthn ' +
      'for `navigator.credentials.create`, good for one passkey of this session within five minutes.',
    refusals: { 400: FACTOR, 403: ['WRONG_PASSWORD'], 409: ['TOO_MANY_PASSKEYS'], ...LIMITED },
  },
  addPasskey: {
    summary: 'Add a passkey',
    text: 'Takes what the authenticator answered. Ends all other sessions of the user.',
    refusals: { 400: ['PASSKEY_REFUSED'], 409: ['PASSKEY_KNOWN'], ...GATED },
  },
  renamePasskey: {
    summary: 'Rename a passkey',
    text: '',
    refusals: { 404: ['PASSKEY_NOT_FOUND'], ...GATED },
  },
  removePasskey: {
    summary: 'Remove a passkey',
    text:
      'Asks for the password, and for a code where two-factor authentication is on. Ends all other sessions of the ' +
      'user. Where no second factor is left, withdrawals stop for 24 hours.',
    refusals: { 400: FACTOR, 403: ['WRONG_PASSWORD'], 404: ['PASSKEY_NOT_FOUND'], ...LIMITED },
  },
  confirmPasskeyOptions: {
    summary: 'Begin to confirm with a passkey',
    text:
      'Answers the options of WebAuthn for `navigator.credentials.get`, with the passkeys of the user. The challenge is ' +
      'used once, within five minutes, by this session.',
    refusals: { ...LIMITED },
  },
  confirmPasskey: {
    summary: 'Confirm with a passkey',
    text:
      'Takes what the authenticator answered, and answers a code. It stands once in place of a code of an app, for two ' +
      'minutes and in this session, wherever `two_factor_code` or `code` is taken but at sign-in and to turn two-factor on.',
    refusals: { 400: ['PASSKEY_REFUSED'], ...GATED },
  },
};
