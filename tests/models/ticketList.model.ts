import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../../src/domain/failure.ts';
import type { TicketDraft } from '../../src/domain/ticket.ts';
import { type TicketListContext, ticketListMachine } from '../../src/machines/support/ticketList.machine.ts';
import { ticketListImplementations } from '../../src/machines/support/support.actors.ts';
import * as selectors from '../../src/machines/support/ticketList.machine.ts';
import type { Row } from './tools/spec.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

export const DRAFT: TicketDraft = { subject: 'Where?', description: 'It is late.', category: 'deposit' };

const POOR: Failure = {
  status: 409,
  text: 'Too many tickets.',
  serverCode: 'TOO_MANY_TICKETS',
  code: 'refused',
  retryable: false,
};

const TOO_MANY: Failure = { status: 429, retryAfter: 20, code: 'tooMany', retryable: true };

type TicketListRow = Row<TicketListContext>;

const NOTHING = { status: null, category: null, from: '', to: '' };
const BODY = '{"subject":"Where?","description":"It is late.","category":"deposit"}';
const go = (to: string): string => `navigate {"to":"${to}"}`;
const arrived = (to: string): string[] => [
  'texts forgotten',
  'lists read again',
  'toast {"key":"support:toast.created","kind":"success"}',
  go(to),
];
const whole = () => ({ sending: null, filters: NOTHING, search: '', page: 1, failure: null });
const taking = ['composing.taking.writing', 'composing.taking.refused', 'composing.taking.absent'];
const SENT = { draft: DRAFT, idempotencyKey: 'k1', isAgain: false };
const isAgain = ({ sending }: TicketListContext): boolean => sending?.isAgain === true;
const READ = 'GET /support/tickets/list?limit=20&offset=0';
const LOOKING = 'composing.creating.looking';
const failureOf = (event: object): unknown => (event as unknown as { failure: Failure }).failure;

const lookingAtTheList: readonly TicketListRow[] = [
  {
    ref: 'SUPPORT-05: default page size 5',
    in: '',
    on: '(start)',
    to: 'browsing',
    sets: () => ({ filters: NOTHING, search: '', page: 1, size: 5 }),
  },
  {
    ref: 'HISTORY-03: changing a filter resets the page to 1',
    in: '*',
    on: 'status open',
    sets: ({ filters }) => ({ filters: { ...filters, status: 'open' }, page: 1 }),
  },
  {
    ref: 'HISTORY-03: changing a filter resets the page to 1',
    in: '*',
    on: 'category any',
    sets: ({ filters }) => ({ filters: { ...filters, category: null }, page: 1 }),
  },
  {
    ref: 'SUPPORT-07: created_from',
    in: '*',
    on: 'from day',
    sets: ({ filters }) => ({ filters: { ...filters, from: '2026-01-05' }, page: 1 }),
  },
  {
    ref: 'SUPPORT-01: no results suggests adjusting filters',
    in: '*',
    on: 'clear filters',
    sets: () => ({ filters: NOTHING, search: '', page: 1 }),
  },
  {
    ref: 'SUPPORT-01: filters that cover one page say so; the page stays',
    in: '*',
    on: 'search',
    sets: ({ page, filters }) => ({ search: 'xmr', page, filters }),
  },
  { ref: 'SUPPORT-01: offset', in: '*', on: 'page 2', sets: ({ filters }) => ({ page: 2, filters }) },
  { ref: 'SUPPORT-05: sizes 5, 20, 50, 100', in: '*', on: 'size 50', sets: () => ({ size: 50, page: 1 }) },
];

