/**
 * What the server can do beyond the specification, as its page or the deployment's settings say. Never found out by
 * asking: where the answer is no, nothing is sent, shown or promised that depends on it.
 */
export interface Capabilities {
  /** Coins without worth: the server has calls that fund accounts, and every page says so. */
  readonly sandbox: boolean;
  /** A write that carries `Idempotency-Key` is done once, however often it arrives. */
  readonly idempotencyKeys: boolean;
  /** A request may say for which account it speaks, by `X-Account-Id`, and is refused if another is signed in. */
  readonly accountHeader: boolean;
  /** There is a price of BTC in USD: from the server, or from the address that the operator names. */
  readonly btcUsd: boolean;
  /** Order books carry sequence numbers, on the socket and in `GET /order/orderbook/{pair}`. */
  readonly bookSequence: boolean;
  /** The server says how many confirmations each coin needs. */
  readonly requiredConfirmations: boolean;
  /** A withdrawal may carry the fee that was confirmed; any fee published within the last ten minutes is charged as it is. */
  readonly feeQuotes: boolean;
  /** `POST /withdrawal/withdrawals/{id}/cancel` cancels a GRIN withdrawal that nobody has signed. */
  readonly withdrawalCancel: boolean;
  /** The network of its GRIN wallet; null where that is not known. */
  readonly grinNetwork: 'main' | 'test' | null;
  /** A change of password ends all other sessions and stops withdrawals for 24 hours. */
  readonly securityPause: boolean;
  /** It keeps what the data policy and the privacy policy name in full, for as long as they say, and nothing else. */
  readonly dataPolicy: boolean;
}
