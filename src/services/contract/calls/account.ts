import {
  codeBody,
  enrolmentAnswer,
  loginAnswer,
  loginBody,
  passwordChangeBody,
  recoveryCodesAnswer,
  recoveryCodesLeftAnswer,
  registrationBody,
  userAnswer,
  verifiedAnswer,
} from '../auth.ts';
import { decodeMessage, decodeNothing, decodeOne, decodeUnder, decodeWritten } from '../decode.ts';
import { call } from './call.ts';

export const accountCalls = {
  login: call('login', 'POST', '/auth/login', decodeOne(loginAnswer), {
    body: loginBody,
    ownsUnauthorized: true,
  }),
  register: call('register', 'POST', '/auth/register', decodeNothing, { body: registrationBody }),
  logout: call('logout', 'POST', '/auth/logout', decodeNothing),
  me: call('me', 'GET', '/auth/me', decodeUnder(userAnswer, 'user'), { isPrivate: true }),
  changePassword: call('changePassword', 'POST', '/auth/change-password', decodeMessage, {
    body: passwordChangeBody,
    isPrivate: true,
    ownsUnauthorized: true,
  }),
  twoFactorEnable: call('twoFactorEnable', 'POST', '/auth/2fa/enable', decodeOne(enrolmentAnswer), {
    isPrivate: true,
  }),
  twoFactorVerify: call('twoFactorVerify', 'POST', '/auth/2fa/verify', decodeWritten(verifiedAnswer), {
    body: codeBody,
    isPrivate: true,
  }),
  twoFactorDisable: call('twoFactorDisable', 'POST', '/auth/2fa/disable', decodeNothing, {
    body: codeBody,
    isPrivate: true,
  }),
  /** With the capability `recoveryCodes`, and so is the next. */
  recoveryCodes: call(
    'recoveryCodes',
    'GET',
    '/auth/2fa/recovery-codes',
    decodeUnder(recoveryCodesLeftAnswer),
    { isPrivate: true },
  ),
  newRecoveryCodes: call(
    'newRecoveryCodes',
    'POST',
    '/auth/2fa/recovery-codes/renew',
    decodeUnder(recoveryCodesAnswer),
    { body: codeBody, isPrivate: true },
  ),
} as const;
