import type { SlatepackFault, VenueCode } from '../../src/domain/slatepack/faults.ts';
import type { Refusal } from '../exchange.ts';
import type { PackFault } from './pack.ts';

const refusal = (status: Refusal['status'], code: string, message: string): Refusal => ({
  ok: false,
  status,
  code,
  message,
});

export const refuseGrin = {
  encryptedOther: (address: string) =>
    refusal(
      422,
      'ENCRYPTED_OTHER' satisfies VenueCode,
      `This message is encrypted for another address. Create it again for ${address} or without an address.`,
    ),
  proofOther: (address: string) =>
    refusal(
      422,
      'PROOF_OTHER' satisfies VenueCode,
      `This message requests a payment proof from another address. Create it again for ${address} or without an address.`,
    ),
  ttlExpired: () =>
    refusal(
      409,
      'TTL_EXPIRED' satisfies VenueCode,
      'This slatepack has expired. Nothing was sent. Cancel it in your wallet and start over.',
    ),
  windowClosed: () =>
    refusal(
      409,
      'WINDOW_CLOSED' satisfies VenueCode,
      'The time to finalize has passed. Nothing was sent. Cancel it in your wallet and start over.',
    ),
  alreadyReceived: () =>
    refusal(
      409,
      'ALREADY_RECEIVED' satisfies VenueCode,
      'This slatepack was already used. Create a new payment with "send".',
    ),
  alreadyFinalized: () =>
    refusal(
      409,
      'ALREADY_FINALIZED' satisfies VenueCode,
      'This withdrawal was finalized with another reply. Check the withdrawal history.',
    ),
  badSignature: () =>
    refusal(
      422,
      'BAD_SIGNATURE' satisfies VenueCode,
      'The reply does not match our message. Use "receive" on the message above with an up-to-date wallet.',
    ),
  badRangeProof: () =>
    refusal(
      422,
      'BAD_RANGE_PROOF' satisfies VenueCode,
      'The reply does not prove that its amount is valid, so no node would accept it. Update your wallet and use "receive" on the message above again.',
    ),
  feeTooLow: () =>
    refusal(
      422,
      'FEE_TOO_LOW' satisfies VenueCode,
      'The network fee is too low to be relayed (the minimum is 0.0125 GRIN). Update your wallet and create it again.',
    ),
  tooLarge: () => refusal(422, 'AMOUNT_TOO_LARGE', 'This amount is too large.'),
  tooManyOpen: (most: number) =>
    refusal(
      409,
      'TOO_MANY_OPEN',
      `You have ${most} payments that are not finalized. Finalize one in your wallet, or wait until they expire.`,
    ),
  walletEmpty: () => refusal(409, 'SANDBOX_EMPTY', 'The sandbox has no GRIN left.'),
  walletLow: () =>
    refusal(
      409,
      'WALLET_LOW',
      'GRIN withdrawals of this amount have to wait, because the coins that pay them are not confirmed yet. Please try again in half an hour, or with a smaller amount.',
    ),
  coinsGone: () =>
    refusal(
      409,
      'COINS_GONE',
      'The coins that we prepared for this withdrawal can no longer be spent. Cancel it in your wallet and here, and start over.',
    ),
  outputExists: () =>
    refusal(
      422,
      'OUTPUT_EXISTS',
      'The reply uses an output that is on the chain already. Use "receive" on the message above again.',
    ),
  tooManyOutputs: () =>
    refusal(
      422,
      'TOO_MANY_OUTPUTS',
      'The reply has more than one output, which our fee does not pay for. Use "receive" on the message above without splitting it.',
    ),
  fault: (fault: PackFault, address: string): Refusal =>
    fault.code === 'ENCRYPTED_OTHER'
      ? refuseGrin.encryptedOther(address)
      : refusal(422, fault.code, messageOf(fault)),
};

const UNREADABLE =
  'This slatepack was made by an unsupported wallet version. Update your wallet and create it again.';

const words: { readonly [F in SlatepackFault as F['code']]: (fault: F) => string } = {
  EMPTY: () => 'Slatepack message is required',
  TOO_LARGE: () =>
    'This text is too long for a slatepack. Copy only the part from BEGINSLATEPACK to ENDSLATEPACK.',
  ADDRESS_NOT_MESSAGE: () =>
    'This is a slatepack address. Paste the slatepack message from your wallet instead (it starts with BEGINSLATEPACK).',
  JSON_SLATE: () => 'This is a slate in JSON format. Export it as a slatepack (grin-wallet 4.0 or later).',
  HASH_NOT_MESSAGE: () => 'This is a hash or kernel, not a slatepack message.',
  NO_SLATEPACK: () => 'No slatepack found. It starts with BEGINSLATEPACK and ends with ENDSLATEPACK.',
  TRUNCATED_START: () => 'The beginning is missing. Copy the whole message, starting with BEGINSLATEPACK.',
  TRUNCATED_END: () =>
    'The end is missing. Copy the whole message, including ENDSLATEPACK and the period after it.',
  SEVERAL: () => 'There are two slatepacks in this text. Send only the latest one.',
  CASE_CHANGED: () => 'Upper and lower case letters were changed. Copy the message again from your wallet.',
  BAD_CHAR: ({ position }) =>
    `The character at position ${position} is not allowed in a slatepack. Copy the message again from your wallet.`,
  CHECKSUM: () =>
    'The message is damaged: characters are missing or changed. Copy it again from your wallet.',
  VERSION: () => UNREADABLE,
  MODE: () => UNREADABLE,
  SLATE_VERSION: () => UNREADABLE,
  LAYOUT: () => UNREADABLE,
  WRONG_STAGE_REPLY: () =>
    'This is a reply, not a payment. If you got it here, finalize it in your wallet. To deposit, create a new payment with "send" and paste that message.',
  WRONG_STAGE_OWN: () => 'This is the signed slatepack that we gave you. Finalize it in your wallet.',
  WRONG_STAGE_FINAL: () => 'This transaction is already complete, and your wallet has posted it.',
  WRONG_STAGE_SAME: () =>
    'This is the message we gave you. Paste it into your wallet with "receive", then send its reply.',
  WRONG_STAGE_PAYMENT: () =>
    "This is a payment that you started. Send your wallet's reply to our message instead.",
  WRONG_STAGE_NONE: () =>
    'Please paste a valid slatepack message: this one does not say which step it belongs to.',
  INVOICE: () => 'Invoices are not supported. Use "send" to deposit, or "receive" to withdraw.',
  OTHER_SLATE: ({ id }) =>
    `This reply belongs to another withdrawal (ID ${id}). Use the reply to the message shown above.`,
  AMOUNT_ZERO: () => 'The deposit is 0 GRIN.',
  BELOW_MINIMUM: ({ amount, minimum }) =>
    `The deposit of ${amount} GRIN is below the minimum of ${minimum} GRIN.`,
  AMOUNT_DIFFERS: ({ amount, expected }) =>
    `The amount was changed: the reply says ${amount} GRIN, but ${expected} GRIN was requested.`,
  WRONG_NETWORK: () => 'This message was made on the testnet or by a wallet for another network.',
};

// Each function of the table takes the fault of its own code.
const texts: Readonly<Record<string, (fault: never) => string>> = words;
const messageOf = (fault: SlatepackFault): string => texts[fault.code]?.(fault as never) ?? UNREADABLE;
