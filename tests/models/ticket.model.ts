import type { SnapshotFrom } from 'xstate';
import { ticketImplementations } from '../../src/machines/support/support.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { ticketMachine } from '../../src/machines/support/index.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { BROKEN, oneLook } from './tools/oneLook.ts';
import { recordEmitted, scriptedNetwork, type Reply, type ScriptedNetwork } from './tools/ports.ts';
import type { World } from './tools/walk.ts';
import {
  CLOSED,
  comment,
  FORBIDDEN,
  ID,
  range,
  REFUSED,
  REPLY_WIRE,
  TEXT,
  TICKET,
  TOO_MANY,
  UNREACHABLE,
  UNREADABLE,
  wireComment,
  wireTicket,
} from './ticket.cases.ts';
import { ticketSpec } from './ticket.spec.ts';
import { ticketPhrases } from './ticket.phrases.ts';

type Machine = typeof ticketMachine;

const ok = (body: unknown): Reply => ({ status: 200, body });
const refusal = ({ status = 0, text, serverCode }: Failure): Reply => ({
  status,
  body: { message: text, ...(serverCode === undefined ? {} : { code: serverCode }) },
});
const MISSING: Failure = {
  status: 404,
  text: 'None.',
  serverCode: 'TICKET_NOT_FOUND',
  code: 'refused',
  retryable: false,
};

const page = (total: number, limit = 20): object => ({
  items: range(Math.max(0, total - limit), total).map(wireComment),
  total,
});
const conversation = (total: number, part: object = {}): object => ({
  ticket: { ...TICKET, ...part },
  comments: range(Math.max(0, total - 20), total).map(comment),
  hidden: Math.max(0, total - 20),
});

type Snapshot = SnapshotFrom<Machine>;
const isFirst = (snapshot: Snapshot): boolean => snapshot.matches('loading');

/** Ticket and comments; a third request finds the end of the comments at first. */
const reading = (total: number): readonly Outcome<Snapshot>[] => {
  const firstPage = ok({ items: range(0, Math.min(total, 20)).map(wireComment), total });
  const whole = (part: object): Outcome<Snapshot>[] => {
    const name = part === OPEN ? 'read' : 'read, closed';
    const done = { ok: true, value: conversation(total, part) };
    const ticket = ok(wireTicket(part));
    return [
      { name, reply: [ticket, firstPage, ...(total > 20 ? [ok(page(total))] : [])], done, when: isFirst },
      { name, reply: [ticket, ok(page(total))], done, when: (snapshot) => !isFirst(snapshot) },
    ];
  };
  return [
    ...whole(OPEN),
    ...whole({ status: 'closed' }),
    { name: 'missing', reply: [refusal(MISSING), refusal(MISSING)], done: { ok: false, failure: MISSING } },
    {
      name: 'forbidden',
      reply: [refusal(FORBIDDEN), refusal(FORBIDDEN)],
      done: { ok: false, failure: FORBIDDEN },
    },
    { name: 'no answer', reply: ['noAnswer', 'noAnswer'], error: new OutageError(UNREACHABLE) },
    {
      name: 'unreadable',
      reply: [ok({ id: ID }), refusal(FORBIDDEN)],
      error: new OutageError(UNREADABLE),
    },
  ];
};
const OPEN = {};

const extending: readonly Outcome[] = [
  {
    name: 'earlier ones',
    reply: [ok({ items: range(0, 3).map(wireComment), total: 23 })],
    done: { ok: true, value: range(0, 3).map(comment) },
  },
  { name: 'forbidden', reply: [refusal(FORBIDDEN)], done: { ok: false, failure: FORBIDDEN } },
  { name: 'no answer', reply: ['noAnswer'], error: new OutageError(UNREACHABLE) },
];

const lost: Failure = { code: 'unreachable', retryable: false, cause: 'TypeError' };
const sending: readonly Outcome[] = [
  { name: 'sent', reply: [{ status: 201, body: REPLY_WIRE }], done: { ok: true, value: null } },
  { name: 'refused', reply: [refusal(REFUSED)], done: { ok: false, failure: REFUSED } },
  { name: 'closed', reply: [refusal(CLOSED)], done: { ok: false, failure: CLOSED } },
  {
    name: 'too many for 20 s',
    reply: [{ status: 429, body: {}, retryAfter: 20 }],
    done: { ok: false, failure: TOO_MANY },
  },
  { name: 'no answer', reply: ['noAnswer'], error: new OutageError(lost) },
  {
    name: 'server down',
    reply: [{ status: 503, body: undefined }],
    error: new OutageError({ status: 503, code: 'server', retryable: false, cause: 'commentTicket 503' }),
  },
];