const writing: readonly TicketListRow[] = [
  {
    ref: 'SUPPORT-01: a new-ticket form',
    in: 'browsing',
    on: 'compose',
    says: 'the user starts a ticket',
    to: 'composing.taking.writing',
    does: () => [go('/support')],
  },
  { ref: 'SUPPORT-01: mobile shows one pane', in: 'composing*', on: 'compose', does: () => [go('/support')] },
  {
    ref: 'SUPPORT-01',
    in: taking,
    on: ['cancel', 'opened'],
    to: 'browsing',
    sets: () => ({ failure: null, sending: null }),
  },
  {
    ref: 'NAV-13: errors clear when the field is edited',
    in: taking,
    on: 'edit',
    says: 'the user changes the ticket',
    to: 'composing.taking.writing',
    sets: () => ({ failure: null, sending: null }),
  },
  {
    ref: 'SUPPORT-07: subject, description, category (lowercased)',
    in: taking,
    on: 'create',
    says: 'the user sends the ticket',
    to: 'composing.creating.sending',
    does: () => [`POST /support/tickets/create ${BODY} key=k1`],
    sets: () => ({ sending: SENT, failure: null }),
  },
  {
    ref: 'LOST-03, LOST-04: sent again by a press, with the same key',
    in: 'composing.taking.absent',
    on: 'create again',
    to: 'composing.creating.sending',
    does: () => [`POST /support/tickets/create ${BODY} key=k1`],
    sets: () => ({ sending: { ...SENT, isAgain: true }, failure: null }),
  },
];

