import {
  codeBody,
  deletionBody,
  enrolmentAnswer,
  loginAnswer,
  loginBody,
  passwordChangeBody,
  recoveryCodesAnswer,
  recoveryBody,
  recoveryCodesLeftAnswer,
  recoveryKeyAnswer,
  recoveryKeyBody,
  registrationBody,
  remainsAnswer,
  resetAnswer,
  resetBody,
  userAnswer,
  verifiedAnswer,
} from '../auth.ts';
import {
  decodeList,
  decodeMessage,
  decodeNothing,
  decodeOne,
  decodeUnder,
  decodeWritten,
} from '../decode.ts';
import { ownSessionAnswer, sessionNameBody } from '../sessions.ts';
import { apiKeyAnswer, confirmApiKeyBody, newApiKeyAnswer, newApiKeyBody } from '../apiKeys.ts';
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
  /** With the capability `accountDeletion`, like the next. A 401 may mean that the account is gone. */
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
  /** With the capability `twoFactorReset`, and so is the next. */
  askTwoFactorReset: call('askTwoFactorReset', 'POST', '/auth/2fa/reset', decodeOne(resetAnswer), {
    body: resetBody,
    ownsUnauthorized: true,
  }),
  stopTwoFactorReset: call('stopTwoFactorReset', 'POST', '/auth/2fa/reset/stop', decodeNothing, {
    isPrivate: true,
  }),
  /** With the capability `recovery`, and so is the next. */
  makeRecoveryKey: call('makeRecoveryKey', 'POST', '/auth/recovery-key', decodeOne(recoveryKeyAnswer), {
    body: recoveryKeyBody,
    isPrivate: true,
  }),
  recoverPassword: call('recoverPassword', 'POST', '/auth/recover', decodeNothing, {
    body: recoveryBody,
    ownsUnauthorized: true,
  }),
  /** With the capability `sessionList`, and so are the next three. */
  sessions: call('sessions', 'GET', '/auth/sessions', decodeList(ownSessionAnswer, 'sessions'), {
    isPrivate: true,
  }),
  /** A 404 means that it has already ended. */
  endSession: call('endSession', 'DELETE', '/auth/sessions/:id', decodeNothing, { isPrivate: true }),
  endOtherSessions: call('endOtherSessions', 'POST', '/auth/sessions/end-others', decodeNothing, {
    isPrivate: true,
  }),
  nameSession: call('nameSession', 'POST', '/auth/sessions/name', decodeNothing, {
    body: sessionNameBody,
    isPrivate: true,
  }),

  /** With the capability `apiKeys`, and so are the next three. */
  apiKeys: call('apiKeys', 'GET', '/user/api-keys', decodeList(apiKeyAnswer, 'api_keys'), {
    isPrivate: true,
  }),
  createApiKey: call('createApiKey', 'POST', '/user/api-keys', decodeOne(newApiKeyAnswer), {
    body: newApiKeyBody,
    isPrivate: true,
  }),
  confirmApiKey: call('confirmApiKey', 'POST', '/user/api-keys/:id/confirm', decodeNothing, {
    body: confirmApiKeyBody,
    isPrivate: true,
  }),
  /** A 404 means that it is already gone. */
  revokeApiKey: call('revokeApiKey', 'DELETE', '/user/api-keys/:id', decodeNothing, { isPrivate: true }),
} as const;
