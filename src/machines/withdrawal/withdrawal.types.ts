import type { Coin } from '../../domain/coin.ts';
import type { Congestion } from '../../domain/congestion.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import type { Broadcast, Withdrawal, WithdrawalReceipt } from '../../domain/withdrawal.ts';
import type { DraftFaults, TypedWithdrawal, WithdrawalDraft } from './withdrawalDraft.rules.ts';
import type { WithdrawalGate } from './withdrawalGate.rules.ts';
import type { KeptForm, KeptWithdrawal } from '../../services/keptWithdrawals.ts';
import type { ReconcileWriteOutput } from '../reconcileWrite/index.ts';
import type { Navigation, Toast } from '../shared/index.ts';

/** What is known around the form. Read again while it is shown. */
export interface WithdrawalFacts {
  readonly gate: WithdrawalGate;
  /** Null when the venue lists no such coin. */
  readonly coin: Coin | null;
  readonly balance: DecimalText;
  /** Medium tier, in the coin; null while the feed tells none. */
  readonly fee: DecimalText | null;
  readonly congestion: Congestion;
  /** `waiting`: the first fees are awaited; `outdated`: the feed broke, and the fee is what was known then. */
  readonly feeStatus: 'waiting' | 'live' | 'outdated' | 'missing';
}

/**
 * A withdrawal on its way: what may be kept of it in the browser until the server has said what became of it (LOST-07).
 * It tells neither amount nor address.
 */
export type SendingWithdrawal = KeptWithdrawal;

export interface WithdrawalInput {
  readonly ticker: string;
  /** What a page that was reloaded or left finds of its last withdrawal of the coin. */
  readonly kept: SendingWithdrawal | null;
  /** The id of the GRIN withdrawal that the user chose to resume in the history. */
  readonly chosen?: string | null;
  /** What the tab kept of the form, where the browser comes back to a step of it. */
  readonly form?: KeptForm | null;
  /** Whether that step is the confirmation. */
  readonly isBackAtConfirmation?: boolean;
  /** Whether the server charges a fee that it published within the last ten minutes (`feeQuotes`). */
  readonly fixesFee?: boolean;
  /** Whether the server can cancel a GRIN withdrawal that nobody has signed (`withdrawalCancel`). */
  readonly canCancel?: boolean;
  /** Whether a withdrawal and its finalization may carry the second factor (`reauthentication`). */
  readonly takesCode?: boolean;
}

export interface WithdrawalContext {
  readonly ticker: string;
  readonly facts: WithdrawalFacts | null;
  readonly factsFailure: Failure | null;
  /** What was found at the start, until it is taken up. */
  readonly kept: SendingWithdrawal | null;
  readonly chosen: string | null;
  /** The page was reloaded at the confirmation: it opens once the fee is known. */
  readonly isBackAtConfirmation: boolean;
  readonly fixesFee: boolean;
  readonly canCancel: boolean;
  readonly takesCode: boolean;
  /** The second factor of the withdrawal that is being sent; null before and after. */
  readonly privateCode: string | null;
  /** Whether the history was read for a withdrawal that waits for its reply. */
  readonly isSearched: boolean;
  /** The form as it was left. */
  readonly typed: TypedWithdrawal;
  /** Why the last press was not taken. */
  readonly faults: DraftFaults;
  /** What the form asks for; null before it was checked. */
  readonly draft: WithdrawalDraft | null;
  /** The fee that the confirmation shows for as long as the server charges it; null where the newest one counts. */
  readonly quotedFee: DecimalText | null;
  /** What was confirmed last, and the form cannot change any more; null after a reload. */
  readonly confirmed: WithdrawalDraft | null;
  /** The fee that stood on the confirmation; the same however often the withdrawal is sent. */
  readonly confirmedFee: DecimalText | null;
  /** The withdrawal on its way, until the server has settled it: also a GRIN one that waits for its reply. */
  readonly sending: SendingWithdrawal | null;
  /** Of GRIN: one that another page has begun meanwhile and that waits for its reply. */
  readonly waiting: SendingWithdrawal | null;
  /** Whether it was sent before, so that a refusal may say nothing of the first time. */
  readonly isRepeated: boolean;
  /** What the server says of the withdrawal. */
  readonly receipt: WithdrawalReceipt | null;
  /** The HTTP status that came instead of an answer that says anything; null where nothing came. */
  readonly lostStatus: number | null;
  /** Why it was refused, or what is known of the lost answer. */
  readonly failure: Failure | null;
  /** What is wrong with the pasted reply; null after a good one. */
  readonly replyFault: SlatepackFault | null;
  readonly finalizeIdempotencyKey: string | null;
  readonly broadcast: Broadcast | null;
  /** The window for the reply is over by this machine's clock; the server is asked until it has ended it. */
  readonly isWindowOver: boolean;
}

