import type { RequirementRef } from './tools/spec.ts';
import type { AnyEvent } from './tools/explore.ts';
import * as cases from './withdrawal.cases.ts';
import { BROKEN } from './withdrawal.rows.unknown.ts';
import {
  ASK_STANDING,
  CHANGED,
  drop,
  failureIn,
  failureToast,
  SETTLED,
  toast,
  valueOf,
  type Context,
  type WithdrawalRow,
} from './withdrawal.rows.shared.ts';

const AWAITING = 'slatepack.awaiting';
const UNDECIDED = 'slatepack.finalizeUnknown.undecided';
const STILL_AWAITED = 'slatepack.finalizeUnknown.stillAwaited';
const LOOKING = 'slatepack.finalizeUnknown.looking';

const fault = (ref: RequirementRef, name: cases.ReplyName, replyFault: object): WithdrawalRow => ({
  ref,
  in: AWAITING,
  on: `reply: ${name}`,
  sets: () => ({ replyFault, finalizeIdempotencyKey: null }),
});

/** The message alone, in the wallet's own form. */
const SENT: Partial<Record<cases.ReplyName, string>> = {
  good: cases.REPLY.trim(),
  'good with the amount': cases.REPLIES['good with the amount'].trim(),
  encrypted: cases.REPLIES.encrypted.trim(),
};
const nameOf = (event: AnyEvent): cases.ReplyName => {
  const { privateReply } = event.press as { privateReply: string };
  const found = Object.entries(cases.REPLIES).find(([, reply]) => reply === privateReply);
  if (!found) throw new Error('the reply is of no case');
  return found[0] as cases.ReplyName;
};
const send = (event: AnyEvent, idempotencyKey: string): string => {
  const { privateCode: code } = event.press as { privateCode?: string };
  const body = JSON.stringify({ slatepack_message: SENT[nameOf(event)], two_factor_code: code });
  return `POST /withdrawal/withdrawals/grin/finalize-withdrawal ${body} key=${idempotencyKey}`;
};
const GOOD = ['reply: good', 'reply: good, with a code', 'reply: good with the amount', 'reply: encrypted'];
const keyOf = (event: AnyEvent): string => (event.press as { idempotencyKey: string }).idempotencyKey;

const settled = (
  ref: RequirementRef,
  on: string | readonly string[],
  to: string,
  toasts: readonly string[],
): WithdrawalRow => ({
  ref,
  in: 'slatepack.finalizing',
  on,
  to,
  does: (context) => [drop(context), CHANGED, ...toasts],
  sets: (_context, event) => ({ ...SETTLED, broadcast: valueOf(event), finalizeIdempotencyKey: null }),
});

