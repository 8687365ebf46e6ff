import { RULES } from '../../../domain/failure.ts';
import type { CallName } from '../index.ts';
import type { Call } from '../calls/call.ts';
import { SIGNED_CALLS } from '../signedCalls.ts';
import { isSignable, SIGNATURE_REFUSALS } from './apiKeyDescriptions.ts';
import { descriptions } from './descriptions.ts';
import type { JsonObject } from './schemas.ts';

export const refusal: JsonObject = {
  type: 'object',
  description:
    'Why the call was refused: the first text of `message`, `error` and `detail` that is not empty.',
  anyOf: [{ required: ['message'] }, { required: ['error'] }, { required: ['detail'] }],
  properties: {
    message: {
      anyOf: [
        { type: 'string' },
        {
          type: 'object',
          description: 'Of a withdrawal.',
          properties: {
            message: { type: 'string' },
            reason: { type: 'string' },
            time_remaining: { type: ['string', 'number'] },
            cooldown_until: { type: ['string', 'number'] },
          },
        },
      ],
    },
    error: { type: 'string' },
    detail: { type: ['string', 'object'], description: 'The same as `message`.' },
    code: {
      type: 'string',
      pattern: '^[A-Z][A-Z0-9_]+$',
      description: 'Stable, for programs. Our venue sends one with every refusal; other servers need not.',
    },
    invalid: {
      type: 'object',
      description:
        'Which field of the request breaks which rule, for a page that says it in the language of its user.',
      required: ['field', 'rule'],
      properties: {
        field: { type: 'string', description: 'A dot stands between the names of nested fields.' },
        rule: { type: 'string', enum: [...RULES] },
        limit: { type: 'number', description: 'Characters, or entries of a list.' },
      },
    },
    proof_of_work: {
      type: 'object',
      description: 'What admits the same attempt at once, in place of waiting.',
      required: ['challenge', 'difficulty'],
      properties: {
        challenge: { type: 'string', maxLength: 256 },
        difficulty: { type: 'integer', minimum: 0, maximum: 24 },
      },
      'x-capability': 'proofOfWork',
    },
  },
};

const TEXTS: Readonly<Record<string, string>> = {
  400: 'The request is not understood.',
  401: 'Nobody is signed in, or the credentials are wrong.',
  403: 'It is not allowed.',
  404: 'There is no such record.',
  409: 'It does not fit what stands already.',
  413: 'The request is larger than the call needs.',
  415: 'The body is not `application/json`.',
  422: 'A value is not accepted.',
  429: 'Too many attempts.',
  500: 'A fault of the server.',
  503: 'Not at this moment. A write that is refused so was not carried out.',
  504: 'What became of it is not known. Read it before it is sent again.',
};

const NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnknownForm',
  422: 'Unprocessable',
  429: 'TooManyAttempts',
  500: 'Fault',
  503: 'NotNow',
  504: 'OutcomeUnknown',
  default: 'Refused',
};

/** By status: the call's own codes, and those of its kind. */
export function codesOf(name: CallName, call: Call): Record<string, string[]> {
  const codes: Record<string, string[]> = {};
  const add = (status: number, more: readonly string[]): void => {
    codes[status] = [...new Set([...(codes[status] ?? []), ...more])];
  };
  add(400, call.body ? ['NUL_CHARACTER', 'MALFORMED_JSON'] : ['NUL_CHARACTER']);
  if (call.body) {
    add(413, ['BODY_TOO_LARGE']);
    add(415, ['UNSUPPORTED_MEDIA_TYPE']);
  }
  if (call.isPrivate) {
    add(401, ['UNAUTHORIZED']);
    add(call.isWrite ? 409 : 503, ['SESSION_RENEWED']);
  }
  if (call.takesIdempotencyKey) add(422, ['INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_KEY_REUSED']);
  if (call.isWrite) add(403, ['FOREIGN_ORIGIN']);
  if ((call.isPrivate && name !== 'me') || name === 'logout') add(409, ['ACCOUNT_CHANGED']);
  add(422, ['VALIDATION_FAILED']);
  add(500, ['INTERNAL']);
  // Of several nodes, while another one takes over what one does for all.
  add(503, ['NODES_CHANGING']);
  for (const [status, own] of Object.entries(descriptions[name].refusals ?? {})) add(Number(status), own);
  if (isSignable(name))
    for (const [status, more] of Object.entries(SIGNATURE_REFUSALS)) add(Number(status), more);
  else if (call.isPrivate) add(403, ['NOT_FOR_API_KEYS']);
  if (SIGNED_CALLS[name] === 'withdraw') add(403, ['API_KEY_TOO_NEW']);
  return codes;
}

/** Any other status of 400 or above has the same body. */
export const refusalsOf = (codes: Readonly<Record<string, readonly string[]>>): JsonObject =>
  Object.fromEntries(
    [...Object.keys(codes), 'default'].map((status) => [
      status,
      { $ref: `#/components/responses/${NAMES[status] ?? ''}` },
    ]),
  );

export const refusalResponses: JsonObject = Object.fromEntries(
  Object.entries(NAMES).map(([status, name]) => {
    const mayWait = status === '429' || status === '503';
    return [
      name,
      {
        description: TEXTS[status] ?? 'Any other refusal, or a failure of the server.',
        ...(mayWait ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {}),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ];
  }),
);
