import { loginAnswer } from '../auth.ts';
import { decodeList, decodeNothing, decodeOne } from '../decode.ts';
import {
  addPasskeyBody,
  confirmPasskeyBody,
  passkeyAnswer,
  passkeyCodeAnswer,
  passkeyLoginBody,
  passkeyNameBody,
  passkeyOptions,
  passkeyProofBody,
} from '../passkeys.ts';
import { call } from './call.ts';

/** Of servers with `passkeys` (PASSKEY-01). */
export const passkeyCalls = {
  passkeyLoginOptions: call(
    'passkeyLoginOptions',
    'POST',
    '/auth/passkeys/login/options',
    decodeOne(passkeyOptions),
  ),
  passkeyLogin: call('passkeyLogin', 'POST', '/auth/passkeys/login', decodeOne(loginAnswer), {
    body: passkeyLoginBody,
    ownsUnauthorized: true,
  }),
  passkeys: call('passkeys', 'GET', '/auth/passkeys', decodeList(passkeyAnswer, 'passkeys'), {
    isPrivate: true,
  }),
  passkeyOptions: call('passkeyOptions', 'POST', '/auth/passkeys/options', decodeOne(passkeyOptions), {
    body: passkeyProofBody,
    isPrivate: true,
  }),
  addPasskey: call('addPasskey', 'POST', '/auth/passkeys', decodeNothing, {
    body: addPasskeyBody,
    isPrivate: true,
  }),
  renamePasskey: call('renamePasskey', 'POST', '/auth/passkeys/:id/name', decodeNothing, {
    body: passkeyNameBody,
    isPrivate: true,
  }),
  removePasskey: call('removePasskey', 'POST', '/auth/passkeys/:id/remove', decodeNothing, {
    body: passkeyProofBody,
    isPrivate: true,
  }),

  /** Both confirm with a passkey in place of a code (REAUTH-08). */
  confirmPasskeyOptions: call(
    'confirmPasskeyOptions',
    'POST',
    '/auth/passkeys/confirm/options',
    decodeOne(passkeyOptions),
    { isPrivate: true },
  ),
  confirmPasskey: call('confirmPasskey', 'POST', '/auth/passkeys/confirm', decodeOne(passkeyCodeAnswer), {
    body: confirmPasskeyBody,
    isPrivate: true,
  }),
} as const;
