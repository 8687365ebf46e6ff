import type { Grin } from '../../grin/grin.ts';
import { textOf } from '../../ledger/units.ts';
import { valueOf } from '../../refused.ts';
import { attemptOf, type Handlers, signedIn } from '../handler.ts';

export function grinHandlers(grin: Grin): Handlers<'receiveGrinDeposit' | 'finalizeGrinWithdrawal'> {
  return {
    async receiveGrinDeposit(request) {
      const { account } = signedIn(request);
      const answered = valueOf(await grin.receive(account.id, request.body.slatepack_message));
      return {
        signed_slatepack_message: answered.slatepack,
        deposit_id: answered.depositId,
        amount: textOf(answered.amount),
        expires_at: answered.expiresAt.toISOString(),
      };
    },

    async finalizeGrinWithdrawal(request) {
      const session = signedIn(request);
      const { slatepack_message: text, two_factor_code: code = '' } = request.body;
      const { txHash } = valueOf(
        await grin.finalize(session.account.id, text, request.idempotencyKey, attemptOf(session, code)),
      );
      return { broadcast: true, tx_hash: txHash };
    },
  };
}
