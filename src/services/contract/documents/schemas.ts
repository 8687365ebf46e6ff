import { addressBookAnswer } from '../addressBook.ts';
import { apiKeyAnswer } from '../apiKeys.ts';
import * as z from 'zod/mini';
import { userAnswer, enrolmentAnswer, loginAnswer, remainsAnswer } from '../auth.ts';
import { broadcastAnswer, signedDepositAnswer } from '../grin.ts';
import {
  bookAnswer,
  coinAnswer,
  level,
  marketFigures,
  marketSymbol,
  operation,
  pairAnswer,
  tradeAnswer,
} from '../markets.ts';
import { balanceAnswer, executionAnswer, orderAnswer, placedAnswer } from '../orders.ts';
import { proofAnswer, solvencyHash, solvencyUnits, statementAnswer } from '../calls/solvency.ts';
import { commentAnswer, ticketAnswer } from '../support.ts';
import { amountText, count, decimalText, id, instant, pairSymbol, plainDecimal } from '../values.ts';
import { passkeyAnswer, passkeyOptions } from '../passkeys.ts';
import * as wallet from '../wallet.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

const AMOUNT = String.raw`^\d+(\.\d+)?$`;

/** Named schemas. What a function checks is described here, since no schema shows it. */
const NAMED: readonly (readonly [schema: z.ZodMiniType, id: string, said: JsonObject])[] = [
  [
    amountText,
    'Amount',
    {
      description: 'An amount or a price: decimal text of 0 or more. A JSON number is accepted.',
      pattern: AMOUNT,
      examples: ['0.00389'],
    },
  ],
  [
    decimalText,
    'Decimal',
    {
      description: 'Decimal text, which may be negative. A JSON number is accepted.',
      pattern: `^-?${AMOUNT.slice(1)}`,
      examples: ['-1.27'],
    },
  ],
  [plainDecimal, 'SentAmount', { description: 'Decimal text without sign or exponent.', examples: ['0.25'] }],
  [
    instant,
    'Time',
    {
      description:
        'ISO 8601 text, UTC where it names no zone. An epoch number is accepted: seconds below 1e12, else milliseconds.',
      examples: ['2026-01-05T12:00:00.000Z'],
    },
  ],
  [
    pairSymbol,
    'Pair',
    {
      description: 'BASE-QUOTE in upper case.',
      pattern: '^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$',
      examples: ['XMR-BTC'],
    },
  ],
  [
    marketSymbol,
    'MarketPair',
    {
      description: 'A pair, or a coin alone, which is quoted in USDT.',
      pattern: '^[A-Z0-9]{1,12}(-[A-Z0-9]{1,12})?$',
      examples: ['XMR-BTC', 'XMR'],
    },
  ],
  [id, 'Id', { description: 'An id: text, or a number that is read as text.' }],
  [count, 'Count', { description: 'A whole number of 0 or more; digits as text are accepted.', minimum: 0 }],
  [
    operation,
    'Operation',
    { description: 'BUY or SELL, in any case.', pattern: '^([Bb][Uu][Yy]|[Ss][Ee][Ll][Ll])$' },
  ],
  [level, 'Level', { description: 'A price of the book: `[price, quantity]`, or an object of both.' }],
  [marketFigures, 'Market', { description: 'A pair and its figures of the last 24 hours.' }],
  [pairAnswer, 'PairSettings', { description: 'A pair and the rules of its orders.' }],
  [coinAnswer, 'Coin', { description: 'A coin, and what may be done with it.' }],
  [tradeAnswer, 'Trade', { description: 'A trade of the market, without its traders.' }],
  [bookAnswer, 'OrderBook', { description: 'The open orders of a pair, added up by price, the best first.' }],
  [balanceAnswer, 'Balance', { description: 'What the user has of a coin.' }],
  [orderAnswer, 'Order', { description: 'An order of the user.' }],
  [placedAnswer, 'PlacedOrder', { description: 'What is known of an order that was placed just now.' }],
  [executionAnswer, 'Execution', { description: 'A trade of the user, seen from one of the orders.' }],
  [userAnswer, 'User', { description: 'The user. One of `id` and `user_id` is given.' }],
  [
    loginAnswer,
    'Login',
    {
      description:
        'The user and the seconds for which the session lasts. One of `id` and `user_id` is given. ' +
        '`access_token` is sent only by a server that wants it back as a bearer token.',
    },
  ],
  [
    enrolmentAnswer,
    'Enrolment',
    {
      description:
        'The secret of the second factor. `qr_code` is an `otpauth://` URI or a `data:image/` picture.',
    },
  ],
  [passkeyAnswer, 'Passkey', { description: 'A passkey of the user. Nothing tells what device it is on.' }],
  [apiKeyAnswer, 'ApiKey', { description: 'A key for programs. Its secret was answered when it was made.' }],
  [passkeyOptions, 'PasskeyOptions', { description: 'Options of WebAuthn, in JSON, for the browser.' }],
  [
    remainsAnswer,
    'AccountRemains',
    { description: 'What stands in the way of deleting the account, and what would stay behind.' },
  ],
  [wallet.depositAnswer, 'Deposit', { description: 'A deposit. `monitoring_state` says more than `state`.' }],
  [wallet.depositProgressAnswer, 'DepositProgress', { description: 'How far a deposit is.' }],
  [wallet.withdrawalAnswer, 'Withdrawal', { description: 'A withdrawal.' }],
  [
    wallet.withdrawalReceiptAnswer,
    'WithdrawalReceipt',
    { description: 'A withdrawal as it stands. `slatepack_message` is there for GRIN alone.' },
  ],
  [addressBookAnswer, 'AddressBook', { description: 'Where the user may withdraw to.' }],
  [wallet.depositAddressAnswer, 'DepositAddress', { description: 'An address to which a coin is paid in.' }],
  [
    wallet.refundAddressAnswer,
    'RefundAddress',
    { description: 'A coin with the refund address of the user.' },
  ],
  [
    wallet.refundAddressCountAnswer,
    'RefundAddressCount',
    { description: 'How many refund addresses are set.' },
  ],
  [
    wallet.savedRefundAddressAnswer,
    'SavedRefundAddress',
    { description: 'The refund address that was set.' },
  ],
  [
    signedDepositAnswer,
    'SignedDeposit',
    { description: 'The signed slatepack, bare or under one of these names.' },
  ],
  [broadcastAnswer, 'Broadcast', { description: 'Whether the payment was posted, and under which kernel.' }],
  [ticketAnswer, 'Ticket', { description: 'A support ticket.' }],
  [commentAnswer, 'Comment', { description: 'A message in a support ticket.' }],
  [solvencyHash, 'Hash', { description: 'A SHA-256, in hexadecimal digits.' }],
  [solvencyUnits, 'Units', { description: 'Whole units of 0.00000001, as text.', examples: ['388900'] }],
  [statementAnswer, 'SolvencyStatement', { description: 'What was owed at a time, and what was there.' }],
  [
    proofAnswer,
    'SolvencyProof',
    { description: 'The leaves of the user in a tree, each with the siblings on the way up to its root.' },
  ],
];

