import type { OfferedCapabilities } from '../capabilities.ts';
import type { CallName } from '../index.ts';
import type { JsonObject } from './schemas.ts';

type Capability = keyof OfferedCapabilities;

export const CALL_CAPABILITIES: Partial<Readonly<Record<CallName, Capability>>> = {
  btcPrice: 'btcUsd',
  status: 'venueStatus',
  amendOrder: 'amend',
  cancelWithdrawal: 'withdrawalCancel',
  passkeyLoginOptions: 'passkeys',
  passkeyLogin: 'passkeys',
  passkeys: 'passkeys',
  passkeyOptions: 'passkeys',
  addPasskey: 'passkeys',
  renamePasskey: 'passkeys',
  removePasskey: 'passkeys',
  confirmPasskeyOptions: 'passkeys',
  confirmPasskey: 'passkeys',
  apiKeys: 'apiKeys',
  createApiKey: 'apiKeys',
  confirmApiKey: 'apiKeys',
  revokeApiKey: 'apiKeys',
  freshDepositAddress: 'freshAddress',
  accountRemains: 'accountDeletion',
  deleteAccount: 'accountDeletion',
  recoveryCodes: 'recoveryCodes',
  newRecoveryCodes: 'recoveryCodes',
  askTwoFactorReset: 'twoFactorReset',
  stopTwoFactorReset: 'twoFactorReset',
  makeRecoveryKey: 'recovery',
  recoverPassword: 'recovery',
  sessions: 'sessionList',
  endSession: 'sessionList',
  endOtherSessions: 'sessionList',
  nameSession: 'sessionList',
  solvencyStatements: 'solvency',
  solvencyProof: 'solvency',
  addressBook: 'addressBook',
  switchAddressBook: 'addressBook',
  addBookAddress: 'addressBook',
  removeBookAddress: 'addressBook',
};

/** Fields that only a server with the capability sends, by schema. */
const FIELD_CAPABILITIES: readonly (readonly [schema: string, field: string, capability: Capability])[] = [
  ['OrderBook', 'sequence', 'bookSequence'],
  ['Order', 'time_in_force', 'timeInForce'],
  ['Order', 'post_only', 'postOnly'],
  ['Order', 'stop_price', 'orderTypes'],
  ['Order', 'trail_percent', 'orderTypes'],
  ['Order', 'display_quantity', 'orderTypes'],
  ['Order', 'oco_stop_price', 'orderTypes'],
  ['Order', 'oco_limit_price', 'orderTypes'],
  ['Coin', 'confirmations', 'requiredConfirmations'],
  ['User', 'has_passkeys', 'passkeys'],
  ['Login', 'has_passkeys', 'passkeys'],
  ['User', 'two_factor_reset_at', 'twoFactorReset'],
  ['Login', 'two_factor_reset_at', 'twoFactorReset'],
  ['Login', 'two_factor_reset', 'twoFactorReset'],
  ['User', 'recovery_key_at', 'recovery'],
  ['User', 'recovery_key_mark', 'recovery'],
  ['Login', 'recovery_key_at', 'recovery'],
  ['Login', 'recovery_key_mark', 'recovery'],
  ['Withdrawal', 'awaits_release', 'withdrawalHolds'],
  ['Withdrawal', 'refused_reason', 'withdrawalHolds'],
  ['WithdrawalReceipt', 'awaits_release', 'withdrawalHolds'],
];

/** @throws Error where there is no such field. */
export function withCapability(schema: JsonObject, field: string, capability: Capability): JsonObject {
  const properties = (schema.properties ?? {}) as JsonObject;
  const found = properties[field];
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new Error(`there is no field ${field}`);
  return {
    ...schema,
    properties: { ...properties, [field]: { ...(found as JsonObject), 'x-capability': capability } },
  };
}

export function markFields(schemas: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  const marked = { ...schemas };
  for (const [name, field, capability] of FIELD_CAPABILITIES) {
    marked[name] = withCapability(marked[name] ?? {}, field, capability);
  }
  return marked;
}

