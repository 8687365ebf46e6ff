import { SIGNATURE_HEADERS, SIGNATURE_WINDOW, SIGNED_CALLS } from '../signedCalls.ts';
import type { CallName } from '../index.ts';
import { type Description, GATED, LIMITED, NO_CODE } from './privacyDescriptions.ts';
import type { JsonObject } from './schemas.ts';

/** Of servers with `apiKeys`. */
export const apiKeyDescriptions = {
  apiKeys: {
    summary: 'API keys',
    text: 'Those of the user, the oldest first, without their secrets.',
    refusals: GATED,
  },
  createApiKey: {
    summary: 'Make an API key',
    text:
      'Asks for the password, and for a code where the account has a second factor. The secret is answered once. ' +
      '`addresses` are addresses or networks (CIDR) that it may be used from; with none, from anywhere. A key may ' +
      'withdraw from 24 hours after it was made.',
    refusals: {
      403: ['WRONG_PASSWORD', ...NO_CODE[403]],
      409: ['TOO_MANY_API_KEYS'],
      422: ['INVALID_NETWORK'],
      ...LIMITED,
    },
  },
  confirmApiKey: {
    summary: 'Confirm an API key',
    text:
      'Turning the first second factor on takes `withdraw` and `anyPrice` from the keys that are there ' +
      '(`must_confirm`). With the password and a code of the second factor one has them again.',
    refusals: { 403: ['WRONG_PASSWORD', ...NO_CODE[403]], 404: ['API_KEY_NOT_FOUND'], ...LIMITED },
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    text: 'At once: no request that it signs is accepted any more, and its sockets are closed.',
    refusals: { 404: ['API_KEY_NOT_FOUND'], ...LIMITED },
  },
} satisfies Readonly<Record<string, Description>>;

const SIGNED_BY = 'Of a request that an API key signs';

/** The four headers of a signed request, all of them together (APIKEY-03). */
export const signatureSchemes: JsonObject = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADERS.key,
    description: `${SIGNED_BY}: the id of the key.`,
  },
  apiTimestamp: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADERS.timestamp,
    description: `${SIGNED_BY}: when, in milliseconds since 1970, at most ${SIGNATURE_WINDOW} off the clock of the server.`,
  },
  apiNonce: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADERS.nonce,
    description: `${SIGNED_BY}: 1 to 64 letters, digits, dashes or underscores, which this key never sent before.`,
  },
  apiSignature: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADERS.signature,
    description:
      `${SIGNED_BY}: in hexadecimal digits the HMAC-SHA256, by the secret as it was shown, of timestamp, nonce, method in ` +
      'capitals, path with query as they are sent, and the body, which may be empty, joined by line feeds.',
  },
};

export const isSignable = (name: CallName): boolean => SIGNED_CALLS[name] !== undefined;

/** Refusals of a signed request. */
export const SIGNATURE_REFUSALS: Readonly<Record<number, readonly string[]>> = {
  401: [
    'API_KEY_UNKNOWN',
    'SIGNATURE_INCOMPLETE',
    'SIGNATURE_INVALID',
    'TIMESTAMP_OUTSIDE_WINDOW',
    'NONCE_USED',
  ],
  403: ['ADDRESS_NOT_ALLOWED', 'PERMISSION_MISSING', 'API_KEY_UNCONFIRMED'],
  429: ['TOO_MANY_ATTEMPTS'],
};
