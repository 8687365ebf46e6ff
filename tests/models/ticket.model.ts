import type { SnapshotFrom } from 'xstate';
import { type Failure, OutageError } from '../../src/domain/failure.ts';
import type { Ticket, TicketComment } from '../../src/domain/ticket.ts';
import { type TicketContext, ticketMachine } from '../../src/machines/support/ticket.machine.ts';
import { ticketImplementations } from '../../src/machines/support/support.actors.ts';
import type { Conversation } from '../../src/machines/support/conversation.rules.ts';
import * as selectors from '../../src/machines/support/ticket.machine.ts';
import type { Row } from './tools/spec.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply, type ScriptedNetwork } from './tools/ports.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

export const ID = 't7';
export const TEXT = 'Any news?';
const MONDAY = Date.UTC(2026, 0, 5, 12);

const TICKET: Ticket = {
  id: ID,
  subject: 'Where?',
  status: 'open',
  category: 'deposit',
  description: 'It is late.',
  createdAt: MONDAY,
  modifiedAt: null,
  owner: 'anna',
};

export const wireTicket = (part: object = {}): object => ({
  id: ID,
  subject: 'Where?',
  status: 'open',
  category: 'Deposit',
  description: 'It is late.',
  created_date: '2026-01-05T12:00:00Z',
  owner_username: 'anna',
  ...part,
});

/** The support writes the odd ones. */
const wireComment = (index: number): object => ({
  id: `c${index}`,
  content: `m${index}`,
  user_username: index % 2 === 1 ? 'support' : 'anna',
  comment_date: '2026-01-05T12:00:00',
});

const comment = (index: number): TicketComment => ({
  id: `c${index}`,
  content: `m${index}`,
  author: index % 2 === 1 ? 'support' : 'anna',
  isOwn: index % 2 === 0,
  at: MONDAY,
});