const answers: readonly TicketListRow[] = [
  {
    ref: 'SUPPORT-01: the ticket is shown',
    in: 'composing.creating.sending',
    on: 'create: created',
    to: 'browsing',
    does: () => arrived('/support/t7'),
    sets: whole,
  },
  {
    ref: 'SUPPORT-01: response fields not shown; the list tells',
    in: 'composing.creating.sending',
    on: 'create: created without id',
    to: 'browsing',
    does: () => arrived('/support'),
    sets: whole,
  },
  {
    ref: 'SUPPORT-01: a message for creating; what was typed stays',
    in: 'composing.creating.sending',
    on: 'create: refused',
    to: 'composing.taking.refused',
    sets: () => ({ failure: POOR, sending: null }),
  },
  {
    ref: 'LOST-02: an answer that says nothing of the first time',
    in: 'composing.creating.sending',
    on: 'create: too many for 20 s, again',
    to: LOOKING,
    does: () => [READ],
    sets: ({ sending }) => ({ sending, failure: TOO_MANY }),
  },
  {
    ref: 'SUPPORT-01: a message for creating; what was typed stays',
    in: 'composing.creating.sending',
    on: 'create: too many for 20 s',
    to: 'composing.taking.refused',
    sets: () => ({ failure: TOO_MANY, sending: null }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: 'composing.creating.sending',
    on: ['create: no answer', 'create: silence', 'create: server down', 'create: unreadable'],
    to: LOOKING,
    does: () => [READ],
    sets: ({ sending }, event) => ({ sending, failure: failureOf(event) }),
  },
];

const reconciling: readonly TicketListRow[] = [
  {
    ref: 'LOST-02: it is in the list',
    in: LOOKING,
    on: 'create: found',
    to: 'browsing',
    does: () => arrived('/support/t7'),
    sets: whole,
  },
  {
    ref: 'LOST-03: reading showed that it is not there',
    in: LOOKING,
    on: ['create: not there', 'create: a closed one'],
    to: 'composing.taking.absent',
    sets: ({ sending }) => ({ sending, failure: null }),
  },
  {
    ref: 'LOST-03: reading told nothing',
    in: LOOKING,
    on: ['create: forbidden', 'create: cannot be read'],
    to: 'composing.unresolved',
    sets: ({ sending, failure }) => ({ sending, failure }),
  },
  {
    ref: 'LOST-03: the user looks again',
    in: 'composing.unresolved',
    on: 'checkAgain',
    says: 'the user presses "Check again"',
    to: LOOKING,
    does: () => [READ],
  },
  {
    ref: 'LOST-03: the user stops the search; drafts survive',
    in: LOOKING,
    on: 'leave',
    says: 'the user stops waiting',
    to: 'composing.taking.writing',
    does: () => ['lists read again', `abort ${READ}`],
    sets: () => ({ sending: null, failure: null }),
  },
  {
    ref: 'LOST-03: the user leaves it; drafts survive',
    in: 'composing.unresolved',
    on: 'leave',
    to: 'composing.taking.writing',
    does: () => ['lists read again'],
    sets: () => ({ sending: null, failure: null }),
  },
];

const requirements: readonly Row<TicketListContext>[] = [
  ...lookingAtTheList,
  ...writing,
  ...answers,
  ...reconciling,
];

type Machine = typeof ticketListMachine;

const wire = (part: object = {}): object => ({
  id: 't7',
  ...DRAFT,
  status: 'open',
  created_date: '2026-01-05T12:00:00Z',
  owner_username: 'anna',
  ...part,
});

const LOST: Failure = { code: 'unreachable', retryable: false, cause: 'TypeError' };
const isLooking = (snapshot: SnapshotFrom<Machine>): boolean =>
  snapshot.matches({ composing: { creating: 'looking' } });
const isAgainIn = ({ context }: SnapshotFrom<Machine>): boolean => isAgain(context);
const { done, refused, lost, absent, unknown } = writeOutcomes('create');
const TOO_MANY_REPLY: Reply = { status: 429, body: {}, retryAfter: 20 };

const sent: readonly Outcome[] = [
  done('created', { status: 201, body: wire() }, { id: 't7' }),
  done('created without id', { status: 201, body: {} }, { id: null }),
  refused('refused', { status: 409, body: { message: POOR.text, code: POOR.serverCode } }, POOR),
  lost('no answer', 'noAnswer', LOST),
  lost('silence', 'silence', { code: 'timeout', retryable: false, cause: 'AbortError' }),
  lost(
    'server down',
    { status: 500, body: undefined },
    { status: 500, code: 'server', retryable: false, cause: 'createTicket 500' },
  ),
  lost(
    'unreadable',
    { status: 201, body: { id: [] } },
    { status: 201, code: 'unreadable', retryable: false, cause: 'createTicket 201' },
  ),
];
const looked: readonly Outcome[] = [
  // A server may trim texts or change their line ends.
  done(
    'found',
    { status: 200, body: { items: [wire({ id: 't9', subject: 'Other' }), wire({ subject: ' Where? ' })] } },
    { id: 't7' },
  ),
  absent('not there', { status: 200, body: { items: [], total: 0 } }),
  absent('a closed one', { status: 200, body: [wire({ status: 'closed' })] }),
  unknown(
    'forbidden',
    { status: 403, body: { message: 'Not now.' } },
    { status: 403, text: 'Not now.', code: 'refused', retryable: false },
  ),
  unknown('cannot be read', 'noAnswer', { ...LOST, retryable: true }),
];

const create: readonly Outcome<SnapshotFrom<Machine>>[] = [
  ...inPhases(isLooking, { sent, looked }),
  // A second attempt reveals nothing about the first.
  {
    ...refused('too many for 20 s', TOO_MANY_REPLY, TOO_MANY),
    when: (snapshot) => !isLooking(snapshot) && !isAgainIn(snapshot),
  },
  {
    ...lost('too many for 20 s, again', TOO_MANY_REPLY, TOO_MANY),
    when: (snapshot) => !isLooking(snapshot) && isAgainIn(snapshot),
  },
];

const events: readonly EventCase<Machine>[] = [
  {
    name: 'status open',
    says: 'the user chooses the open tickets',
    event: { type: 'filter.changed', change: { status: 'open' } },
  },
  {
    name: 'category any',
    says: 'the user chooses any category',
    event: { type: 'filter.changed', change: { category: null } },
  },
  {
    name: 'from day',
    says: 'the user chooses a first day',
    event: { type: 'filter.changed', change: { from: '2026-01-05' } },
  },
  { name: 'clear filters', says: 'the user clears the filters', event: { type: 'filter.cleared' } },
  { name: 'search', says: 'the user searches', event: { type: 'search.changed', text: 'xmr' } },
  { name: 'page 2', says: 'the user goes to page 2', event: { type: 'page.chosen', page: 2 } },
  { name: 'page 0', says: 'the list is asked for page 0', event: { type: 'page.chosen', page: 0 } },
  { name: 'page 1.5', says: 'the list is asked for page 1.5', event: { type: 'page.chosen', page: 1.5 } },
  { name: 'size 50', says: 'the user chooses 50 a page', event: { type: 'size.chosen', size: 50 } },
  ...(
    ['user.compose', 'user.cancel', 'user.edit', 'user.checkAgain', 'user.leave', 'ticket.opened'] as const
  ).map((type) => ({ name: type.slice(type.indexOf('.') + 1), event: { type } })),
  ...(
    [
      ['create', DRAFT],
      ['create without subject', { ...DRAFT, subject: ' \u200b' }],
      ['create without message', { ...DRAFT, description: '\n' }],
    ] as const
  ).map(([name, draft]): EventCase<Machine> => ({
    name,
    event: { type: 'user.create', draft, idempotencyKey: 'k1' },
    when: ({ context }) => context.sending === null,
  })),
  {
    name: 'create again',
    says: 'the user sends the same ticket again',
    event: { type: 'user.create', draft: DRAFT, idempotencyKey: 'k2' },
    when: ({ context }) => context.sending !== null,
  },
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const { actors, actions } = ticketListImplementations({
    http: network.http,
    forgetTexts: () => effects.push('texts forgotten'),
    invalidateLists: () => effects.push('lists read again'),
  });
  const wired = ticketListMachine.provide({ actions, actors: { create: oneLook(actors.create) } });
  return writingSut(wired, { effects, network });
}

const FILTER_EVENTS = /^(status|category|from|clear|search|page|size)/;

const variant = (name: string, wanted: (event: string) => boolean): Variant<Machine> => ({
  name,
  events: events.filter((one) => wanted(one.name)),
  outcomes: { create },
  sut,
});

export const ticketListModel: MachineModel<Machine> = {
  name: 'ticketList',
  machine: ticketListMachine,
  states: {
    browsing: 'the list is shown',
    'composing.taking.writing': 'the form for a ticket is open',
    'composing.taking.absent': 'the form says that the ticket was not found, and it may be sent again',
    'composing.taking.refused': 'the form says why the ticket was refused, and keeps its text',
    'composing.creating.sending': 'the ticket is on its way, once',
    'composing.creating.looking': 'the page looks for the ticket and sends nothing',
    'composing.unresolved': 'the page says that it could not find out, and offers to look again',
  },
  says: {
    cancel: 'the user cancels',
    'create without message': 'the user sends the ticket without a message',
    'create without subject': 'the user sends the ticket without a subject',
    opened: 'the user opens a ticket',
  },
  services: { create: 'the ticket' },
  endings: {
    created: 'is made',
    'created without id': 'is made, and the server names no number',
    'too many for 20 s': 'is refused for 20 s, because there were too many',
    'too many for 20 s, again': 'is refused for 20 s, which says nothing of the first time',
    found: 'is found in the list',
    'a closed one': 'is not found; only a closed one is',
    'not there': 'is not found in the list',
    forbidden: 'cannot be looked for: reading is forbidden',
    'cannot be read': 'cannot be looked for: no answer comes',
  },

  // List and new ticket are independent, but a made one shows the whole list again.
  variants: [
    variant('looking at the list', (name) => FILTER_EVENTS.test(name) || name === 'compose'),
    variant('a new ticket', (name) => !FILTER_EVENTS.test(name) || name === 'page 2'),
  ],
  // The failure only decides a text.
  key: ({ value, context: { failure, ...context } }) => ({ value, context, hasFailed: failure !== null }),
  requirements,
  invariant: ({ context, value }) => {
    const isOnItsWay = typeof value === 'object' && /creating|unresolved|absent/.test(JSON.stringify(value));
    return (context.sending !== null) === isOnItsWay ? undefined : 'a ticket is kept that is not on its way';
  },
  selectors: {
    from: selectors,
    rules: {
      selectCompose: [
        [/browsing/, 'closed'],
        [/creating.sending/, 'sending'],
        [/unresolved/, 'unresolved'],
        [/creating.looking/, 'looking'],
        [/absent/, 'absent'],
        [/taking\.(writing|refused)/, 'writing'],
      ],
      selectFailure: { context: 'failure' },
    },
  },
  tags: { sending: /sending/, unknown: /looking|unresolved/ },
};