/** One press of Finalize. The names keep the texts out of every log and inspector. */
export interface ReplyPress {
  readonly privateReply: string;
  /** The second factor; absent where none is asked for (REAUTH-07). */
  readonly privateCode?: string;
  /** A fresh UUID. */
  readonly idempotencyKey: string;
}

export type WithdrawalEvent =
  | { readonly type: 'facts.received'; readonly facts: WithdrawalFacts }
  | { readonly type: 'facts.failed'; readonly failure: Failure }
  | { readonly type: 'window.closed' }
  /** How the server says that it stands now; asked again and again. */
  | { readonly type: 'status.read'; readonly output: GrinStatusAnswer }
  /** What the history shows while the form is open, asked again and again. */
  | { readonly type: 'waiting.read'; readonly waiting: SendingWithdrawal | null }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.continue'; readonly typed: TypedWithdrawal; readonly decimalComma?: DecimalComma }
  /**
   * @param idempotencyKey a fresh UUID.
   * @param shownFee the fee that stood on the screen when it was pressed; what is known at this moment, without it.
   * @param privateCode the second factor; absent where none is asked for.
   */
  | {
      readonly type: 'user.confirm';
      readonly idempotencyKey: string;
      readonly shownFee?: DecimalText;
      readonly privateCode?: string;
    }
  /** The code was edited: what was said about the last one is no longer about what stands there. */
  | { readonly type: 'user.editCode' }
  | { readonly type: 'user.back' }
  | { readonly type: 'user.backToEdit' }
  /** Back in the browser's history, to the step of the form. */
  | { readonly type: 'browser.back' }
  /** Forward in the browser's history, to the confirmation. */
  | { readonly type: 'browser.forward' }
  | { readonly type: 'user.editReply' }
  | { readonly type: 'user.finalize'; readonly press: ReplyPress }
  /** Asks for the most that the balance covers with the fee as it is now. */
  | { readonly type: 'user.useMaximum' }
  /** Cancels the GRIN withdrawal that waits for its reply. */
  | { readonly type: 'user.cancelWithdrawal' }
  /** Goes on with the GRIN withdrawal that waits for its reply. */
  | { readonly type: 'user.resume' }
  | { readonly type: 'user.tryAgain' }
  | { readonly type: 'user.sendAgain' }
  | { readonly type: 'user.checkAgain' }
  | { readonly type: 'user.leave' }
  | { readonly type: 'user.retry' };

/** What the facts feed is told: everything is to be read again. */
export interface AskFactsAgain {
  readonly type: 'retry';
}

export interface CreateInput {
  readonly sending: SendingWithdrawal | null;
  readonly confirmed: WithdrawalDraft | null;
  /** The fee that stood on the confirmation. */
  readonly fee: DecimalText | null;
  /** The second factor; null where none is asked for. */
  readonly privateCode: string | null;
}
export interface FinalizeInput {
  readonly privateReply: string;
  readonly privateCode?: string | undefined;
  readonly idempotencyKey: string | null;
}

export type CreateAnswer = Result<WithdrawalReceipt>;
/** `value` null: none waits for its reply. */
export type FoundAnswer = Result<SendingWithdrawal | null>;
/** Ids of the newest withdrawals of the coin. */
export type BeforeAnswer = Result<readonly string[]>;
/** What the history shows of a withdrawal whose answer was lost. */
export type WithdrawalSearch = ReconcileWriteOutput<Withdrawal>;
/** What the server says after the answer to the reply was lost; `absent`: it still waits for the reply. */
export type FinalizeSearch = ReconcileWriteOutput<WithdrawalReceipt>;
export type GrinStatusAnswer = Result<WithdrawalReceipt>;
export type FinalizeAnswer = Result<Broadcast>;

export type WithdrawalEmitted = (Toast & { readonly key: `withdraw:toast.${string}` }) | Navigation;
