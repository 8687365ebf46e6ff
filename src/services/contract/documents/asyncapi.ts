import { feeEntry } from '../fees.ts';
import { clientFrame } from '../clientFrames.ts';
import { bookPayload, MERGING_FEES, REPLACING_FEES } from '../frames.ts';
import { capabilityTexts, withCapability } from './extensions.ts';
import { CONTRACT_VERSION } from './openapi.ts';
import { createSchemaWriter, type JsonObject, type SchemaWriter } from './schemas.ts';

const SENT: Readonly<Record<string, string>> = {
  subscribe_orderbook:
    'Asks for the book of a pair. It is answered with a snapshot; updates follow. A server may send more levels than were ' +
    'asked for. What is subscribed to already is not answered again.',
  unsubscribe_orderbook: 'Ends the updates of a pair.',
  subscribe_fees: 'Asks for the network fees. They are answered whole; updates follow.',
  unsubscribe_fees: 'Ends the updates of the fees.',
  subscribe_trades: 'Asks for the trades of a pair. The latest are answered; each one after them follows.',
  unsubscribe_trades: 'Ends the updates of the trades of a pair.',
  subscribe_candles: 'Asks for the candles of a pair and frame. The newest are answered; changes follow.',
  unsubscribe_candles: 'Ends the updates of the candles of a pair and frame.',
  subscribe_markets: 'Asks for the figures of all markets. All are answered; those that change follow.',
  unsubscribe_markets: 'Ends the updates of the figures.',
  subscribe_account:
    'Asks for the open orders, newest fills and balances of the account of the session; changes follow. Without a ' +
    'session the answer is `auth_required`.',
  unsubscribe_account: 'Ends the updates of the account.',
  ping: 'Asks whether the other end is there: it answers with `pong`. A client sends one every 30 s.',
  pong: 'Answers a `ping` of the server.',
};

const BOOKS: Readonly<Record<string, string>> = {
  orderbook_snapshot: 'The whole book of a pair, as deep as it was asked for.',
  orderbook_update:
    'The whole book again. With `delta`, only the levels that it names change; a quantity of 0 removes one.',
};

const NUMBER: JsonObject = { type: 'integer' };
const rows = (call: string): JsonObject => ({
  type: 'array',
  description: `As ${call} answers them.`,
  items: {},
});
const PAIR: JsonObject = { pair_symbol: { type: 'string' } };

/** Streams by name: the fields of each frame, and those that carry the data. */
const STREAMS: readonly (readonly [name: string, fields: JsonObject])[] = [
  ['trades', { ...PAIR, trades: rows('`GET /order/trades/{pair}`') }],
  [
    'candles',
    {
      ...PAIR,
      frame: { type: 'string', enum: ['minute', 'hour', 'day'] },
      candles: rows('`POST /stats/chartx`'),
    },
  ],
  ['markets', { markets: { type: 'object', description: 'As `GET /api/markets` answers them.' } }],
  [
    'account',
    {
      user_id: { type: 'string' },
      orders: rows('`GET /order/orders`'),
      has_more_orders: { type: 'boolean', description: 'There are more open orders than these.' },
      closed_orders: {
        ...rows('`id` of `GET /order/orders`'),
        description: 'IDs of orders that are not open any more.',
      },
      fills: rows('`GET /order/orders/history/executions`'),
      balances: rows('`GET /user/balances`'),
    },
  ],
];

const streamMessages = (): Message[] =>
  STREAMS.flatMap(([name, fields]) => [
    message(
      `${name}_snapshot`,
      `The answer to \`subscribe_${name}\`.`,
      payloadOf(`${name}_snapshot`, { sequence: NUMBER, ...fields }),
    ),
    message(
      `${name}_update`,
      'What changed since the frame with `previous_sequence`; with `whole`, all of it.',
      payloadOf(`${name}_update`, {
        sequence: NUMBER,
        previous_sequence: NUMBER,
        whole: { type: 'boolean' },
        ...fields,
      }),
    ),
  ]);

const MAINTENANCE: JsonObject = {
  maintenance: {
    type: ['string', 'null'],
    description: 'Why the server takes no orders and no withdrawals now.',
    'x-capability': 'venueStatus',
  },
};

const PLAIN: readonly (readonly [type: string, summary: string, fields: JsonObject])[] = [
  ['welcome', 'The connection stands.', MAINTENANCE],
  ['success', 'The message was understood.', { action: { type: 'string' }, pair_symbol: { type: 'string' } }],
  ['ping', 'Asks whether the client is there: it answers with `pong`.', {}],
  ['pong', 'Answers a `ping` of the client.', {}],
  [
    'error',
    'The message was not carried out. `FEE_DATA_NOT_AVAILABLE` says that there are no fees yet.',
    { code: { type: 'string' }, message: { type: 'string' } },
  ],
  [
    'terms_changed',
    'What can be traded or moved has changed: pairs and coins are to be read again.',
    MAINTENANCE,
  ],
  ['auth_required', 'What was asked for needs a session, or the session ended.', {}],
];

