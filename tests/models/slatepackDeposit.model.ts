import { slatepackDepositImplementations } from '../../src/machines/deposit/deposit.actors.ts';
import { type Failure, OutageError } from '../../src/domain/failure.ts';
import { readSlatepack } from '../../src/domain/slatepack/read.ts';
import {
  slatepackDepositMachine,
  type SlatepackDepositContext,
} from '../../src/machines/deposit/slatepackDeposit.machine.ts';
import type { PageFact } from '../../src/services/page.ts';
import { armored, slatepack } from '../data/slatepacks.ts';
import * as selectors from '../../src/machines/deposit/slatepackDeposit.machine.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import { outages, refusal } from './tools/endings.ts';
import type { EventCase } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof slatepackDepositMachine;
type Context = SlatepackDepositContext;

const MINUTE = 60_000;
/** The services' clock stands still until the window is tested. */
export const NOW = new TestClock().now();

const cleaned = (pasted: string): string => {
  const read = readSlatepack(pasted);
  return read.ok ? read.slatepack.canonical : '';
};

const QUOTED = slatepack('text-quoted');
const REPLY = armored.find(({ id }) => id === 'plain-s2');
const ENCRYPTED = slatepack('encrypted-for-venue-G');
const SIGNED = slatepack('encrypted-for-other-A');

const refused = refusal(400, 'This slatepack was already used.', 'ALREADY_RECEIVED');
const tooMany = refusal(429, 'Slow down');
const lost = outages('receiveGrinDeposit', { deposit_id: 'd1' });
const OUTAGES = [lost.serverDown, lost.noAnswer, lost.unreadable];
const missing = refusal(404, 'There is no such deposit.', 'DEPOSIT_NOT_FOUND');
const unread = outages('depositStatus', { confirmations: 2 });
/** A read can be repeated. */
const again = (one: typeof unread.serverDown) => {
  const failure: Failure = { ...one.failure, retryable: true };
  return { ...one, failure, error: new OutageError(failure) };
};
const UNREAD = [again(unread.serverDown), again(unread.noAnswer), unread.unreadable];

const half = {
  slatepack: SIGNED,
  depositId: null,
  safeUntil: NOW + 30 * MINUTE,
  closesAt: NOW + 60 * MINUTE,
};
const exact = {
  slatepack: SIGNED,
  depositId: 'd1',
  safeUntil: NOW + 45 * MINUTE,
  closesAt: NOW + 45 * MINUTE,
};

const endings: NonNullable<Variant<Machine>['outcomes']> = {
  receive: [
    { name: 'signed', reply: { status: 200, body: SIGNED }, done: { ok: true, value: half } },
    {
      name: 'signed with an end',
      reply: {
        status: 200,
        body: { signed_slatepack: SIGNED, deposit_id: 'd1', expires_at: exact.closesAt },
      },
      done: { ok: true, value: exact },
    },
    { name: 'refused', reply: refused.reply, done: { ok: false, failure: refused.failure } },
    { name: 'too many', reply: tooMany.reply, done: { ok: false, failure: tooMany.failure } },
    ...OUTAGES,
  ],
};

const progress = { status: 'pending', fault: null, confirmations: null, required: null, txHash: null };
const KERNEL = `08${'ab'.repeat(32)}`;
const posted = { ...progress, txHash: KERNEL };
const over = { ...progress, status: 'cancelled' };
const waits = { state: 'CREATED', monitoring_state: 'NOT_CHECKED' };

const resumptions: NonNullable<Variant<Machine>['outcomes']> = {
  resume: [
    {
      name: 'waits',
      reply: {
        status: 200,
        body: { ...waits, signed_slatepack_message: SIGNED, expires_at: exact.closesAt },
      },
      done: { progress, signed: exact },
    },
    { name: 'kept back', reply: { status: 200, body: waits }, done: { progress, signed: null } },
    {
      name: 'posted',
      reply: { status: 200, body: { ...waits, tx_hash: KERNEL } },
      done: { progress: posted, signed: null },
    },
    {
      name: 'too late',
      reply: { status: 200, body: { state: 'CANCELLED', monitoring_state: 'EXPIRED' } },
      done: { progress: over, signed: null },
    },
    { name: 'not found', reply: missing.reply, error: new OutageError(missing.failure) },
    ...UNREAD,
  ],
};

