import type { AddressFault } from '../../src/domain/address/faults.ts';
import type { ClosedReason } from '../chains/port.ts';
import { MAINTENANCE } from '../core/refusals.ts';
import type { StopReason } from '../ledger/watch.ts';
import type { Refusal } from '../exchange.ts';

const refusal = (status: Refusal['status'], code: string, message: string): Refusal => ({
  ok: false,
  status,
  code,
  message,
});

const WHY_CLOSED: Readonly<Record<ClosedReason, string>> = {
  down: 'our connection to its network is interrupted',
  syncing: 'our node is still catching up with its network',
  'wrong-network': 'our node does not agree with what it told before',
  'wrong-key': 'our wallet for it has to be checked first',
};

const whyClosed = (reason: ClosedReason): string =>
  `${WHY_CLOSED[reason]}. They open again ${reason === 'wrong-key' ? 'after that' : 'by themselves'}`;

export const refuse = {
  coinNotFound: () => refusal(404, 'COIN_NOT_FOUND', 'Unknown coin.'),
  /** @param closed why the coin was closed automatically. */
  depositsDisabled: (coin: string, closed: ClosedReason | null) =>
    refusal(
      409,
      'DEPOSITS_DISABLED',
      closed === null
        ? `${coin} deposits are currently disabled. Please try again later.`
        : `${coin} deposits are closed for now, because ${whyClosed(closed)}. What was sent already is credited then.`,
    ),
  noDepositAddress: (coin: string) =>
    refusal(409, 'NO_DEPOSIT_ADDRESS', `${coin} deposits do not use an address. Send a slatepack instead.`),
  /** @param next when another one may be made. */
  tooManyAddresses: (coin: string, most: number, next: Date, now: Date): Refusal => {
    const wait = next.getTime() - now.getTime();
    return {
      ...refusal(
        429,
        'TOO_MANY_ADDRESSES',
        `You have made ${most} ${coin} addresses within 24 hours. The next one can be made in ${remaining(wait)}; all of yours stay valid.`,
      ),
      retryAfter: Math.max(1, Math.ceil(wait / 1000)),
    };
  },
  maintenance: () => refusal(409, MAINTENANCE.code, MAINTENANCE.message),
  withdrawalsDisabled: (coin: string, closed: ClosedReason | null) =>
    refusal(
      409,
      'WITHDRAWALS_DISABLED',
      closed === null
        ? `${coin} withdrawals are currently disabled. Please try again later.`
        : `${coin} withdrawals are closed for now, because ${whyClosed(closed)}.`,
    ),
  withdrawalsStopped: (why: StopReason) =>
    refusal(
      409,
      'WITHDRAWALS_STOPPED',
      why === 'wrong'
        ? 'All withdrawals are suspended because an audit of our ledger found a discrepancy. They resume once it is resolved.'
        : 'All withdrawals are suspended because our ledger could not be checked. They resume after its next audit.',
    ),
  refundAddressRequired: (coin: string) =>
    refusal(409, 'REFUND_ADDRESS_REQUIRED', `Set a refund address for ${coin} first.`),
  invalidAmount: () => refusal(422, 'INVALID_AMOUNT', 'The amount must be a decimal number above 0.'),
  tooPrecise: (coin: string, digits: number) =>
    refusal(422, 'AMOUNT_TOO_PRECISE', `${coin} amounts have at most ${digits} decimals.`),
  tooLarge: () => refusal(422, 'AMOUNT_TOO_LARGE', 'This amount is too large.'),
  belowMinimum: (minimum: string, coin: string) =>
    refusal(422, 'BELOW_MINIMUM_WITHDRAWAL', `The minimum withdrawal is ${minimum} ${coin}.`),
  addressRequired: (coin: string) =>
    refusal(422, 'ADDRESS_REQUIRED', `Enter the ${coin} address to send the coins to.`),
  addressNotUsed: (coin: string) =>
    refusal(422, 'ADDRESS_NOT_USED', `${coin} withdrawals do not use an address. Leave the address empty.`),
  invalidAddress: (coin: string, fault: AddressFault) =>
    refusal(422, 'INVALID_ADDRESS', `This is not a valid ${coin} address. ${adviceOn(fault)}`),
  feeUnavailable: (coin: string) =>
    refusal(409, 'FEE_UNAVAILABLE', `Fee data unavailable for ${coin}. Please try again in a moment.`),
  feeChanged: (fee: string, coin: string) =>
    refusal(409, 'FEE_CHANGED', `The network fee has changed to ${fee} ${coin}. Please confirm again.`),
  insufficientBalance: (coin: string, needed: string, available: string) =>
    refusal(
      422,
      'INSUFFICIENT_BALANCE',
      `Insufficient balance: amount and fee come to ${needed} ${coin}, but only ${available} ${coin} is available.`,
    ),
  /** @param owed amounts with their coins. */
  depositUndone: (owed: readonly string[]) =>
    refusal(
      403,
      'DEPOSIT_UNDONE',
      `The blockchain has reversed a deposit that you have already used. Withdrawals are blocked until you have deposited another ${owed.join(' and ')}, or it is confirmed again.`,
    ),
  /** The parts that the client joins (WITHDRAW-09). */
  cooldown: (until: Date, reason: string | null, now: Date): Refusal => {
    const message = 'Withdrawals are temporarily blocked to protect your account.';
    return {
      ...refusal(403, 'SECURITY_COOLDOWN', message),
      parts: {
        message,
        ...(reason === null ? {} : { reason }),
        time_remaining: remaining(until.getTime() - now.getTime()),
        cooldown_until: until.toISOString(),
      },
    };
  },
  keyReused: () =>
    refusal(
      422,
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was already used for another request. Use a new key for a new withdrawal.',
    ),
  notInBook: (coin: string) =>
    refusal(
      403,
      'NOT_IN_ADDRESS_BOOK',
      `This ${coin} address is not in your address book, and you can withdraw only to addresses in it. Add it first: 24 hours later you can withdraw to it.`,
    ),
  bookWaits: (until: Date, now: Date) =>
    refusal(
      403,
      'ADDRESS_WAITS',
      `This address is new in your address book. You can withdraw to it in ${remaining(until.getTime() - now.getTime())}, from ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC on.`,
    ),
  bookBlocks: (coin: string) =>
    refusal(
      403,
      'ADDRESS_BOOK_ONLY',
      `You can withdraw only to addresses in your address book, and ${coin} has no addresses. Switch the address book off first: 24 hours later you can withdraw ${coin}.`,
    ),
  inBookAlready: (coin: string) =>
    refusal(409, 'ADDRESS_IN_BOOK', `This ${coin} address is in your address book already.`),
  bookFull: (most: number) =>
    refusal(409, 'ADDRESS_BOOK_FULL', `An address book holds ${most} addresses. Remove one first.`),
  bookAddressNotFound: () =>
    refusal(404, 'BOOK_ADDRESS_NOT_FOUND', 'This address is not in your address book.'),
  aboveCeiling: (coin: string) =>
    refusal(
      409,
      'ABOVE_DAILY_CEILING',
      `This is more ${coin} than can be withdrawn in 24 hours without our review, and a ${coin} withdrawal cannot wait for one. Withdraw less, or contact support.`,
    ),
  notCancellable: () =>
    refusal(
      409,
      'NOT_CANCELLABLE',
      'This withdrawal cannot be cancelled any more. See the withdrawal history.',
    ),
  notHeld: () => refusal(409, 'NOT_HELD', 'This withdrawal is not under review.'),
  approvedAlready: (operator: string) =>
    refusal(
      409,
      'APPROVED_ALREADY',
      `${operator} has approved this withdrawal already. Another operator has to.`,
    ),
  withdrawalNotFound: () => refusal(404, 'WITHDRAWAL_NOT_FOUND', 'Withdrawal not found.'),
  depositNotFound: () => refusal(404, 'DEPOSIT_NOT_FOUND', 'Deposit not found.'),
  refundAddressNotFound: (coin: string) =>
    refusal(404, 'REFUND_ADDRESS_NOT_FOUND', `You have no refund address for ${coin}.`),
};