export const capabilityTexts: Readonly<Record<Capability, string>> = {
  sandbox: 'The server is a sandbox: no coin is real, and the page says so.',
  idempotencyKeys:
    'A write with `Idempotency-Key` is carried out once, however often it is sent with that key.',
  accountHeader: 'A request with `X-Account-Id` of another account than the session is refused.',
  btcUsd: 'The price of BTC in USD can be read.',
  venueStatus:
    'The state of the venue can be read: in maintenance it takes no order and no withdrawal, and `MAINTENANCE` says so. `welcome` of the socket says why, and `terms_changed` follows when that, a pair or a coin has changed.',
  bookSequence: 'Order books are numbered without gaps, and updates may change single prices.',
  requiredConfirmations: 'Coins and deposits say how many confirmations are needed.',
  feeQuotes:
    'A new withdrawal may carry `fee`: one that was published within the last ten minutes is charged as it is, and any other is refused with `FEE_CHANGED`.',
  withdrawalCancel: 'A GRIN withdrawal that nobody has signed can be cancelled, and its coins come back.',
  grinNetwork: 'The network of GRIN, `main` or `test`, whose addresses and slatepacks are taken.',
  longestMessage:
    'How many characters (UTF-16 units) a message to the support may have. Absent: no limit is known.',
  securityPause:
    'A change of password, and switching two-factor off, end all other sessions and stop withdrawals for 24 hours.',
  reauthentication:
    'Where an account has two-factor, a withdrawal, the reply that finalizes one of GRIN, a new refund address, and an order that could trade more than 5 % away from the median of the last hour carry `two_factor_code`. Without it they are refused with 403 and `TWO_FACTOR_REQUIRED`, with a wrong one `TWO_FACTOR_INVALID`, with one that was used `TWO_FACTOR_USED`. Turning two-factor on or off carries `password`, and is refused with 403 and `WRONG_PASSWORD` without the right one.',
  liveTrades: 'The socket takes `subscribe_trades`: the latest trades of a pair, and each one after them.',
  liveCandles:
    'The socket takes `subscribe_candles`: the newest candles of a pair and frame, and each change of them.',
  liveMarkets: 'The socket takes `subscribe_markets`: the figures of all markets, and each change of them.',
  liveAccount:
    'The socket takes `subscribe_account`: the open orders, newest fills and balances of the account of its session, and each change of them. Without a session it answers `auth_required`, and so it does when the session ends.',
  addressBook:
    'The user can keep a book of addresses. While it is on, a withdrawal to any other address is refused with `NOT_IN_ADDRESS_BOOK`, and for 24 hours after it was added with `ADDRESS_WAITS`; a coin without addresses is refused with `ADDRESS_BOOK_ONLY`. Switching it off takes 24 hours.',
  withdrawalHolds:
    'A withdrawal above a daily ceiling is taken, its coins are held, and `awaits_release` says that it waits for its release by the exchange. While it waits it can be cancelled, and its coins come back. `refused_reason` says why the exchange has refused one.',
  dataPolicy: 'What the data policy and the privacy policy name is kept as they say, and nothing else is.',
  quietRegistration:
    'Registering an email that has an account is answered like any other, and changes nothing of the account.',
  usernameAccounts:
    'An account can be made without `email`; its `username` then has only letters a to z, digits, dots, hyphens and underscores. It signs in, and is recovered, with its username as `email`. The `email` of its user is empty.',
  passkeys:
    'Users may sign in with passkeys (WebAuthn), each verified by its device. Where a passkey is the only second factor of an account, its password alone is refused with 400 and `PASSKEY_REQUIRED`. A passkey that confirms answers a code, which stands in for one of an app. An account whose only second factor is a passkey (`has_passkeys`) needs one wherever a code is needed: without it, it is refused with `PASSKEY_REQUIRED`, and with one that was used or is older than two minutes with `PASSKEY_CODE_EXPIRED`. Turning two-factor on in such an account stops withdrawals for 24 hours.',
  apiKeys:
    'A user makes keys for programs. A request that a key signs needs no session: see the security schemes. Calls with `x-permission` take one. The socket takes the same headers with its handshake (`GET` of its path), and a key with `read` then opens `subscribe_account`.',
  proofOfWork:
    'Where the attempts to sign in or to register are used up, the refusal (429) carries `proof_of_work`, a `challenge` and its `difficulty`. The same body with `proof_of_work` as `challenge` and `solution` is then admitted once, within two minutes. The solution is a whole number in decimal digits for which SHA-256 of the 32 bytes of SHA-256 of the challenge, followed by the number in 8 bytes, the highest first, begins with `difficulty` zero bits.',
  freshAddress:
    'Another deposit address of a coin can be made. The list of addresses begins with the newest of each coin, and all stay valid.',
  accountDeletion:
    'An account can be deleted. Email, username, password, second factor, sessions, refund addresses and tickets are erased; orders, trades and transfers stay under a number. Coins that arrive later stay with that number.',
  sessionList: 'The sessions of the account can be listed, named and ended.',
  recoveryCodes:
    'Turning two-factor on answers ten `recovery_codes`. Each works once in place of a code at sign-in, which then answers `recovery_codes_left` and ends all other sessions, and for turning two-factor off.',
  twoFactorReset:
    'Who has lost the second factor asks for its reset with the password. `two_factor_reset_at` tells every session when it can be used, and any of them stops it; a sign-in with the second factor or a new password does, too. From seven days on, for seven days, a sign-in without a code takes off two-factor, recovery codes and passkeys, ends all other sessions, stops withdrawals for 24 hours, and answers `two_factor_reset` as `done`. One that stopped a reset answers `stopped`.',
  recovery:
    'A recovery key of 32 random bytes, made where the user is, sets a new password when the old one is forgotten. `recovery_key_at` tells every session when it was made, and `recovery_key_mark` the first eight hexadecimal digits of its hash. It is known here by its SHA-256, works once, and stands in for the password alone: an account with two-factor needs a code with it, and one with a passkey alone a code for that, in a session of the account.',
  orderTypes:
    'Kinds of orders besides limit orders. `market`: a market order may carry `price`, the worst price that it may trade at. It fills at that price or a better one, and its rest is cancelled. `marketQuantity`: a market buy may name its `quantity` in place of its `cost`; what it costs is taken from the free balance as it trades. `stop`: both calls that place an order take `stop_price`. The order then waits (`WAITING`) with all that it may need reserved, until a trade of the pair is at that price or beyond: at or above it for a buy, at or below it for a sell. It is `TRIGGERED` and matched next; what a new order would be refused for cancels it. Outside the price band, and in a pause, it is tried again. A stop market order to buy needs `cost`. The state `OPENED` in a query asks for `WAITING` and `TRIGGERED`, too. `iceberg`: a GTC limit order that does not wait may carry `display_quantity`, what the book shows of it at most: less than the quantity that it is placed with and at least a hundredth of it. Once that part is filled the next one is shown, behind the other orders at its price. All of the order is reserved and can be traded with; what one order takes of it is one trade. An amendment leaves `display_quantity` as it is, which must be at least a hundredth of the new quantity, too, and may be all of it; a smaller quantity comes off the hidden part first. `oco`: a GTC limit order may carry `oco_stop_price`, a stop price on the other side of the last price, and `oco_limit_price`, up to which the stop leg may trade. It is in the book as a limit order that would not trade at once, and has all that its dearer leg needs reserved. A trade at `oco_stop_price` or beyond takes what is left of it out of the book, as `TRIGGERED`; it is then matched like a stop order, up to `oco_limit_price` or, in a sale without one, at any price, however little is left. From then on `stop_price` names its stop, and `price` the limit of that leg. A buy needs `oco_limit_price`. It is neither post-only nor an iceberg nor a stop order, and is not amended while both legs wait. `trailing_stop`: a market order may carry `trail_percent`, 0.1 to 50 in steps of 0.1, in place of `stop_price`. Its stop follows the best last price since it was accepted, the one at that time included: that many percent below the highest for a sell, above the lowest for a buy, rounded to the price step away from the last price. It is triggered, and matched, as a stop market order is; a buy needs `cost`. While it waits, `stop_price` is where it would be triggered now, which every trade may move without a message; from then on it is where it was triggered, and one that is cancelled before has none. It needs a last price, and is not amended.',
  timeInForce:
    'A limit order may carry `time_in_force`: `GTC` (the rest stays open, as without it), `IOC` (the rest is cancelled at once) or `FOK` (it is filled whole, or nothing of it is). An answer CANCELED with `executed_at` was filled in part.',
  postOnly:
    'A limit order may carry `post_only`. Where it would trade at once it is refused with 409 and `POST_ONLY_WOULD_TRADE`.',
  amend:
    'The price and the quantity of an open order can be changed. It keeps its ID, and its place among the orders at its price where only the quantity falls. A stop order that waits can be amended like any other, and so can its stop price (`stop_price`). What it may need is reserved anew: more is taken from the free balance, or what is left over comes back. One that spends a cost keeps it. Once a trade has reached it, a new stop price is refused: with `STOP_TRIGGERED` before it is matched, and with `STOP_IN_BOOK` where it is an open limit order now.',
  orderHistory:
    '`GET /order/orders` without `state` lists all orders of the user, filled and cancelled ones as well.',
  orderCost:
    'An order says what it has cost: `average_price` and `cost` (in the quote coin, without the fee), `fee_amount` and `fee_currency`, null before the first trade; the answers to a change and to a cancellation leave the fee out. `GET /order/orders/{id}` reads one. A trade of the user names its `order_id`.',
  refunds:
    'A deposit that is not credited says under `return` what becomes of its coins: `waiting` (until it is deep enough, and the user has set a refund address: `address` is null where one is missing), `sent`, `done`, or `too_small` to be returned less the fee of the network, and then kept apart. Amount and fee of a withdrawal that says FAILED, or that its user cancelled, are in the free balance again. GRIN is never returned: what cannot be credited is refused before anybody signs.',
  solvency:
    'Every hour a tree of all that is owed is made, and its statement published: for each coin the root, what is owed and what the chain holds. A user asks for the own leaves and checks them alone.',
};
