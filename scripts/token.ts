// A token of Ethereum for nodes of one's own: for the tests of real chains, and for `CHAINS=regtest`.

/**
 * `transfer`, `balanceOf` and `decimals` (6), assembled by hand. `transfer` takes any number of pairs of address and
 * amount, so that one transaction can pay many.
 */
export const TOKEN_CODE =
  '0x5f3560e01c8063a9059cbb14602557806370a082311460875763313ce567146092575f5ffd5b5060045b80361115607a57' +
  '8060200135335481811060835781900333558135805482018155905f52337fddf252ad1be2c89b69c2b068fc378daa952ba7f163' +
  'c4a11628f55a4df523b3ef60205fa36040016029565b60015f5260205ff35b5f5ffd5b600435545f5260205ff35b60065f5260205ff3';

/** A number as 32 bytes of hex, as contracts take it. */
export const wordOf = (value: bigint): string => value.toString(16).padStart(64, '0');

const CALLS = { transfer: '0xa9059cbb', balanceOf: '0x70a08231' } as const;

/**
 * The call that pays.
 * @param payments addresses and smallest parts.
 */
export const transferData = (payments: readonly (readonly [string, bigint])[]): string =>
  CALLS.transfer + payments.map(([to, amount]) => wordOf(BigInt(to)) + wordOf(amount)).join('');

/**
 * The call that asks what an address has.
 * @returns data whose answer is a number of smallest parts.
 */
export const balanceData = (address: string): string => CALLS.balanceOf + wordOf(BigInt(address));