const submit = (name: string, privateText: string): EventCase<Machine> => ({
  name,
  event: { type: 'user.submit', privateText },
});
const isSafe = ({ context }: { context: Context }): boolean => context.signed?.safeUntil === half.safeUntil;

const events: readonly EventCase<Machine>[] = [
  submit('submit', QUOTED),
  submit('submit encrypted', ENCRYPTED),
  submit('submit nothing', ' \n'),
  submit('submit a reply', REPLY?.armored ?? ''),
  submit('submit the answer', SIGNED),
  submit('submit damaged', slatepack('text-one-char-changed')),
  { name: 'edit', says: 'the user changes the text', event: { type: 'user.edit' } },
  { name: 'start over', says: 'the user starts over', event: { type: 'user.startOver' } },
  // The first of them only where the end is uncertain.
  {
    name: 'half an hour passed',
    says: 'half an hour has passed',
    event: { type: 'window.narrowed' },
    when: (snapshot) => snapshot.matches({ signed: 'safe' }) && isSafe(snapshot),
  },
  {
    name: 'the window closed',
    says: 'the time to finalize is over',
    event: { type: 'window.closed' },
    when: (snapshot) =>
      snapshot.matches({ signed: 'closing' }) || (snapshot.matches({ signed: 'safe' }) && !isSafe(snapshot)),
  },
  {
    name: 'woke after the end',
    says: 'the computer wakes up after the end of the time',
    event: { type: 'window.closed' },
    when: (snapshot) => snapshot.matches({ signed: 'safe' }) && isSafe(snapshot),
  },
];