const REPLY_WIRE = {
  id: 'r1',
  content: ` ${TEXT}\r\n`,
  user_username: 'anna',
  comment_date: '2026-01-05T12:01:00Z',
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

const REFUSED: Failure = {
  status: 409,
  text: 'This ticket is full.',
  serverCode: 'TICKET_FULL',
  code: 'refused',
  retryable: false,
};
const CLOSED: Failure = {
  status: 409,
  text: 'This ticket is closed.',
  serverCode: 'TICKET_CLOSED',
  code: 'refused',
  retryable: false,
};
const FORBIDDEN: Failure = { status: 403, text: 'Not now.', code: 'refused', retryable: false };
const UNREACHABLE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
const UNREADABLE: Failure = { status: 200, code: 'unreadable', retryable: false, cause: 'ticket 200' };
const TOO_MANY: Failure = { status: 429, retryAfter: 20, code: 'tooMany', retryable: true };

type TicketRow = Row<TicketContext>;

const comments = (offset: number, limit = 20): string =>
  `GET /support/tickets/comments/list/${ID}?limit=${limit}&offset=${offset}`;
const READ = `GET /support/tickets/get/${ID}`;
const send = (key: string, text = TEXT): string =>
  `POST /support/tickets/comment/${ID} {"content":"${text}"} key=${key}`;
const sent = [
  'lists read again',
  'toast {"key":"support:toast.replySent","kind":"success"}',
  'reply.sent {}',
];

/** The first guess of the next read. */
const lastFrom = ({ conversation }: TicketContext): number =>
  conversation ? Math.max(0, conversation.hidden + conversation.comments.length - 20) : 0;
const readAgain = (context: TicketContext): string[] => [READ, comments(lastFrom(context))];
const lastId = ({ conversation }: TicketContext): string | null => conversation?.comments.at(-1)?.id ?? null;
const isOpen = ({ conversation }: TicketContext): boolean => conversation?.ticket.status !== 'closed';
const isShort = ({ conversation }: TicketContext): boolean => (conversation?.comments.length ?? 0) <= 20;
const nothingSaid = { refusal: null, absent: null };
const LOOKING = 'shown.replying.looking';
const firstRead = 'loading.reading';

const loading: readonly TicketRow[] = [
  {
    ref: 'SUPPORT-01: get, and its comments from their end',
    in: '',
    on: '(start)',
    to: firstRead,
    does: () => [READ, comments(0)],
    sets: () => ({ conversation: null }),
  },
  {
    ref: 'SUPPORT-01: the conversation',
    in: firstRead,
    on: ['readTicket: read', 'readTicket: read, closed'],
    to: 'shown.taking.idle',
    does: (_, { output }) => {
      const { hidden } = output as { hidden: number };
      return hidden > 0 ? [comments(hidden)] : [];
    },
    sets: () => ({ failure: null, attempt: 0 }),
  },
  { ref: 'SUPPORT-01: only the own', in: firstRead, on: 'readTicket: missing', to: 'missing' },
  {
    ref: 'SUPPORT-01: a message for loading',
    in: firstRead,
    on: 'readTicket: forbidden',
    to: 'failed',
    sets: () => ({ failure: FORBIDDEN }),
  },
  {
    ref: 'LOST-06: not retried',
    in: firstRead,
    on: 'readTicket: unreadable',
    to: 'failed',
    sets: () => ({ failure: UNREADABLE }),
  },
  {
    ref: 'LOST-06: three retries',
    in: firstRead,
    on: 'readTicket: no answer',
    to: ({ attempt }) => (attempt < 3 ? 'loading.pausing' : 'failed'),
    sets: ({ attempt }) => ({ failure: UNREACHABLE, attempt: Math.min(3, attempt + 1) }),
  },
  {
    ref: 'LOST-06: growing delays',
    in: 'loading.pausing',
    on: 'after retryPause',
    says: 'the pause before the next try is over',
    to: firstRead,
    after: ({ attempt }) => [1000, 2000, 4000][attempt - 1] ?? 0,
    does: () => [READ, comments(0)],
  },
  {
    ref: 'LOST-06: retry',
    in: 'failed',
    on: 'refresh',
    says: 'the user refreshes the ticket',
    to: firstRead,
    does: () => [READ, comments(0)],
    sets: () => ({ attempt: 0, failure: null }),
  },
];

const whileReading: readonly TicketRow[] = [
  {
    ref: 'SUPPORT-06: a support reply appears within 15 s while the ticket is open',
    in: 'shown.taking.idle',
    on: 'after freshFor',
    says: 'the ticket may be out of date',
    to: 'shown.taking.refreshing',
    after: 10_000,
    does: readAgain,
  },
  {
    ref: 'SUPPORT-01',
    in: 'shown.taking.idle',
    on: 'refresh',
    to: 'shown.taking.refreshing',
    does: readAgain,
  },
  ...(
    [
      ['readTicket: read', 'open'],
      ['readTicket: read, closed', 'closed'],
    ] as const
  ).map(([on, status]): TicketRow => ({
    ref: 'SUPPORT-04: open, pending, closed; lists show the same',
    in: 'shown.taking.refreshing',
    on,
    to: 'shown.taking.idle',
    does: ({ conversation }: TicketContext) =>
      conversation?.ticket.status === status ? [] : ['lists read again'],
    sets: ({ conversation }: TicketContext) => ({
      failure: null,
      conversation: conversation && { ...conversation, ticket: { ...conversation.ticket, status } },
    }),
  })),
  {
    ref: 'SUPPORT-01: only the own',
    in: 'shown.taking.refreshing',
    on: 'readTicket: missing',
    to: 'missing',
    sets: () => ({ conversation: null }),
  },
  ...(
    [
      ['forbidden', FORBIDDEN],
      ['no answer', UNREACHABLE],
      ['unreadable', UNREADABLE],
    ] as const
  ).map(([name, failure]): TicketRow => ({
    ref: 'CALL-02: a failed background refresh keeps the data',
    in: 'shown.taking.refreshing',
    on: `readTicket: ${name}`,
    to: 'shown.taking.idle',
    sets: ({ conversation }: TicketContext) => ({ failure, conversation }),
  })),
  {
    ref: 'SUPPORT-05: a toggle for earlier ones',
    in: 'shown.taking.idle',
    on: 'showEarlier',
    says: 'the user asks for earlier messages',
    if: ({ conversation }) => (conversation?.hidden ?? 0) > 0,
    to: 'shown.taking.extending',
    does: () => [comments(0, 3)],
  },
  {
    ref: 'SUPPORT-05: a toggle for earlier ones',
    in: 'shown.taking.extending',
    on: 'readEarlier: earlier ones',
    to: 'shown.taking.idle',
    sets: ({ conversation }) => ({
      failure: null,
      conversation: { ticket: conversation?.ticket, hidden: 0, comments: range(0, 23).map(comment) },
    }),
  },
  ...(
    [
      ['forbidden', FORBIDDEN],
      ['no answer', UNREACHABLE],
    ] as const
  ).map(([name, failure]): TicketRow => ({
    ref: 'SUPPORT-01: a message for loading',
    in: 'shown.taking.extending',
    on: `readEarlier: ${name}`,
    to: 'shown.taking.idle',
    sets: ({ conversation }: TicketContext) => ({ failure, conversation }),
  })),
  {
    ref: 'SUPPORT-05: last 20 messages shown',
    in: 'shown.taking.idle',
    on: 'hideEarlier',
    says: 'the user hides earlier messages',
    if: (context) => !isShort(context),
    sets: ({ conversation }) => ({
      conversation: { ticket: conversation?.ticket, hidden: 3, comments: range(3, 23).map(comment) },
    }),
  },
];

const replying: readonly TicketRow[] = [
  ...(
    [
      ['shown.taking.idle', () => []],
      [
        'shown.taking.refreshing',
        (context: TicketContext) => readAgain(context).map((text) => `abort ${text}`),
      ],
      ['shown.taking.extending', () => [`abort ${comments(0, 3)}`]],
    ] as const
  ).flatMap(([from, before]): TicketRow[] => [
    {
      ref: 'SUPPORT-04: replies are allowed only when the ticket is not closed',
      in: from,
      on: 'reply',
      if: isOpen,
      to: 'shown.replying.sending',
      does: (context) => [...before(context), send('k1')],
      sets: (context) => ({
        ...nothingSaid,
        reply: { text: TEXT, after: lastId(context), idempotencyKey: 'k1', isAgain: false },
      }),
    },
    {
      ref: 'LOST-03, LOST-04: sent again by a press, with the same key',
      in: from,
      on: 'reply again',
      if: isOpen,
      to: 'shown.replying.sending',
      does: (context) => [...before(context), send(context.absent?.idempotencyKey ?? '')],
      sets: ({ absent }) => ({ ...nothingSaid, reply: absent && { ...absent, isAgain: true } }),
    },
  ]),
  {
    ref: 'LOST-04: other words are another reply',
    in: 'shown.taking.idle',
    on: 'another reply',
    if: isOpen,
    to: 'shown.replying.sending',
    does: () => [send('k3', `${TEXT}!`)],
    sets: (context) => ({
      ...nothingSaid,
      reply: { text: `${TEXT}!`, after: lastId(context), idempotencyKey: 'k3', isAgain: false },
    }),
  },
  {
    ref: 'NAV-13: errors clear when edited',
    in: 'shown*',
    on: 'edit',
    says: 'the user changes the reply',
    sets: () => nothingSaid,
  },
  {
    ref: 'SUPPORT-01: the reply is in the conversation',
    in: 'shown.replying.sending',
    on: 'sendReply: sent',
    to: 'shown.taking.refreshing',
    does: (context) => [...sent, ...readAgain(context)],
    sets: () => ({ reply: null }),
  },
  {
    ref: 'SUPPORT-08: a message for sending; the text stays in the box',
    in: 'shown.replying.sending',
    on: 'sendReply: refused',
    to: 'shown.taking.idle',
    sets: () => ({ refusal: REFUSED, reply: null }),
  },
  {
    ref: 'SUPPORT-04: closed meanwhile',
    in: 'shown.replying.sending',
    on: 'sendReply: closed',
    to: 'shown.taking.refreshing',
    does: readAgain,
    sets: () => ({ refusal: CLOSED, reply: null }),
  },
  {
    ref: 'LOST-02: an answer that says nothing of the first time',
    in: 'shown.replying.sending',
    on: 'sendReply: too many for 20 s, again',
    to: LOOKING,
    does: (context) => [comments(lastFrom(context))],
    sets: ({ reply }) => ({ reply, ...nothingSaid }),
  },
  {
    ref: 'SUPPORT-08: a message for sending; the text stays in the box',
    in: 'shown.replying.sending',
    on: 'sendReply: too many for 20 s',
    to: 'shown.taking.idle',
    sets: () => ({ refusal: TOO_MANY, reply: null }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: 'shown.replying.sending',
    on: ['sendReply: no answer', 'sendReply: server down'],
    to: LOOKING,
    does: (context) => [comments(lastFrom(context))],
    sets: ({ reply }) => ({ reply, ...nothingSaid }),
  },
];

const reconciling: readonly TicketRow[] = [
  {
    ref: 'LOST-02: it is among the comments',
    in: LOOKING,
    on: 'sendReply: found',
    to: 'shown.taking.refreshing',
    does: (context) => [...sent, ...readAgain(context)],
    sets: () => ({ ...nothingSaid, reply: null }),
  },
  {
    ref: 'LOST-03: reading showed that it is not there',
    in: LOOKING,
    on: 'sendReply: not there',
    to: 'shown.taking.refreshing',
    does: readAgain,
    sets: ({ reply }) => ({ refusal: null, absent: reply, reply: null }),
  },
  {
    ref: 'LOST-03: reading told nothing',
    in: LOOKING,
    on: ['sendReply: forbidden', 'sendReply: cannot be read'],
    to: 'shown.unresolved',
    sets: ({ reply }) => ({ reply }),
  },
  {
    ref: 'LOST-03: the user looks again',
    in: 'shown.unresolved',
    on: 'checkAgain',
    says: 'the user presses "Check again"',
    to: LOOKING,
    does: (context) => [comments(lastFrom(context))],
  },
  {
    ref: 'LOST-03: the user stops the search; drafts survive',
    in: LOOKING,
    on: 'leave',
    says: 'the user stops waiting',
    to: 'shown.taking.refreshing',
    does: (context) => [`abort ${comments(lastFrom(context))}`, ...readAgain(context)],
    sets: () => ({ ...nothingSaid, reply: null }),
  },
  {
    ref: 'LOST-03: the user leaves it; drafts survive',
    in: 'shown.unresolved',
    on: 'leave',
    to: 'shown.taking.refreshing',
    does: readAgain,
    sets: () => ({ ...nothingSaid, reply: null }),
  },
];

const requirements: readonly Row<TicketContext>[] = [
  ...loading,
  ...whileReading,
  ...replying,
  ...reconciling,
];

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
    const done = conversation(total, part);
    const ticket = ok(wireTicket(part));
    return [
      { name, reply: [ticket, firstPage, ...(total > 20 ? [ok(page(total))] : [])], done, when: isFirst },
      { name, reply: [ticket, ok(page(total))], done, when: (snapshot) => !isFirst(snapshot) },
    ];
  };
  return [
    ...whole(OPEN),
    ...whole({ status: 'closed' }),
    { name: 'missing', reply: [refusal(MISSING), refusal(MISSING)], done: null },
    { name: 'forbidden', reply: [refusal(FORBIDDEN), refusal(FORBIDDEN)], error: new OutageError(FORBIDDEN) },
    { name: 'no answer', reply: ['noAnswer', 'noAnswer'], error: new OutageError(UNREACHABLE) },
    { name: 'unreadable', reply: [ok({ id: ID }), refusal(FORBIDDEN)], error: new OutageError(UNREADABLE) },
  ];
};
const OPEN = {};

