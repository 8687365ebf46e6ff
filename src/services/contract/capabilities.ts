import * as z from 'zod/mini';

const flag = z._default(z.boolean(), false);

/**
 * `capabilities` of the page's configuration block (`src/ui/hooks/capabilities.ts` says what each means). What is absent is not
 * offered; names that this client does not know are ignored.
 */
export const capabilities = z.object({
  sandbox: flag,
  idempotencyKeys: flag,
  accountHeader: flag,
  btcUsd: flag,
  bookSequence: flag,
  requiredConfirmations: flag,
  feeQuotes: flag,
  withdrawalCancel: flag,
  grinNetwork: z._default(z.nullable(z.enum(['main', 'test'])), null),
  securityPause: flag,
  dataPolicy: flag,
  quietRegistration: flag,
});

/** As a server writes them into its page. */
export type OfferedCapabilities = z.input<typeof capabilities>;