const resumedEvents: readonly EventCase<Machine>[] = [
  ...events.filter(({ name }) => ['edit', 'start over', 'the window closed'].includes(name)),
  { name: 'retry', says: 'the user asks once more', event: { type: 'user.retry' } },
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const clock = new TestClock();
  const listeners = new Set<(fact: PageFact) => void>();
  let isNarrowed = false;
  return {
    machine: slatepackDepositMachine.provide(
      slatepackDepositImplementations({
        http: network.http,
        clock,
        page: {
          listen: (hear) => {
            listeners.add(hear);
            return () => listeners.delete(hear);
          },
        },
        invalidateDeposits: () => effects.push('deposits outdated'),
      }),
    ),
    clock: new TestClock(),
    settle: (_id, outcome) => {
      // The next deposit starts at the same time, so that states do not differ by the time of day.
      clock.jump(NOW - clock.now());
      isNarrowed = false;
      network.reply(outcome.reply as Reply);
    },
    drive: {
      'window.narrowed': () => {
        isNarrowed = true;
        clock.advance(30 * MINUTE);
      },
      'window.closed': () => {
        if (isNarrowed) {
          clock.advance(30 * MINUTE);
          return;
        }
        clock.jump(61 * MINUTE);
        for (const hear of listeners) for (const fact of ['hidden', 'visible'] as const) hear(fact);
      },
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => [
      ...network.open(),
      ...(clock.pending > 0 ? ['a timer of the window'] : []),
      ...[...listeners].map(() => 'a listener of the page'),
    ],
  };
}

const post = (text: string): string =>
  `POST /deposit/deposits/grin/receive ${JSON.stringify({ slatepack_message: cleaned(text) })}`;
const READ = 'GET /deposit/deposits/d1/status';
const NEW = { minimum: '0.1', resumed: null };
const noFaults = { mistake: null, failure: null };
const wrong = (mistake: object) => (): Readonly<Record<string, unknown>> => ({ mistake, failure: null });

const rows: readonly Row<Context>[] = [
  {
    ref: 'DEPOSIT-05: paste slatepack',
    in: '',
    on: '(start)',
    if: (_, { input }) => input === NEW,
    to: 'pasting',
    sets: () => ({ ...noFaults, signed: null, answer: null }),
  },
  {
    ref: 'DEPOSIT-14: comes back after a reload and from "Resume"',
    in: '',
    on: '(start)',
    to: 'resuming',
    does: () => [READ],
    sets: () => ({ resumed: 'd1', signed: null }),
  },
  {
    ref: 'DEPOSIT-14: its signed slatepack comes back',
    in: 'resuming',
    on: 'resume: waits',
    to: 'signed.safe',
    sets: () => ({ signed: exact, answer: SIGNED, progress: null }),
  },
  {
    ref: 'DEPOSIT-14: with a server that does not, the page is as it is without',
    in: 'resuming',
    on: 'resume: kept back',
    to: 'pasting',
    sets: () => ({ resumed: null, signed: null }),
  },
  ...(
    [
      ['posted', posted],
      ['too late', over],
    ] as const
  ).map(([name, reached]): Row<Context> => ({
    ref: 'DEPOSIT-14: one that no longer waits says how it stands',
    in: 'resuming',
    on: `resume: ${name}`,
    to: 'settled',
    sets: () => ({ progress: reached, signed: null }),
  })),
  ...[missing, ...UNREAD].map((one): Row<Context> => ({
    ref: 'DEPOSIT-14: as often as it is asked for',
    in: 'resuming',
    on: `resume: ${'name' in one ? one.name : 'not found'}`,
    to: 'unread',
    sets: () => ({ failure: one.failure, resumed: 'd1' }),
  })),
  {
    ref: 'DEPOSIT-14: as often as it is asked for',
    in: 'unread',
    on: 'retry',
    to: 'resuming',
    does: () => [READ],
    sets: () => noFaults,
  },
  {
    ref: 'DEPOSIT-05: until another deposit',
    in: ['unread', 'settled'],
    on: 'start over',
    to: 'pasting',
    sets: () => ({ ...noFaults, resumed: null, progress: null }),
  },
  {
    ref: 'DEPOSIT-06: must be a non-empty string',
    in: 'pasting',
    on: 'submit nothing',
    says: 'the user sends nothing',
    sets: wrong({ code: 'EMPTY' }),
  },
  {
    ref: 'DEPOSIT-11: WRONG_STAGE deposit S2',
    in: 'pasting',
    on: 'submit a reply',
    says: 'the user sends a reply instead of the first message',
    sets: wrong({ code: 'WRONG_STAGE_REPLY', id: REPLY?.expect.slate?.id }),
  },
  {
    ref: 'DEPOSIT-06: what we signed is no new deposit',
    in: 'pasting',
    on: 'submit the answer',
    says: "the user sends the exchange's own answer",
    if: ({ answer }) => answer !== null,
    sets: wrong({ code: 'WRONG_STAGE_OWN' }),
  },
  {
    ref: 'DEPOSIT-11: encrypted and fine, do not block',
    in: 'pasting',
    on: 'submit the answer',
    if: ({ answer }) => answer === null,
    to: 'submitting',
    does: () => [post(SIGNED)],
    sets: () => noFaults,
  },
  {
    ref: 'DEPOSIT-11: CHECKSUM',
    in: 'pasting',
    on: 'submit damaged',
    says: 'the user sends a damaged slatepack',
    sets: wrong({ code: 'CHECKSUM' }),
  },
  {
    ref: 'DEPOSIT-11: submit; the cleaned text is sent',
    in: 'pasting',
    on: 'submit',
    says: 'the user sends a slatepack',
    to: 'submitting',
    does: () => [post(QUOTED)],
    sets: () => noFaults,
  },
  {
    ref: 'DEPOSIT-11: encrypted and fine, do not block',
    in: 'pasting',
    on: 'submit encrypted',
    says: 'the user sends an encrypted slatepack',
    to: 'submitting',
    does: () => [post(ENCRYPTED)],
    sets: () => noFaults,
  },
  { ref: 'NAV-13: errors clear when the field is edited', in: 'pasting', on: 'edit', sets: () => noFaults },
  ...(
    [
      ['signed', half],
      ['signed with an end', exact],
    ] as const
  ).map(([name, signed]): Row<Context> => ({
    ref: 'DEPOSIT-05: a signed slatepack is shown; 30 to 60 minutes',
    in: 'submitting',
    on: `receive: ${name}`,
    to: 'signed.safe',
    does: () => ['deposits outdated', 'toast {"key":"deposit:toast.signed","kind":"success"}'],
    sets: () => ({ signed, answer: SIGNED, ...noFaults }),
  })),
  ...[['refused', refused.failure] as const, ['too many', tooMany.failure] as const].map(
    ([name, failure]: readonly [string, Failure]): Row<Context> => ({
      ref: "DEPOSIT-06: the server's message or error, otherwise 'Failed to process slatepack'",
      in: 'submitting',
      on: `receive: ${name}`,
      to: 'pasting',
      does: () => [
        `toast {"key":"deposit:toast.slatepackFailed","kind":"error"${
          failure.text === undefined ? '' : `,"text":"${failure.text}"`
        }}`,
      ],
      sets: () => ({ failure, mistake: null, signed: null }),
    }),
  ),
  ...OUTAGES.map(({ name, failure }): Row<Context> => ({
    ref: 'LOST-01: it may have been received, and the list of deposits tells',
    in: 'submitting',
    on: `receive: ${name}`,
    to: 'pasting',
    does: () => ['deposits outdated', 'toast {"key":"deposit:toast.slatepackUnknown","kind":"error"}'],
    sets: () => ({ failure, mistake: null, signed: null }),
  })),
  {
    ref: 'DEPOSIT-05: finalize window, 30 minutes',
    in: 'signed.safe',
    on: 'half an hour passed',
    to: 'signed.closing',
  },
  {
    ref: 'DEPOSIT-05: finalize window, 60 minutes',
    in: ['signed.safe', 'signed.closing'],
    on: ['the window closed', 'woke after the end'],
    to: 'signed.closed',
    sets: ({ signed }) => ({ signed }),
  },
  {
    ref: 'DEPOSIT-05: input locked, until another deposit',
    in: ['signed.safe', 'signed.closing', 'signed.closed'],
    on: 'start over',
    to: 'pasting',
    sets: () => ({ signed: null, ...noFaults }),
  },
];

export const slatepackDepositModel: MachineModel<Machine> = {
  name: 'slatepackDeposit',
  machine: slatepackDepositMachine,
  states: {
    resuming: 'the server is being asked how the deposit stands',
    unread: 'the page says that the server could not tell how the deposit stands',
    settled: 'the page says how the deposit stands, which waits for the wallet no longer',
    pasting: 'the page waits for the slatepack',
    submitting: 'the slatepack is on its way, once',
    'signed.safe': 'the answer is shown, and there is time to finalize',
    'signed.closing': 'the answer is shown, and the time is nearly over',
    'signed.closed': 'the page says that the time is over',
  },
  services: { receive: 'the slatepack', resume: 'the question how the deposit stands' },
  endings: {
    signed: 'comes back signed',
    'signed with an end': 'comes back signed, with an end of the time to finalize',
    waits: 'brings the signed slatepack again',
    'kept back': 'does not bring the signed slatepack',
    posted: 'says that the payment was posted',
    'too late': 'says that the time is over',
    'not found': 'finds no such deposit',
  },
  variants: [
    { name: 'GRIN', input: NEW, events, outcomes: endings, sut },
    {
      name: 'GRIN, resumed',
      input: { minimum: '0.1', resumed: 'd1' },
      events: resumedEvents,
      outcomes: resumptions,
      sut,
    },
  ],
  requirements: rows,
  invariant: (snapshot) => {
    const { signed, mistake, failure } = snapshot.context;
    if ((signed !== null) !== snapshot.matches('signed'))
      return 'the answer is kept exactly while it is shown';
    return mistake !== null && failure !== null ? 'two things are wrong at once' : undefined;
  },
  selectors: {
    from: selectors,
    rules: {
      slatepackDepositPhase: [
        [/^resuming/, 'resuming'],
        [/^unread/, 'unread'],
        [/^settled/, 'settled'],
        [/^pasting/, 'pasting'],
        [/^submitting/, 'submitting'],
        [/safe/, 'safe'],
        [/closing/, 'closing'],
        [/closed/, 'closed'],
      ],
      selectFailure: { context: 'failure' },
      isResumed: ({ resumed }: Context) => resumed !== null,
      selectOpenDeposit: ({ signed, resumed }: Context) => signed?.depositId ?? resumed,
    },
  },
  tags: { busy: /^(submitting|resuming)/, failed: /^unread/ },
};