export const GRIN_ROWS: readonly WithdrawalRow[] = [
  {
    ref: 'WITHDRAW-18: step 4 has a back button to 2',
    in: AWAITING,
    on: 'back',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    sets: ({ sending, receipt }) => ({ sending, receipt, replyFault: null }),
  },
  {
    ref: 'WITHDRAW-18: and a back-to-edit button to 3',
    in: AWAITING,
    on: 'back to edit',
    if: ({ confirmed }) => confirmed !== null,
    to: 'confirming',
    sets: ({ sending, receipt, confirmed }) => ({ sending, receipt, replyFault: null, draft: confirmed }),
  },
  {
    ref: 'WITHDRAW-15: cancelled while nothing was signed',
    in: AWAITING,
    on: 'cancel the withdrawal',
    if: ({ canCancel }) => canCancel,
    to: 'slatepack.cancelling',
    does: () => ['POST /withdrawal/withdrawals/w-1/cancel'],
    sets: () => ({ replyFault: null }),
  },
  {
    ref: 'WITHDRAW-15: cancelled while nothing was signed',
    in: 'slatepack.cancelling',
    on: 'cancelWithdrawal: done',
    to: 'grinResult.cancelled',
    does: (context) => [drop(context), CHANGED, toast('cancelled', 'success')],
    sets: () => ({ ...SETTLED }),
  },
  {
    ref: 'LOST-02: what became of a lost write is read',
    in: 'slatepack.cancelling',
    on: 'cancelWithdrawal: no answer',
    to: 'resuming',
    does: () => [ASK_STANDING],
    sets: ({ sending }) => ({ sending }),
  },
  {
    ref: 'WITHDRAW-15: not cancelled; the server says how it stands',
    in: 'slatepack.cancelling',
    on: 'cancelWithdrawal: *',
    to: 'resuming',
    does: (_context, event) => [
      toast('notCancelled', 'error', valueOf(event) ? {} : { text: failureIn(event).text }),
      ASK_STANDING,
    ],
    sets: ({ sending }) => ({ sending }),
  },
  {
    ref: 'WITHDRAW-14: the way back into a running withdrawal',
    in: ['form', 'confirming', 'grinResult.failed'],
    on: 'resume',
    if: ({ sending }) => typeof sending?.id === 'string',
    to: 'resuming',
    does: () => [ASK_STANDING],
    // What goes on is what was confirmed, whatever the form says by now.
    sets: ({ confirmed }) => ({ failure: null, draft: confirmed }),
  },
  {
    ref: 'WITHDRAW-11: finalize window; the deadline as a clock',
    in: AWAITING,
    on: 'window closes',
    to: 'resuming',
    does: () => [ASK_STANDING],
    sets: () => ({ isWindowOver: true }),
  },
  fault('WITHDRAW-21: needs a non-empty signed slatepack', 'nothing', { code: 'EMPTY' }),
  fault('WITHDRAW-21', 'prose', { code: 'NO_SLATEPACK' }),
  fault('WITHDRAW-21: our message pasted back', 'the message itself', {
    code: 'WRONG_STAGE_SAME',
    id: '53fe05cd-078b-4b8f-960b-56af6f1a33b1',
  }),
  {
    ref: 'WITHDRAW-21: letters are missing',
    in: AWAITING,
    on: 'reply: damaged',
    sets: () => ({ finalizeIdempotencyKey: null }),
  },
  { ref: 'NAV-13: errors clear', in: AWAITING, on: 'edit the reply', sets: () => ({ replyFault: null }) },
  {
    ref: 'WITHDRAW-21: the finalize action',
    in: AWAITING,
    on: GOOD,
    to: 'slatepack.finalizing',
    does: (_context, event) => [send(event, keyOf(event))],
    sets: (_context, event) => ({
      finalizeIdempotencyKey: keyOf(event),
      isRepeated: false,
      replyFault: null,
    }),
  },
  settled(
    "WITHDRAW-12: 'Broadcasted successfully', with the hash if given",
    ['finalize: broadcast', 'finalize: broadcast without a hash'],
    'grinResult.broadcast',
    [toast('broadcast', 'success')],
  ),
  settled(
    "WITHDRAW-12: 'Submitted, broadcast failed'",
    'finalize: not broadcast',
    'grinResult.notBroadcast',
    [],
  ),
  settled("WITHDRAW-12: or 'unknown'", 'finalize: finalized', 'grinResult.unknown', []),
  {
    ref: 'REAUTH-07: refused for want of a code; the reply is finalized with another one, as a new press',
    in: 'slatepack.finalizing',
    on: 'finalize: code *',
    if: ({ takesCode }) => takesCode,
    to: AWAITING,
    does: ({ receipt, isWindowOver }) =>
      receipt?.expiresAt && !isWindowOver ? ['window until 12:30:00'] : [],
    sets: ({ sending, receipt }, event) => ({
      failure: failureIn(event),
      sending,
      receipt,
      finalizeIdempotencyKey: null,
      isRepeated: false,
    }),
  },
  {
    ref: 'REAUTH-04: what was said about a code goes when it is edited',
    in: AWAITING,
    on: 'edit the code',
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-02: a refusal that says nothing of the first time',
    in: 'slatepack.finalizing',
    on: 'finalize: 409',
    if: ({ isRepeated }) => isRepeated,
    to: LOOKING,
    does: () => [ASK_STANDING],
    sets: (_context, event) => ({ failure: failureIn(event) }),
  },
  {
    ref: "WITHDRAW-21: a GRIN failure goes to 5; 'Finalize failed'",
    in: 'slatepack.finalizing',
    on: 'finalize: 4*',
    to: 'grinResult.failed',
    does: (_context, event) => [CHANGED, failureToast('finalizeFailed', event)],
    sets: ({ sending, receipt }, event) => ({
      failure: failureIn(event),
      sending,
      receipt,
      finalizeIdempotencyKey: null,
    }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: 'slatepack.finalizing',
    on: 'finalize: *',
    to: LOOKING,
    does: () => [ASK_STANDING],
    sets: ({ finalizeIdempotencyKey }, event) => ({ failure: failureIn(event), finalizeIdempotencyKey }),
  },
  {
    ref: 'LOST-03: the user may stop the reading; nothing is sent before it showed anything',
    in: LOOKING,
    on: 'leave',
    to: UNDECIDED,
    does: () => [`abort ${ASK_STANDING}`],
    sets: ({ finalizeIdempotencyKey }) => ({ finalizeIdempotencyKey }),
  },
  {
    ref: 'LOST-03: the server still waits, so the reply may be sent again',
    in: LOOKING,
    on: ['reconcileFinalize: message', 'reconcileFinalize: still awaited'],
    to: STILL_AWAITED,
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-03: a defect of ours tells nothing of the withdrawal',
    in: LOOKING,
    on: 'reconcileFinalize: a defect',
    to: UNDECIDED,
    sets: () => ({ failure: BROKEN }),
  },
  {
    ref: 'LOST-03: reading told nothing',
    in: LOOKING,
    on: ['reconcileFinalize: 4*', 'reconcileFinalize: 500', 'reconcileFinalize: no answer'],
    to: UNDECIDED,
    sets: (_context, event) => ({ failure: failureIn(event) }),
  },
  {
    ref: 'LOST-03: the user asks again',
    in: [UNDECIDED, STILL_AWAITED],
    on: 'check again',
    to: LOOKING,
    does: () => [ASK_STANDING],
  },
  {
    ref: 'LOST-03, LOST-04: sent again at the press, after reading showed that it is still awaited, with the same key',
    in: STILL_AWAITED,
    on: GOOD,
    to: 'slatepack.finalizing',
    does: ({ finalizeIdempotencyKey }, event) => [send(event, finalizeIdempotencyKey ?? '?')],
    sets: ({ finalizeIdempotencyKey }) => ({ finalizeIdempotencyKey, isRepeated: true }),
  },
  {
    ref: 'WITHDRAW-14: the way back leads past the server',
    in: [UNDECIDED, STILL_AWAITED],
    on: 'leave',
    to: 'resuming',
    does: () => [ASK_STANDING],
    sets: () => ({ failure: null, finalizeIdempotencyKey: null }),
  },
];

export type { Context };