const extending: readonly Outcome[] = [
  {
    name: 'earlier ones',
    reply: [ok({ items: range(0, 3).map(wireComment), total: 23 })],
    done: range(0, 3).map(comment),
  },
  { name: 'forbidden', reply: [refusal(FORBIDDEN)], error: new OutageError(FORBIDDEN) },
  { name: 'no answer', reply: ['noAnswer'], error: new OutageError(UNREACHABLE) },
];

const LOST: Failure = { code: 'unreachable', retryable: false, cause: 'TypeError' };
const TOO_MANY_REPLY: Reply = { status: 429, body: {}, retryAfter: 20 };
const { done, refused, lost, absent, unknown } = writeOutcomes('sendReply');
const isLooking = (snapshot: Snapshot): boolean => snapshot.matches({ shown: { replying: 'looking' } });
const isAgain = ({ context }: Snapshot): boolean => context.reply?.isAgain === true;
const isOfText = ({ context }: Snapshot): boolean => context.reply?.text === TEXT;

const sending = (total: number): readonly Outcome<Snapshot>[] => [
  ...inPhases(isLooking, {
    sent: [
      done('sent', { status: 201, body: REPLY_WIRE }, null),
      refused('refused', refusal(REFUSED), REFUSED),
      refused('closed', refusal(CLOSED), CLOSED),
      lost('no answer', 'noAnswer', LOST),
      lost(
        'server down',
        { status: 503, body: undefined },
        { status: 503, code: 'server', retryable: false, cause: 'commentTicket 503' },
      ),
    ],
    looked: [
      absent('not there', ok(page(total))),
      unknown('forbidden', refusal(FORBIDDEN), FORBIDDEN),
      unknown('cannot be read', 'noAnswer', UNREACHABLE),
    ],
  }),
  {
    ...done(
      'found',
      ok({
        items: [...range(Math.max(0, total - 20), total).map(wireComment), REPLY_WIRE].slice(-20),
        total,
      }),
      true,
    ),
    when: (snapshot) => isLooking(snapshot) && isOfText(snapshot),
  },
  // A second attempt reveals nothing about the first.
  {
    ...refused('too many for 20 s', TOO_MANY_REPLY, TOO_MANY),
    when: (snapshot) => !isLooking(snapshot) && !isAgain(snapshot),
  },
  {
    ...lost('too many for 20 s, again', TOO_MANY_REPLY, TOO_MANY),
    when: (snapshot) => !isLooking(snapshot) && isAgain(snapshot),
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
    says: 'the user sends a reply',
    event: { type: 'user.reply', text: TEXT, idempotencyKey: 'k1' },
    when: ({ context }) => context.absent === null,
  },
  {
    name: 'reply again',
    says: 'the user sends the same reply again',
    event: { type: 'user.reply', text: TEXT, idempotencyKey: 'k2' },
    when: ({ context }) => context.absent?.text === TEXT,
  },
  {
    name: 'another reply',
    says: 'the user sends another reply',
    event: { type: 'user.reply', text: `${TEXT}!`, idempotencyKey: 'k3' },
    // Once is enough: it only matters that it follows one that was not found.
    when: (snapshot) =>
      snapshot.context.absent?.text === TEXT && snapshot.matches({ shown: { taking: 'idle' } }),
  },
  {
    name: 'reply with blanks',
    says: 'the user sends a reply of blanks',
    event: { type: 'user.reply', text: ' \n\u200b', idempotencyKey: 'never' },
  },
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const implementations = ticketImplementations({
    http: network.http,
    invalidateLists: () => effects.push('lists read again'),
    random: () => 0,
  });
  const { actors, ...others } = implementations;
  const sendReply = oneLook(actors.sendReply);
  return {
    ...writingSut(ticketMachine.provide({ ...others, actors: { ...actors, sendReply } }), {
      effects,
      network,
    }),
    settle: (_id, { reply }) => void answerAll(network, [reply].flat() as Reply[]),
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
  outcomes: { readTicket: reading(total), sendReply: sending(total), ...more },
  sut,
});