/** AsyncAPI 3 describes the server: it receives what a client sends. */
export function asyncApiDocument(): JsonObject {
  const writer = createSchemaWriter();
  const received = clientFrame.def.options.map((option): Message => {
    const payload = writer.write(option);
    const { type } = payload.properties as { type: { const: string } };
    return { type: type.const, by: 'client', summary: SENT[type.const] ?? undescribed(type.const), payload };
  });
  const fee = withoutSymbol(writer.write(feeEntry));
  const sent = [
    ...Object.entries(BOOKS).map(([type, summary]) => message(type, summary, bookFields(type, writer))),
    ...[...REPLACING_FEES].map((type) => feesMessage(type, 'The fees of all coins.')),
    ...[...MERGING_FEES].map((type) => feesMessage(type, 'The fees of some coins; the others stay.')),
    ...streamMessages(),
    ...PLAIN.map(([type, summary, fields]) => message(type, summary, payloadOf(type, fields))),
  ];
  const messages = [...received, ...sent];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Spot exchange socket',
      version: CONTRACT_VERSION,
      description: INTRODUCTION,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      this: {
        host: '{host}',
        protocol: 'wss',
        description: 'The host of the API; `ws` where that is not reached by https.',
        variables: { host: { default: 'localhost', description: 'Host and port of the API' } },
      },
    },
    channels: {
      socket: {
        address: '/socket/ws',
        description: 'One connection for all subscriptions of a page.',
        messages: Object.fromEntries(
          messages.map((one) => [nameOf(one), { $ref: `#/components/messages/${nameOf(one)}` }]),
        ),
      },
    },
    operations: Object.fromEntries([
      ...received.map((one) => [nameOf(one), operation('receive', one, REPLIES[one.type] ?? [])] as const),
      ...sent.map((one) => [nameOf(one), operation('send', one, [])] as const),
    ]),
    components: {
      messages: Object.fromEntries(messages.map((one) => [nameOf(one), { name: one.type, ...rest(one) }])),
      schemas: { ...writer.components, NetworkFee: fee },
    },
    'x-capabilities': capabilityTexts,
  };
}

const INTRODUCTION = `The frames between a client and a spot exchange, each a JSON object.

\`type\` names what a frame is; \`event\` is accepted in its place in frames of the server. There the payload stands beside it or under \`data\`. A frame that cannot be read is dropped. After 45 s without any frame the client takes the connection for dead.

What is marked with \`x-capability\` is sent only by a server that names this capability in the configuration of its page.`;

interface Message {
  readonly type: string;
  readonly by: 'client' | 'server';
  readonly summary: string;
  readonly payload: JsonObject;
}

/** Both sides send pings and pongs, so the type alone is not unique. */
const nameOf = ({ type, by }: Message): string => `${by}_${type}`;
const rest = ({ summary, payload }: Message): JsonObject => ({ summary, payload });
const message = (type: string, summary: string, payload: JsonObject): Message => ({
  type,
  by: 'server',
  summary,
  payload,
});

function undescribed(type: string): never {
  throw new Error(`the frame ${type} is not described`);
}

const REPLIES: Readonly<Record<string, readonly string[]>> = {
  subscribe_orderbook: ['server_orderbook_snapshot', 'server_error'],
  subscribe_fees: ['server_fees_snapshot', 'server_error'],
  subscribe_trades: ['server_trades_snapshot', 'server_error'],
  subscribe_candles: ['server_candles_snapshot', 'server_error'],
  subscribe_markets: ['server_markets_snapshot', 'server_error'],
  subscribe_account: ['server_account_snapshot', 'server_auth_required'],
  ping: ['server_pong'],
};

const refOf = (name: string): JsonObject => ({ $ref: `#/channels/socket/messages/${name}` });

function operation(action: 'send' | 'receive', one: Message, replies: readonly string[]): JsonObject {
  const channel = { $ref: '#/channels/socket' };
  return {
    action,
    channel,
    summary: one.summary,
    messages: [refOf(nameOf(one))],
    ...(replies.length === 0 ? {} : { reply: { channel, messages: replies.map(refOf) } }),
  };
}

const payloadOf = (type: string, fields: JsonObject): JsonObject => ({
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string', const: type }, ...fields },
});

function bookFields(type: string, writer: SchemaWriter): JsonObject {
  const { properties, required, ...schema } = writer.write(bookPayload);
  let payload: JsonObject = {
    ...schema,
    required: ['type', ...(required as string[])],
    properties: { type: { type: 'string', const: type }, ...(properties as JsonObject) },
  };
  for (const field of ['sequence', 'previous_sequence', 'delta']) {
    payload = withCapability(payload, field, 'bookSequence');
  }
  return payload;
}

const feesMessage = (type: string, summary: string): Message =>
  message(
    type,
    `${summary} The map may also stand bare, or under \`data\`.`,
    payloadOf(type, {
      fees: {
        type: 'object',
        description: 'By the ticker of the coin.',
        additionalProperties: { $ref: '#/components/schemas/NetworkFee' },
      },
    }),
  );

/** The symbol is the key of the map. */
function withoutSymbol(schema: JsonObject): JsonObject {
  const { symbol: _symbol, ...properties } = schema.properties as JsonObject;
  const required = (schema.required as string[]).filter((name) => name !== 'symbol');
  const { required: _required, ...other } = schema;
  return { ...other, properties, ...(required.length === 0 ? {} : { required }) };
}
