import type { TicketListContext } from '../../src/machines/support/index.ts';
import { specTable, type Row } from './tools/spec.ts';
import { DRAFT, POOR, TOO_MANY } from './ticketList.cases.ts';
import type { OutageError } from '../../src/domain/failure.ts';

type TicketListRow = Row<TicketListContext>;

const NOTHING = { status: null, category: null, from: '', to: '' };
const BODY = '{"subject":"Where?","description":"It is late.","category":"deposit"}';
const go = (to: string): string => `navigate {"to":"${to}"}`;
const arrived = (to: string): string[] => [
  'texts forgotten',
  'lists outdated',
  'toast {"key":"support:toast.created","kind":"success"}',
  go(to),
];
const whole = () => ({ sending: null, filters: NOTHING, search: '', page: 1, failure: null });
const taking = ['composing.taking.writing', 'composing.taking.refused', 'composing.taking.absent'];
const SENT = { draft: DRAFT, idempotencyKey: 'k1', isAgain: false };
const isAgain = ({ sending }: TicketListContext): boolean => sending?.isAgain === true;
const READ = 'GET /support/tickets/list?limit=20&offset=0';
const LOOKING = 'composing.lost.looking';
const failureOf = (event: object): unknown => (event as { error: OutageError }).error.failure;

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
    to: 'composing.taking.writing',
    sets: () => ({ failure: null, sending: null }),
  },
  {
    ref: 'SUPPORT-07: subject, description, category (lowercased)',
    in: taking,
    on: 'create',
    to: 'composing.creating',
    does: () => [`POST /support/tickets/create ${BODY} key=k1`],
    sets: () => ({ sending: SENT, failure: null }),
  },
  {
    ref: 'LOST-03, LOST-04: sent again by a press, with the same key',
    in: 'composing.taking.absent',
    on: 'create again',
    to: 'composing.creating',
    does: () => [`POST /support/tickets/create ${BODY} key=k1`],
    sets: () => ({ sending: { ...SENT, isAgain: true }, failure: null }),
  },
];

const answers: readonly TicketListRow[] = [
  {
    ref: 'SUPPORT-01: the ticket is shown',
    in: 'composing.creating',
    on: 'createTicket: created',
    to: 'browsing',
    does: () => arrived('/support/t7'),
    sets: whole,
  },
  {
    ref: 'SUPPORT-01: response fields not shown; the list tells',
    in: 'composing.creating',
    on: 'createTicket: created without id',
    to: 'browsing',
    does: () => arrived('/support'),
    sets: whole,
  },
  {
    ref: 'SUPPORT-01: a message for creating; what was typed stays',
    in: 'composing.creating',
    on: 'createTicket: refused',
    to: 'composing.taking.refused',
    sets: () => ({ failure: POOR, sending: null }),
  },
  {
    ref: 'LOST-02: an answer that says nothing of the first time',
    in: 'composing.creating',
    on: 'createTicket: too many for 20 s',
    if: isAgain,
    to: LOOKING,
    does: () => [READ],
    sets: ({ sending }) => ({ sending, failure: TOO_MANY }),
  },
  {
    ref: 'SUPPORT-01: a message for creating; what was typed stays',
    in: 'composing.creating',
    on: 'createTicket: too many for 20 s',
    to: 'composing.taking.refused',
    sets: () => ({ failure: TOO_MANY, sending: null }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: 'composing.creating',
    on: 'createTicket: *',
    to: LOOKING,
    does: () => [READ],
    sets: ({ sending }, event) => ({ sending, failure: failureOf(event) }),
  },
];

const reconciling: readonly TicketListRow[] = [
  {
    ref: 'LOST-02: it is in the list',
    in: LOOKING,
    on: 'reconcileWrite: found',
    to: 'browsing',
    does: () => arrived('/support/t7'),
    sets: whole,
  },
  {
    ref: 'LOST-03: reading showed that it is not there',
    in: LOOKING,
    on: ['reconcileWrite: not there', 'reconcileWrite: a closed one'],
    to: 'composing.taking.absent',
    sets: ({ sending }) => ({ sending, failure: null }),
  },
  {
    ref: 'LOST-03: reading told nothing',
    in: LOOKING,
    on: 'reconcileWrite: *',
    to: 'composing.lost.unresolved',
    sets: ({ sending, failure }) => ({ sending, failure }),
  },
  {
    ref: 'LOST-03: the user looks again',
    in: 'composing.lost.unresolved',
    on: 'checkAgain',
    to: LOOKING,
    does: () => [READ],
  },
  {
    ref: 'LOST-03: the user stops the search; drafts survive',
    in: LOOKING,
    on: 'leave',
    to: 'composing.taking.writing',
    does: () => ['lists outdated', `abort ${READ}`],
    sets: () => ({ sending: null, failure: null }),
  },
  {
    ref: 'LOST-03: the user leaves it; drafts survive',
    in: 'composing.lost.unresolved',
    on: 'leave',
    to: 'composing.taking.writing',
    does: () => ['lists outdated'],
    sets: () => ({ sending: null, failure: null }),
  },
];

export const ticketListSpec = () =>
  specTable<TicketListContext>([...lookingAtTheList, ...writing, ...answers, ...reconciling]);
