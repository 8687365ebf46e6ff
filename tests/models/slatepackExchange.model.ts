import { withdrawalImplementations } from '../../src/machines/withdrawal/withdrawal.actors.ts';
import {
  type SlatepackExchangeContext,
  type SlatepackExchangeEvent,
  type SlatepackExchangeInput,
  slatepackExchangeMachine,
  type SlatepackExchangeSnapshot,
} from '../../src/machines/withdrawal/slatepackExchange.machine.ts';
import * as selectors from '../../src/machines/withdrawal/slatepackExchange.machine.ts';
import { TestClock } from './tools/clock.ts';
import { type AnyEvent, type EventCase, stableText } from './tools/explore.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { scriptedNetwork } from './tools/ports.ts';
import type { RequirementRef, Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { oneLook, settle, writeOutcomes } from './tools/writes.ts';
import * as cases from './withdrawal.model.ts';

type Machine = typeof slatepackExchangeMachine;
type Event = EventCase<Machine>;
type ExchangeRow = Row<SlatepackExchangeContext>;

const { ASK_STANDING, failureIn, failureOf, MESSAGE, NOW, REPLIES, valueOf } = cases;
const RECEIPT = (cases.MESSAGE_GIVEN.done as { value: never }).value as NonNullable<
  SlatepackExchangeInput['receipt']
>;
const BARE = (cases.MESSAGE_BARE.done as { value: never }).value as typeof RECEIPT;

/** Received by the chart that invoked it. */
const tells = (event: object): string => `tells ${stableText(event)}`;

const AWAITING = 'awaiting';
const UNDECIDED = 'undecided';
const STILL_AWAITED = 'stillAwaited';
const LOOKING = 'finalizing.looking';
const FINALIZING = ['finalizing.sending', 'finalizing.resending'];

const fault = (ref: RequirementRef, name: cases.ReplyName, replyFault: object): ExchangeRow => ({
  ref,
  in: AWAITING,
  on: `reply: ${name}`,
  sets: () => ({ replyFault, finalizeIdempotencyKey: null }),
});

/** The bare message, in the wallet's own form. */
const SENT: Partial<Record<cases.ReplyName, string>> = {
  good: REPLIES.good.replace('>', '').trim(),
  'good with the amount': REPLIES['good with the amount'].trim(),
  encrypted: REPLIES.encrypted.trim(),
};
const replyNameOf = (event: AnyEvent): cases.ReplyName => {
  const { privateReply } = event.press as { privateReply: string };
  const found = Object.entries(REPLIES).find(([, reply]) => reply === privateReply);
  if (!found) throw new Error('the reply is of no case');
  return found[0] as cases.ReplyName;
};
const send = (event: AnyEvent, idempotencyKey: string): string => {
  const { privateCode: code } = event.press as { privateCode?: string };
  const body = JSON.stringify({ slatepack_message: SENT[replyNameOf(event)], two_factor_code: code });
  return `POST /withdrawal/withdrawals/grin/finalize-withdrawal ${body} key=${idempotencyKey}`;
};
const GOOD = ['reply: good', 'reply: good, with a code', 'reply: good with the amount', 'reply: encrypted'];
const keyOf = (event: AnyEvent): string => (event.press as { idempotencyKey: string }).idempotencyKey;
const windowOf = ({ receipt, isWindowOver }: SlatepackExchangeContext): string[] =>
  receipt?.expiresAt && !isWindowOver ? ['window until 12:30:00'] : [];

const rows: readonly ExchangeRow[] = [
  {
    ref: 'WITHDRAW-11: the message is shown, and its end is watched where it is known',
    in: '',
    on: '(start)',
    to: AWAITING,
    does: (_context, event) =>
      (event as never as { input: SlatepackExchangeInput }).input.receipt?.expiresAt
        ? ['window until 12:30:00']
        : [],
  },
  {
    ref: 'WITHDRAW-18: step 4 has a back button to 2',
    in: AWAITING,
    on: 'back',
    says: 'the user goes back',
    to: 'over',
    does: ({ privateReply }) => [tells({ type: 'exchange.back', privateReply })],
    sets: () => ({ replyFault: null }),
  },
  {
    ref: 'WITHDRAW-18: and a back-to-edit button to 3',
    in: AWAITING,
    on: 'back to edit',
    says: 'the user goes back to the confirmation',
    if: ({ mayEdit }) => mayEdit,
    to: 'over',
    does: ({ privateReply }) => [tells({ type: 'exchange.backToEdit', privateReply })],
    sets: () => ({ replyFault: null }),
  },
  {
    ref: 'WITHDRAW-15: cancelled while nothing was signed',
    in: AWAITING,
    on: 'cancel the withdrawal',
    says: 'the user cancels the withdrawal',
    if: ({ canCancel }) => canCancel,
    to: 'cancelling',
    does: () => ['POST /withdrawal/withdrawals/w-1/cancel'],
    sets: () => ({ replyFault: null }),
  },
  {
    ref: 'WITHDRAW-15: cancelled while nothing was signed',
    in: 'cancelling',
    on: 'cancelWithdrawal: done',
    says: 'the server has cancelled the withdrawal',
    to: 'over',
    does: (_context, event) => [tells({ type: 'exchange.cancelled', receipt: valueOf(event) })],
  },
  {
    ref: 'LOST-02: what became of a lost write is read',
    in: 'cancelling',
    on: 'cancelWithdrawal: no answer',
    to: 'over',
    does: () => [tells({ type: 'exchange.left' })],
  },
  {
    ref: 'WITHDRAW-15: not cancelled; the server says how it stands',
    in: 'cancelling',
    on: 'cancelWithdrawal: *',
    to: 'over',
    does: (_context, event) => [tells({ type: 'exchange.notCancelled', failure: failureIn(event) })],
  },
  {
    ref: 'WITHDRAW-11: finalize window; the deadline as a clock',
    in: AWAITING,
    on: 'window closes',
    to: AWAITING,
    sets: () => ({ isWindowOver: true, replyFault: null, failure: null }),
  },
  {
    ref: 'WITHDRAW-24: settled in another tab or on another device',
    in: AWAITING,
    on: ['status: broadcast', 'status: pending', 'status: cancelled', 'status: expired'],
    to: 'over',
    does: (_context, event) => [tells({ type: 'status.read', output: event.output })],
    sets: () => ({ failure: null, replyFault: null }),
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
    says: 'the user sends a reply in which one character is missing',
    sets: () => ({ finalizeIdempotencyKey: null }),
  },
  {
    ref: 'NAV-13: errors clear',
    in: AWAITING,
    on: 'edit the reply',
    says: "the user changes the wallet's reply",
    sets: () => ({ replyFault: null, privateReply: 'x' }),
  },
  {
    ref: 'WITHDRAW-21: the finalize action',
    in: AWAITING,
    on: GOOD,
    to: 'finalizing.sending',
    does: (_context, event) => [send(event, keyOf(event))],
    sets: (_context, event) => ({ finalizeIdempotencyKey: keyOf(event), replyFault: null }),
  },
  {
    ref: 'REAUTH-07: refused for want of a code; the reply is finalized with another one, as a new press',
    in: FINALIZING,
    on: 'finalize: code *',
    if: ({ takesCode }) => takesCode,
    to: AWAITING,
    does: windowOf,
    sets: ({ privateReply }, event) => ({
      failure: failureIn(event),
      privateReply,
      finalizeIdempotencyKey: null,
    }),
  },
  {
    ref: 'REAUTH-04: what was said about a code goes when it is edited',
    in: AWAITING,
    on: 'edit the code',
    says: 'the user changes the code',
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-02: a refusal that says nothing of the first time',
    in: 'finalizing.resending',
    on: 'finalize: 409',
    to: LOOKING,
    does: () => [ASK_STANDING],
    sets: (_context, event) => ({ failure: failureIn(event) }),
  },
  {
    ref: 'WITHDRAW-21: a reply that is refused',
    in: FINALIZING,
    on: ['finalize: 4*', 'finalize: code *'],
    to: 'over',
    does: ({ privateReply }, event) => [
      tells({ type: 'exchange.refused', failure: failureIn(event), privateReply }),
    ],
  },
  {
    ref: 'WITHDRAW-12: Finalize result',
    in: FINALIZING,
    on: ['broadcast', 'broadcast without a hash', 'not broadcast', 'finalized'].map(
      (name) => `finalize: ${name}`,
    ),
    to: 'over',
    does: (_context, event) => [tells({ type: 'exchange.finalized', finalized: valueOf(event) })],
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: FINALIZING,
    on: 'finalize: *',
    to: LOOKING,
    does: () => [ASK_STANDING],
    sets: ({ finalizeIdempotencyKey }, event) => ({ failure: failureIn(event), finalizeIdempotencyKey }),
  },
  {
    ref: 'LOST-03: the user may stop the reading; nothing is sent before it showed anything',
    in: LOOKING,
    on: 'leave',
    says: 'the user stops waiting, or wants to send another reply',
    to: UNDECIDED,
    does: () => [`abort ${ASK_STANDING}`],
    sets: ({ finalizeIdempotencyKey }) => ({ finalizeIdempotencyKey }),
  },
  {
    ref: 'LOST-03: the server still waits, so the reply may be sent again',
    in: LOOKING,
    on: ['finalize: look finds message', 'finalize: look finds still awaited'],
    to: STILL_AWAITED,
    sets: ({ failure }) => ({ failure }),
  },
  {
    ref: 'WITHDRAW-12: Finalize result, found by the search for a lost answer',
    in: LOOKING,
    on: 'finalize: look finds *',
    to: 'over',
    does: (_context, event) => [tells({ type: 'exchange.finalized', finalized: valueOf(event) })],
  },
  {
    ref: 'LOST-03: reading told nothing',
    in: LOOKING,
    on: 'finalize: look meets *',
    to: UNDECIDED,
    sets: ({ failure }) => ({ failure }),
  },
  {
    ref: 'LOST-03: the user asks again',
    in: [UNDECIDED, STILL_AWAITED],
    on: 'check again',
    says: 'the user presses "Check again"',
    to: LOOKING,
    does: () => [ASK_STANDING],
  },
  {
    ref: 'LOST-03, LOST-04: sent again at the press, after reading showed that it is still awaited, with the same key',
    in: STILL_AWAITED,
    on: ['again: good', 'again: good, with a code'],
    to: 'finalizing.resending',
    does: ({ finalizeIdempotencyKey }, event) => [send(event, finalizeIdempotencyKey ?? '?')],
    sets: ({ finalizeIdempotencyKey }) => ({ finalizeIdempotencyKey, failure: null }),
  },
  {
    ref: 'WITHDRAW-14: the way back leads past the server',
    in: [UNDECIDED, STILL_AWAITED],
    on: 'leave',
    to: 'over',
    does: () => [tells({ type: 'exchange.left' })],
  },
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  let closeWindow: (() => void) | null = null;
  let tellStatus: ((answer: never) => void) | null = null;
  const { exchange } = withdrawalImplementations({
    http: network.http,
    waitUntil: (instant: number, told: () => void) => {
      effects.push(`window until ${new Date(instant).toISOString().slice(11, 19)}`);
      closeWindow = told;
      return () => {
        closeWindow = null;
      };
    },
    followStatus: (id: string, _isWindowOver: boolean, told: (answer: never) => void) => {
      if (id !== 'w-1') effects.push(`follows ${id}`);
      tellStatus = told;
      return () => {
        tellStatus = null;
      };
    },
  } as never).actors;
  const { finalize } = exchange.implementations.actors as { finalize: never };
  return {
    machine: exchange.provide({ actors: { finalize: oneLook(finalize) as never } }),
    clock: new TestClock(NOW),
    settle: (_invokeId, outcome) => settle(network, outcome),
    drive: {
      'window.closed': () => closeWindow?.(),
      'status.read': (event) => tellStatus?.((event as never as { output: never }).output),
    },
    hears: (event) => void effects.push(tells(event)),
    drain: () => effects.splice(0),
    // A sent request continues when the screen is left.
    leaks: () => [
      ...network.open().filter((title) => !title.startsWith('POST ')),
      ...(closeWindow ? ['the window is still waited for'] : []),
      ...(tellStatus ? ['the status is still read'] : []),
    ],
  };
}

const replies = (...names: readonly cases.ReplyName[]): Event[] =>
  names.map((name) => ({
    name: `reply: ${name}`,
    event: { type: 'user.finalize', press: { privateReply: REPLIES[name], idempotencyKey: 'f-1' } },
  }));
/** The button stores the text of the box; the press has a new key, which is not sent. */
const repliesAgain = (...names: readonly cases.ReplyName[]): Event[] =>
  names.map((name) => ({
    name: `again: ${name}`,
    event: { type: 'user.finalizeAgain', press: { privateReply: REPLIES[name], idempotencyKey: 'f-2' } },
  }));
const CODE = '123456';
const withCode: readonly Event[] = (['user.finalize', 'user.finalizeAgain'] as const).map((type, at) => ({
  name: `${at === 0 ? 'reply' : 'again'}: good, with a code`,
  event: { type, press: { privateReply: REPLIES.good, privateCode: CODE, idempotencyKey: `f-${at + 1}` } },
}));
const gestures: readonly Event[] = [
  { name: 'edit the reply', event: { type: 'user.editReply', privateReply: 'x' } },
  ...(
    [
      ['edit the code', 'user.editCode'],
      ['back', 'user.back'],
      ['back to edit', 'user.backToEdit'],
      ['cancel the withdrawal', 'user.cancelWithdrawal'],
      ['check again', 'user.checkAgain'],
      ['leave', 'user.leave'],
    ] as const
  ).map(([name, type]): Event => ({ name, event: { type } as SlatepackExchangeEvent })),
];
const windowCloses: Event = {
  name: 'window closes',
  says: 'the time for the reply is over',
  event: { type: 'window.closed' },
  when: (snapshot) =>
    snapshot.matches('awaiting') &&
    !snapshot.context.isWindowOver &&
    snapshot.context.receipt?.expiresAt !== null,
};
const statusReads: readonly Event[] = cases.statusReads.map(({ name, says, event }) => ({
  name,
  ...(says === undefined ? {} : { says }),
  event: event as SlatepackExchangeEvent,
  when: (snapshot) => snapshot.matches('awaiting'),
}));

const finalizing = cases.outages('finalizeGrinWithdrawal');
const finalizes = (
  ...given: Parameters<typeof cases.writes> extends [unknown, unknown, ...infer Rest] ? Rest : never
) =>
  cases.writes(
    'finalize',
    (phase) => (snapshot: SlatepackExchangeSnapshot) => snapshot.matches({ finalizing: phase }),
    ...given,
  );
const cancelWrite = writeOutcomes('cancelWithdrawal');
const cancel = [
  cancelWrite.done('done', cases.CANCELLED.reply, (cases.CANCELLED.done as { value: unknown }).value),
  cancelWrite.refused('still awaited', cases.STILL_AWAITED.reply, { code: 'refused', retryable: false }),
  cancelWrite.refused(cases.SIGNED_ALREADY.name, cases.SIGNED_ALREADY.reply, failureOf(cases.SIGNED_ALREADY)),
  cancelWrite.lost('no answer', 'noAnswer', failureOf(cases.outages('cancelWithdrawal').noAnswer)),
];

const base: SlatepackExchangeInput = {
  id: 'w-1',
  receipt: RECEIPT,
  privateReply: '',
  mayEdit: true,
  canCancel: false,
  takesCode: false,
};
const variants: readonly Variant<Machine>[] = [
  {
    name: 'every reply and every answer',
    input: base,
    events: [
      ...replies(...(Object.keys(REPLIES) as cases.ReplyName[])),
      ...repliesAgain('good', 'nothing'),
      windowCloses,
      ...statusReads,
      ...gestures,
    ],
    outcomes: {
      finalize: finalizes(
        [
          cases.BROADCAST,
          cases.BROADCAST_BARE,
          cases.NOT_BROADCAST,
          cases.FINALIZED,
          cases.OTHER_SLATE,
          cases.WORDLESS,
          cases.CONFLICT,
          cases.CODE_USED,
          finalizing.serverDown,
          finalizing.noAnswer,
        ],
        cases.standings,
      ),
    },
    sut,
  },
  {
    name: 'with a code',
    input: { ...base, takesCode: true },
    events: [...withCode, ...replies('nothing'), ...gestures],
    outcomes: {
      finalize: finalizes(
        [cases.BROADCAST, cases.CODE_USED, finalizing.noAnswer],
        cases.standings.slice(0, 1),
      ),
    },
    sut,
  },
  {
    name: 'after a reload, at a server that cancels and names no end',
    input: { ...base, receipt: BARE, mayEdit: false, canCancel: true },
    events: [...replies('good'), ...statusReads, ...gestures],
    outcomes: { finalize: finalizes([cases.BROADCAST], []), cancelWithdrawal: cancel },
    sut,
  },
];

export const slatepackExchangeModel: MachineModel<Machine> = {
  name: 'slatepackExchange',
  machine: slatepackExchangeMachine,
  states: {
    awaiting: "the message for the wallet is shown, and the wallet's reply is awaited",
    cancelling: 'the cancellation is on its way, once',
    'finalizing.sending': 'the reply is on its way, once',
    'finalizing.resending': 'the same reply is on its way once more',
    'finalizing.looking': 'the server is being asked what became of the reply, and nothing is sent',
    stillAwaited: 'the page says that the reply did not arrive, and offers to send it again',
    undecided: 'the page says that nobody could tell what became of the reply, and offers to ask again',
    over: 'the wizard knows what became of the exchange',
  },
  says: {
    'reply: good': 'the user sends the reply of the wallet',
    'reply: good, with a code': 'the user sends the reply of the wallet and a code of the second factor',
    'reply: good with the amount': 'the user sends a reply of the wallet that names the amount',
    'reply: encrypted': 'the user sends an encrypted reply',
    'reply: nothing': 'the user sends an empty reply',
    'reply: prose': 'the user sends a text that is no reply',
    'reply: the message itself': "the user sends the exchange's own message instead of the reply",
    'again: good': 'the user sends the same reply once more',
    'again: good, with a code': 'the user sends the same reply once more, with another code',
    'again: nothing': 'the user sends an empty reply once more',
    'cancelWithdrawal: 409 signed already':
      'the server refuses the cancellation, because the withdrawal is signed already (409)',
    'cancelWithdrawal: still awaited': 'the server says to the cancellation that the reply is still awaited',
    'finalize: broadcast': 'the server has finalized the withdrawal and broadcast it',
    'finalize: broadcast without a hash':
      'the server has finalized the withdrawal and broadcast it, but names no transaction',
    'finalize: not broadcast': 'the server has finalized the withdrawal, but the broadcast failed',
    'finalize: finalized': 'the server has finalized the withdrawal and does not speak of a broadcast',
    'finalize: 422 other slate': 'the server refuses the reply, because it is of another withdrawal (422)',
  },
  services: { finalize: 'sending the reply of the wallet', cancelWithdrawal: 'the cancellation' },
  endings: {
    'look meets 429': 'cannot be looked for now, because the server asks to wait (429)',
    'look meets 500': 'cannot be looked for, because the server fails (500)',
    'look meets 404': 'cannot be looked for, because the server knows no such withdrawal (404)',
    'look meets no answer': 'cannot be looked for, because nothing is answered',
    'look finds message': 'did not arrive: the server still waits, and gives the message',
    'look finds still awaited': 'did not arrive: the server still waits',
    'look finds broadcast': 'arrived: the withdrawal was broadcast',
    'look finds completed': 'arrived: the withdrawal is completed',
    'look finds pending': 'arrived: the withdrawal is being paid out',
    'look finds cancelled': 'is of no use: the withdrawal was cancelled',
    'look finds expired': 'is of no use: the withdrawal has expired',
    '409': 'meets another one with the same key (409)',
    '400 without words': 'is refused without a reason (400)',
    'code used': 'is refused, because the code was used already (403)',
  },
  variants,
  // Of a failure only the pause that the server asks for matters.
  key: ({ value, context: { failure, ...context } }) => ({
    value,
    context,
    failure: failure && { retryAfter: failure.retryAfter },
  }),
  requirements: rows,
  invariant: (snapshot) => {
    const text = JSON.stringify(snapshot.context);
    if (text.includes(CODE)) return 'a code is kept';
    if (
      Object.values(REPLIES).some((reply) => reply !== MESSAGE && reply.trim() !== '' && text.includes(reply))
    )
      return 'a reply is kept in two places';
    const { finalize } = snapshot.children as Record<
      string,
      { getSnapshot(): { context: unknown } } | undefined
    >;
    const writing = JSON.stringify(finalize?.getSnapshot().context ?? null);
    return snapshot.hasTag('unknown') && (writing.includes(CODE) || writing.includes('BEGINSLATEPACK'))
      ? 'a write keeps code or reply while it looks'
      : undefined;
  },
  selectors: {
    from: selectors,
    rules: {
      selectExchangeView: [
        [/^cancelling/, 'cancelling'],
        [/^finalizing\.looking/, 'finalizeLooking'],
        [/^finalizing/, 'finalizing'],
        [/^stillAwaited/, 'finalizeStillAwaited'],
        [/^undecided/, 'finalizeUndecided'],
        [/./, 'awaitingReply'],
      ],
      isReplyUnknown: /looking$|^stillAwaited|^undecided/,
    },
  },
  tags: {
    busy: /^(cancelling|finalizing)/,
    failed: /^(stillAwaited|undecided)/,
    unknown: /looking$|^stillAwaited|^undecided/,
  },
};