/** `23h 59m`, or `4m 30s` in the last hour; rounded up. */
function remaining(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds >= 3600) {
    const minutes = Math.ceil(seconds / 60);
    return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
  }
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

const AGAIN = 'Copy it again from your wallet.';
const DAMAGED = `A character is missing or wrong. ${AGAIN}`;
const SECRET = 'It looks like a key. Never paste a private key anywhere.';

const ADVICE: Readonly<Record<AddressFault['code'], string>> = {
  EMPTY: 'It is empty.',
  PRIVATE_KEY: SECRET,
  KEY_OR_HASH: SECRET,
  TOKEN_URI: 'Copy the plain address, not the link.',
  SLATEPACK_MESSAGE: 'It is a slatepack message, not an address.',
  TRON_ADDRESS: 'It is a Tron address, but we send on Ethereum.',
  NOT_C_CHAIN: 'Use your C-Chain address, which begins with 0x.',
  OTHER_COIN: 'It is an address of another coin.',
  WRONG_NETWORK: 'It is an address of another network.',
  PREFIX_MISSING: 'Its prefix is missing.',
  UNKNOWN_KIND: AGAIN,
  CHARACTERS: DAMAGED,
  MIXED_CASE: DAMAGED,
  LENGTH: DAMAGED,
  CHECKSUM: DAMAGED,
  ZERO_ADDRESS: 'Coins sent to it are lost.',
  TOKEN_CONTRACT: 'It is the contract of a token. Coins sent to it are lost.',
  TOO_SHORT: AGAIN,
};

function adviceOn(fault: AddressFault): string {
  if (fault.code === 'OTHER_COIN') return `It is an address of ${fault.coin}.`;
  if (fault.code === 'PREFIX_MISSING') return `Did you mean ${fault.suggestion}?`;
  return ADVICE[fault.code];
}
