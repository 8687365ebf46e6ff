import {
  codeBody,
  deletionBody,
  enrolmentAnswer,
  loginAnswer,
  loginBody,
  passwordChangeBody,
  registrationBody,
  remainsAnswer,
  userAnswer,
} from '../auth.ts';
import { decodeMessage, decodeNothing, decodeOne, decodeUnder } from '../decode.ts';
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
  /** With the capability `accountDeletion`, like the next. A 401 may say that the account is gone. */
  accountRemains: call('accountRemains', 'GET', '/user/deletion', decodeUnder(remainsAnswer), {
    isPrivate: true,
    ownsUnauthorized: true,
  }),
  deleteAccount: call('deleteAccount', 'POST', '/user/deletion', decodeMessage, {
    body: deletionBody,
    isPrivate: true,
  }),
  twoFactorEnable: call('twoFactorEnable', 'POST', '/auth/2fa/enable', decodeOne(enrolmentAnswer), {
    isPrivate: true,
  }),
  twoFactorVerify: call('twoFactorVerify', 'POST', '/auth/2fa/verify', decodeNothing, {
    body: codeBody,
    isPrivate: true,
  }),
  twoFactorDisable: call('twoFactorDisable', 'POST', '/auth/2fa/disable', decodeNothing, {
    body: codeBody,
    isPrivate: true,
  }),
} as const;
