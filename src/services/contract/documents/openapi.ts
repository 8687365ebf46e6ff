import { type Call, type CallName, calls } from '../index.ts';
import { accountCalls } from '../calls/account.ts';
import { marketCalls } from '../calls/markets.ts';
import { orderCalls } from '../calls/orders.ts';
import { passkeyCalls } from '../calls/passkeys.ts';
import { solvencyCalls } from '../calls/solvency.ts';
import { supportCalls } from '../calls/support.ts';
import { tradingCalls } from '../calls/trading.ts';
import { wholeNumberBounds } from '../values.ts';
import { SIGNED_CALLS } from '../signedCalls.ts';
import { answerOf } from './answers.ts';
import { signatureSchemes } from './apiKeyDescriptions.ts';
import { descriptions } from './descriptions.ts';
import { CALL_CAPABILITIES, capabilityTexts, markFields } from './extensions.ts';
import { codesOf, refusal, refusalResponses, refusalsOf } from './refusals.ts';
import { createSchemaWriter, type JsonObject, type SchemaWriter } from './schemas.ts';

/** Changes with the contract. */
export const CONTRACT_VERSION = '1.0.0';

const TAGS = [
  [
    'Market data',
    { ...marketCalls, ...tradingCalls },
    'Markets, pairs, coins, books, trades and candles. Nobody signs in for them.',
  ],
  ['Account', { ...accountCalls, ...passkeyCalls }, 'Signing in and out, and what protects the account.'],
  ['Orders', orderCalls, 'Balances, and the orders and trades of the user.'],
  ['Support', supportCalls, 'Tickets and the messages in them.'],
  ['Solvency', solvencyCalls, 'What is owed, what is there, and what of it is the own.'],
] as const;
const WALLET = 'Wallet';

const tagOf = (name: CallName): string => TAGS.find(([, group]) => name in group)?.[0] ?? WALLET;

export function openApiDocument(): JsonObject {
  const writer = createSchemaWriter();
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[call.method.toLowerCase()] = operationOf(name, call, writer);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Spot exchange API',
      version: CONTRACT_VERSION,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    tags: [
      ...TAGS.map(([name, , description]) => ({ name, description })),
      { name: WALLET, description: 'Refund addresses, deposits and withdrawals.' },
    ],
    paths,
    components: {
      schemas: { Refusal: refusal, ...markFields(writer.components) },
      responses: refusalResponses,
      headers: {
        RetryAfter: {
          description: 'Seconds to wait before the call is sent again.',
          schema: { type: 'integer', minimum: 0 },
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description:
            'Set by signing in: HttpOnly and SameSite, and Secure under https. The name is up to the server; ours ' +
            'is `session`, and `__Host-session` under https.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Only where signing in answered an `access_token`.',
        },
        ...signatureSchemes,
      },
    },
    'x-capabilities': capabilityTexts,
  };
}

const INTRODUCTION = `The calls between a client and a spot exchange.

Amounts and prices are decimal text, so that no digit is lost. Unknown fields are ignored. A list is accepted bare, under its documented key, or under \`data\`. A write is sent once; what became of one without an answer is read before it is sent again.

What is marked with \`x-capability\` is asked only of a server that names this capability in the configuration of its page.`;

/** All four together. */
const SIGNED = Object.fromEntries(Object.keys(signatureSchemes).map((name) => [name, []]));

function operationOf(name: CallName, call: Call, writer: SchemaWriter): JsonObject {
  const { summary, text } = descriptions[name];
  const capability = CALL_CAPABILITIES[name];
  const permission = SIGNED_CALLS[name];
  const codes = codesOf(name, call);
  const given = [...pathParameters(call), ...queryParameters(call, writer), ...headerParameters(call)];
  return {
    operationId: name,
    summary,
    ...(text === '' ? {} : { description: text }),
    tags: [tagOf(name)],
    ...(capability === undefined ? {} : { 'x-capability': capability }),
    ...(permission === undefined ? {} : { 'x-permission': permission }),
    security: call.isPrivate ? [{ session: [] }, { bearer: [] }, ...(permission ? [SIGNED] : [])] : [],
    ...(given.length === 0 ? {} : { parameters: given }),
    ...(call.body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: writer.write(call.body) } },
          },
        }),
    responses: { ...answerOf(name, call, writer), ...refusalsOf(codes) },
    'x-codes': codes,
  };
}

const parameters: Readonly<Record<string, string>> = {
  pair: 'Symbol of the pair, such as XMR-BTC',
  number: 'Number of the tree; 0 for the newest',
  id: 'Id of the record',
  coin: 'Ticker of the coin, such as XMR',
  limit: 'How many to return at most',
  skip: 'How many to skip',
  offset: 'How many to skip',
  page: 'Number of the page, from 1',
  sort_by: 'The field to sort by',
  order: 'Ascending or descending',
  depth: 'How many prices of each side',
  state: 'States of the orders, separated by commas, such as OPENED,PARTIALLY_FILLED; all where it is empty',
  currency: 'Ticker of the coin; all where it is empty',
  coin_ticker: 'Ticker of the coin; all where it is left out',
  trading_enabled_only: 'Whether coins that are not traded are left out',
  status: 'The state of the ticket',
  category: 'The category of the ticket',
  created_from: 'ISO date or time of the earliest ticket; a date is the whole day, UTC',
  created_to: 'ISO date or time of the latest ticket; a date is the whole day, UTC',
};

function describe(name: string): string {
  const text = parameters[name];
  if (text === undefined) throw new Error(`the parameter ${name} is not described`);
  return text;
}

const pathParameters = ({ path }: Call): JsonObject[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: describe(name),
    schema: { type: 'string' },
  }));

function queryParameters({ query }: Call, writer: SchemaWriter): JsonObject[] {
  if (query === null || !('shape' in query.def)) return [];
  const fields = query.def.shape as Readonly<Record<string, Parameters<SchemaWriter['write']>[0]>>;
  return Object.entries(fields).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    description: describe(name),
    schema: bounded(schema, writer),
  }));
}

function bounded(schema: Parameters<SchemaWriter['write']>[0], writer: SchemaWriter): JsonObject {
  const bounds = wholeNumberBounds.get(schema);
  if (!bounds) return writer.write(schema);
  return { type: 'integer', minimum: bounds.smallest, maximum: bounds.largest, default: bounds.fallback };
}

function headerParameters({ takesIdempotencyKey, isPrivate, name }: Call): JsonObject[] {
  const key: JsonObject = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'One for each press of the user, and the same when that is sent again.',
    schema: { type: 'string', format: 'uuid' },
    'x-capability': 'idempotencyKeys',
  };
  const account: JsonObject = {
    name: 'X-Account-Id',
    in: 'header',
    required: false,
    description: 'The account that the sender believes to be signed in.',
    schema: { type: 'string' },
    'x-capability': 'accountHeader',
  };
  return [...(takesIdempotencyKey ? [key] : []), ...(isPrivate && name !== 'me' ? [account] : [])];
}
