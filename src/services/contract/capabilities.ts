import * as z from 'zod/mini';

const flag = z._default(z.boolean(), false);
/** Text where a deployment's settings name it. */
const limit = z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))]);

/** What the server offers; `src/machines/app/app.ts` explains each. Unknown names are ignored. */
export const capabilities = z.object({
  sandbox: flag,
  idempotencyKeys: flag,
  accountHeader: flag,
  btcUsd: flag,
  venueStatus: flag,
  bookSequence: flag,
  requiredConfirmations: flag,
  feeQuotes: flag,
  withdrawalCancel: flag,
  grinNetwork: z._default(z.nullable(z.enum(['main', 'test'])), null),
  longestMessage: z._default(z.nullable(limit), null),
  securityPause: flag,
  dataPolicy: flag,
  reauthentication: flag,
  quietRegistration: flag,
  usernameAccounts: flag,
  proofOfWork: flag,
  passkeys: flag,
  apiKeys: flag,
  freshAddress: flag,
  accountDeletion: flag,
  recoveryCodes: flag,
  twoFactorReset: flag,
  recovery: flag,
  sessionList: flag,
  solvency: flag,
  withdrawalHolds: flag,
  addressBook: flag,
  orderTypes: z._default(z.array(z.string()), []),
  timeInForce: flag,
  postOnly: flag,
  amend: flag,
  orderHistory: flag,
  orderCost: flag,
  refunds: flag,
  liveTrades: flag,
  liveCandles: flag,
  liveMarkets: flag,
  liveAccount: flag,
});

/** As a server writes them into its page. */
export type OfferedCapabilities = z.input<typeof capabilities>;
