import type { AddressFault } from '../../src/domain/address/faults.ts';
import type { Refusal } from '../exchange.ts';

const refusal = (status: Refusal['status'], code: string, message: string): Refusal => ({
  ok: false,
  status,
  code,
  message,
});

/** Every refusal of coins in and out: a stable code, and a text that says what to do. */
export const refuse = {
  coinNotFound: () => refusal(404, 'COIN_NOT_FOUND', 'There is no such coin.'),
  depositsDisabled: (coin: string) =>
    refusal(
      409,
      'DEPOSITS_DISABLED',
      `Deposits of ${coin} are switched off for now. Please try again later.`,
    ),
  noDepositAddress: (coin: string) =>
    refusal(409, 'NO_DEPOSIT_ADDRESS', `${coin} is not deposited to an address. Send us a slatepack.`),
  withdrawalsDisabled: (coin: string) =>
    refusal(
      409,
      'WITHDRAWALS_DISABLED',
      `Withdrawals of ${coin} are switched off for now. Please try again later.`,
    ),
  /** An audit found the books wrong (`ledger/watch.ts`). */
  withdrawalsStopped: () =>
    refusal(
      409,
      'WITHDRAWALS_STOPPED',
      'All withdrawals are stopped: a check of our books found that they do not balance. They open again once that is cleared up.',
    ),
  refundAddressRequired: (coin: string) =>
    refusal(409, 'REFUND_ADDRESS_REQUIRED', `Set a refund address for ${coin} first.`),
  invalidAmount: () => refusal(422, 'INVALID_AMOUNT', 'The amount must be a decimal number above 0.'),
  tooPrecise: (coin: string, digits: number) =>
    refusal(422, 'AMOUNT_TOO_PRECISE', `An amount of ${coin} has at most ${digits} decimals.`),
  tooLarge: () => refusal(422, 'AMOUNT_TOO_LARGE', 'This amount is larger than the exchange can count.'),
  belowMinimum: (minimum: string, coin: string) =>
    refusal(422, 'BELOW_MINIMUM_WITHDRAWAL', `The smallest withdrawal is ${minimum} ${coin}.`),
  addressRequired: (coin: string) =>
    refusal(422, 'ADDRESS_REQUIRED', `Give the ${coin} address to send the coins to.`),
  addressNotUsed: (coin: string) =>
    refusal(422, 'ADDRESS_NOT_USED', `${coin} is not sent to an address. Leave the address empty.`),
  invalidAddress: (coin: string, fault: AddressFault) =>
    refusal(
      422,
      'INVALID_ADDRESS',
      `This is not a ${coin} address that coins can be sent to. ${adviceOn(fault)}`,
    ),
  feeUnavailable: (coin: string) =>
    refusal(409, 'FEE_UNAVAILABLE', `Fee data unavailable for ${coin}. Please try again in a moment.`),
  feeChanged: (fee: string, coin: string) =>
    refusal(
      409,
      'FEE_CHANGED',
      `The network fee has changed and is ${fee} ${coin} now. Please confirm again.`,
    ),
  insufficientBalance: (coin: string, needed: string, available: string) =>
    refusal(
      422,
      'INSUFFICIENT_BALANCE',
      `Not enough ${coin}: amount and fee are ${needed} ${coin} and ${available} ${coin} are available.`,
    ),
  depositUndone: () =>
    refusal(
      403,
      'DEPOSIT_UNDONE',
      'Its chain has undone a deposit that you have used. Withdrawals wait until it is confirmed again; please write to support.',
    ),
  /** The parts that the specification joins (spec 2 §8). */
  cooldown: (until: Date, reason: string | null, now: Date): Refusal => {
    const message = 'Withdrawals are blocked for now, to protect your account.';
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
      'This Idempotency-Key was used for something else. Use a new key for a new withdrawal.',
    ),
  withdrawalNotFound: () => refusal(404, 'WITHDRAWAL_NOT_FOUND', 'You have no such withdrawal.'),
  depositNotFound: () => refusal(404, 'DEPOSIT_NOT_FOUND', 'You have no such deposit.'),
  refundAddressNotFound: (coin: string) =>
    refusal(404, 'REFUND_ADDRESS_NOT_FOUND', `You have set no refund address for ${coin}.`),
};

/** `23h 59m`, or `4m 30s` in the last hour; rounded up, so that it is never over before it is. */
function remaining(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds >= 3600) {
    const minutes = Math.ceil(seconds / 60);
    return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
  }
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

const AGAIN = 'Copy it again from your wallet.';
const DAMAGED = `A letter of it is missing or wrong. ${AGAIN}`;
const SECRET = 'It looks like a key. Never paste a private key anywhere.';

const ADVICE: Readonly<Record<AddressFault['code'], string>> = {
  EMPTY: 'It is empty.',
  PRIVATE_KEY: SECRET,
  KEY_OR_HASH: SECRET,
  TOKEN_URI: 'Copy the plain address, not the link.',
  SLATEPACK_MESSAGE: 'It is a slatepack message.',
  TRON_ADDRESS: 'It is a Tron address; we pay on Ethereum.',
  NOT_C_CHAIN: 'Use your C-Chain address, which begins with 0x.',
  OTHER_COIN: 'It is an address of another coin.',
  WRONG_NETWORK: 'It is an address of another network.',
  PREFIX_MISSING: 'Its prefix is missing.',
  UNKNOWN_KIND: AGAIN,
  CHARACTERS: DAMAGED,
  MIXED_CASE: DAMAGED,
  LENGTH: DAMAGED,
  CHECKSUM: DAMAGED,
  ZERO_ADDRESS: 'What is sent to it is lost.',
  TOKEN_CONTRACT: 'It is the contract of a token: what is sent to it is lost.',
  TOO_SHORT: AGAIN,
};

/** What to do about it. */
function adviceOn(fault: AddressFault): string {
  if (fault.code === 'OTHER_COIN') return `It is an address of ${fault.coin}.`;
  if (fault.code === 'PREFIX_MISSING') return `Did you mean ${fault.suggestion}?`;
  return ADVICE[fault.code];
}