export interface SchemaWriter {
  write(schema: z.ZodMiniType): JsonObject;
  readonly components: Readonly<Record<string, JsonObject>>;
}

export function createSchemaWriter(): SchemaWriter {
  const registry = z.registry<z.core.GlobalMeta>();
  for (const [schema, id, said] of NAMED) registry.add(schema, { ...said, id });
  const components: Record<string, JsonObject> = {};

  function write(schema: z.ZodMiniType): JsonObject {
    const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: registry });
    const {
      $schema: _dialect,
      $defs = {},
      ...root
    } = written as unknown as JsonObject & { $defs?: JsonObject };
    for (const [name, definition] of Object.entries($defs))
      components[name] = tidied(definition) as JsonObject;
    if (typeof root.id !== 'string') return tidied(root) as JsonObject;
    components[root.id] = tidied(root) as JsonObject;
    return { $ref: `#/components/schemas/${root.id}` };
  }

  return { write, components };
}

function tidied(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => tidied(item));
  if (typeof value !== 'object' || value === null) return value;
  const isSchema = 'type' in value || 'anyOf' in value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([name, inner]) => !(isSchema && name === 'id' && typeof inner === 'string'))
      .map(([name, inner]) => [
        name,
        name === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : tidied(inner),
      ]),
  );
}