export const ticketModel: MachineModel<Machine> = {
  name: 'ticket',
  machine: ticketMachine,
  states: {
    'loading.reading': 'the ticket is being read',
    'loading.pausing': 'the next try to read the ticket waits',
    'shown.taking.idle': 'the ticket is shown',
    'shown.replying.sending': 'the reply is on its way, once',
    'shown.replying.looking': 'the page looks for the reply and sends nothing',
    'shown.unresolved': 'the page says that it could not find out, and offers to look again',
    'shown.taking.refreshing': 'the ticket is shown and being read anew',
    'shown.taking.extending': 'the ticket is shown, and earlier messages are being read',
    missing: 'the page says that there is no such ticket',
    failed: 'the page says that the ticket could not be read',
  },
  services: {
    readTicket: 'reading the ticket',
    readEarlier: 'reading earlier messages',
    sendReply: 'the reply',
  },
  endings: {
    read: 'succeeds',
    'read, closed': 'succeeds, and the ticket is closed',
    missing: 'shows that there is no such ticket',
    forbidden: 'is forbidden',
    'earlier ones': 'brings some',
    sent: 'is taken',
    closed: 'is refused, because the ticket is closed',
    'too many for 20 s': 'is refused for 20 s, because there were too many',
    'too many for 20 s, again': 'is refused for 20 s, which says nothing of the first time',
    found: 'is found in the ticket',
    'not there': 'is not found in the ticket',
    'cannot be read': 'cannot be looked for: no answer comes',
  },
  variants: [variant('no comment yet', 0), variant('more than are shown', 23, { readEarlier: extending })],
  // The failure only decides a text.
  key: ({ value, context: { failure, refusal, conversation: shown, ...context } }) => ({
    value,
    context,
    hasFailed: failure !== null,
    isRefused: refusal !== null,
    shown: shown && [shown.ticket.status, shown.comments.length, shown.hidden],
  }),
  requirements,
  invariant: (snapshot) => {
    const { reply, conversation: shown } = snapshot.context;
    const isOnItsWay = snapshot.hasTag('sending') || snapshot.hasTag('unknown');
    if ((reply !== null) !== isOnItsWay) return 'a reply is kept that is not on its way';
    return (shown !== null) === snapshot.matches('shown')
      ? undefined
      : 'the conversation is not what is shown';
  },
  selectors: {
    from: selectors,
    rules: {
      selectView: [
        [/^loading/, 'loading'],
        [/^failed/, 'failed'],
        [/^missing/, 'missing'],
        [/^shown/, 'shown'],
      ],
      selectReplyState: [
        [/sending/, 'sending'],
        [/unresolved/, 'unresolved'],
        [/looking/, 'looking'],
        [/./, 'ready'],
      ],
      showsEarlier: ({ conversation }: { conversation: Conversation | null }) =>
        conversation !== null && conversation.comments.length > 20,
      selectFailure: { context: 'failure' },
      isReplyAbsent: ({ absent }: { absent: unknown }) => absent !== null,
    },
  },
  tags: { reading: /^loading|refreshing|extending/, sending: /sending/, unknown: /looking|unresolved/ },
};
