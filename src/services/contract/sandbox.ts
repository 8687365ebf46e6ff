import * as z from 'zod/mini';
import type { Call } from './calls.ts';
import { type Decoder, decodeOne } from './decode.ts';

const decode: Decoder<boolean> = decodeOne(
  z.pipe(
    z.object({ sandbox: z.boolean() }),
    z.transform(({ sandbox }) => sandbox),
  ),
);

/**
 * Whether the venue is a sandbox (contract, "Sandbox"). It stands outside the table of calls, because a venue
 * serves it in sandbox mode only.
 */
export const sandboxStatus: Call<'/sandbox/status', null, null, boolean> = {
  name: 'sandboxStatus',
  method: 'GET',
  path: '/sandbox/status',
  isWrite: false,
  hasIntent: false,
  isPrivate: false,
  ownsUnauthorized: false,
  query: null,
  body: null,
  decode,
};