const isOfText = ({ context }: Snapshot): boolean => context.reply?.text === TEXT;
const looking = (total: number): readonly Outcome<Snapshot>[] => [
  {
    name: 'found',
    reply: [
      ok({
        items: [...range(Math.max(0, total - 20), total).map(wireComment), REPLY_WIRE].slice(-20),
        total,
      }),
    ],
    done: { kind: 'found', value: true },
    when: isOfText,
  },
  { name: 'not there', reply: [ok(page(total))], done: { kind: 'absent' } },
  { name: 'forbidden', reply: [refusal(FORBIDDEN)], done: { kind: 'unknown', failure: FORBIDDEN } },
  { name: 'no answer', reply: ['noAnswer'], done: { kind: 'unknown', failure: UNREACHABLE } },
  {
    name: 'a defect',
    reply: [ok({ items: [REPLY_WIRE], total: 1 })],
    error: BROKEN,
    when: isOfText,
  },
];

const events: readonly EventCase<Machine>[] = [
  ...(
    [
      'user.refresh',
      'user.showEarlier',
      'user.hideEarlier',
      'user.edit',
      'user.checkAgain',
      'user.leave',
    ] as const
  ).map((type) => ({ name: type.slice('user.'.length), event: { type } })),
  {
    name: 'reply',
    event: { type: 'user.reply', text: TEXT, idempotencyKey: 'k1' },
    when: ({ context }) => context.absent === null,
  },
  {
    name: 'reply again',
    event: { type: 'user.reply', text: TEXT, idempotencyKey: 'k2' },
    when: ({ context }) => context.absent?.text === TEXT,
  },
  {
    name: 'another reply',
    event: { type: 'user.reply', text: `${TEXT}!`, idempotencyKey: 'k3' },
    // Once is enough: it only matters that it follows one that was not found.
    when: (snapshot) => snapshot.context.absent?.text === TEXT && snapshot.matches({ shown: 'idle' }),
  },
  { name: 'reply with blanks', event: { type: 'user.reply', text: ' \n\u200b', idempotencyKey: 'never' } },
];

function world(): World<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const implementations = ticketImplementations({
    http: network.http,
    outdateLists: () => effects.push('lists outdated'),
    random: () => 0,
  });
  let isBroken = false;
  const reconcileWrite = oneLook(implementations.actors.reconcileWrite, () => isBroken);
  return {
    machine: ticketMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
    clock: new TestClock(),
    settle: (id, outcome) => {
      isBroken = id === 'reconcileWrite' && outcome.error !== undefined;
      void answerAll(network, outcome.reply as readonly Reply[]);
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    // A sent reply goes on when the screen is left.
    leaks: () => network.open().filter((title) => !title.startsWith('POST ')),
  };
}

/** Some requests are made only after the one before was answered. */
async function answerAll(network: ScriptedNetwork, replies: readonly Reply[]): Promise<void> {
  for (const reply of replies) {
    for (let turn = 0; network.open().length === 0 && turn < 20; turn += 1) await Promise.resolve();
    network.reply(reply);
  }
}

/** @param total number of comments */
const variant = (name: string, total: number, more: Variant<Machine>['outcomes'] = {}): Variant<Machine> => ({
  name,
  input: { ticketId: ID },
  events,
  outcomes: {
    readTicket: reading(total),
    sendReply: sending,
    reconcileWrite: looking(total),
    ...more,
  },
  world,
});

export const ticketModel: MachineModel<Machine> = {
  name: 'ticket',
  phrases: ticketPhrases,
  machine: ticketMachine,
  variants: [variant('no comment yet', 0), variant('more than are shown', 23, { readEarlier: extending })],
  // The failure only decides a text.
  key: ({ value, context: { failure, refusal, conversation: shown, ...context } }) => ({
    value,
    context,
    hasFailed: failure !== null,
    isRefused: refusal !== null,
    shown: shown && [shown.ticket.status, shown.comments.length, shown.hidden],
  }),
  spec: ticketSpec,
  invariant: (snapshot) => {
    const { reply, conversation: shown } = snapshot.context;
    const isOnItsWay = snapshot.hasTag('sending') || snapshot.hasTag('unknown');
    if ((reply !== null) !== isOnItsWay) return 'a reply is kept that is not on its way';
    return (shown !== null) === snapshot.matches('shown')
      ? undefined
      : 'the conversation is not what is shown';
  },
};
