import type { TicketListContext } from '../../../src/machines/ticketList/index.ts';
import { specTable, type Row } from '../tools/spec.ts';
import { DRAFT, POOR } from './cases.ts';

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
const looks = ({ looks: count }: TicketListContext): number => count;

const lookingAtTheList: readonly TicketListRow[] = [
  {
    ref: '2 §9: default page size 5',
    in: '',
    on: '(start)',
    to: 'browsing',
    sets: () => ({ filters: NOTHING, search: '', page: 1, size: 5 }),
  },
  {
    ref: '2 §5: changing a filter resets the page to 1',
    in: '*',
    on: 'status open',
    sets: ({ filters }) => ({ filters: { ...filters, status: 'open' }, page: 1 }),
  },
  {
    ref: '2 §5: changing a filter resets the page to 1',
    in: '*',
    on: 'category any',
    sets: ({ filters }) => ({ filters: { ...filters, category: null }, page: 1 }),
  },
  {
    ref: '2 §7.1: created_from',
    in: '*',
    on: 'from day',
    sets: ({ filters }) => ({ filters: { ...filters, from: '2026-01-05' }, page: 1 }),
  },
  {
    ref: '2 §8: no results suggests adjusting filters',
    in: '*',
    on: 'clear filters',
    sets: () => ({ filters: NOTHING, search: '', page: 1 }),
  },
  {
    ref: 'design: filters that cover one page say so; the page stays',
    in: '*',
    on: 'search',
    sets: ({ page, filters }) => ({ search: 'xmr', page, filters }),
  },
  { ref: '2 §7.1: offset', in: '*', on: 'page 2', sets: ({ filters }) => ({ page: 2, filters }) },
  { ref: '2 §9: sizes 5, 20, 50, 100', in: '*', on: 'size 50', sets: () => ({ size: 50, page: 1 }) },
];

const writing: readonly TicketListRow[] = [
  {
    ref: '2 §2.8: a new-ticket form',
    in: 'browsing',
    on: 'compose',
    to: 'composing.taking.writing',
    does: () => [go('/support')],
  },
  { ref: '2 §2.8: mobile shows one pane', in: 'composing*', on: 'compose', does: () => [go('/support')] },
  { ref: '2 §2.8', in: taking, on: ['cancel', 'opened'], to: 'browsing', sets: () => ({ failure: null }) },
  {
    ref: '1 §5: errors clear when the field is edited',
    in: taking,
    on: 'edit',
    to: 'composing.taking.writing',
    sets: () => ({ failure: null }),
  },
  {
    ref: '2 §7.1: subject, description, category (lowercased)',
    in: taking,
    on: 'create',
    to: 'composing.creating',
    does: () => [`POST /support/tickets/create ${BODY}`],
    sets: () => ({ sending: DRAFT, failure: null }),
  },
];

const answers: readonly TicketListRow[] = [
  {
    ref: '2 §2.8: the ticket is shown',
    in: 'composing.creating',
    on: 'createTicket: created',
    to: 'browsing',
    does: () => arrived('/support/t7'),
    sets: whole,
  },
  {
    ref: '2 §7.1: response fields not shown; the list tells',
    in: 'composing.creating',
    on: 'createTicket: created without id',
    to: 'browsing',
    does: () => arrived('/support'),
    sets: whole,
  },
  {
    ref: '2 §8: a message for creating; what was typed stays',
    in: 'composing.creating',
    on: 'createTicket: refused',
    to: 'composing.taking.refused',
    sets: () => ({ failure: POOR, sending: null }),
  },
  ...['no answer', 'silence', 'server down', 'unreadable'].map((name) => ({
    ref: 'design 7: a write whose answer is lost is "outcome unknown"',
    in: 'composing.creating',
    on: `createTicket: ${name}`,
    to: 'composing.lost.waiting',
    sets: () => ({ sending: DRAFT, looks: 0 }),
  })),
];

const reconciling: readonly TicketListRow[] = [
  {
    ref: 'contract, "Idempotency": reconciles by reading',
    in: 'composing.lost.waiting',
    on: 'after lookPause',
    to: 'composing.lost.looking',
    after: 2000,
    does: () => ['GET /support/tickets/list?limit=20&offset=0'],
    sets: (context) => ({ looks: looks(context) + 1 }),
  },
  {
    ref: 'contract, "Idempotency"',
    in: 'composing.lost.looking',
    on: 'lookForTicket: found',
    to: 'browsing',
    does: () => arrived('/support/t7'),
    sets: () => ({ ...whole(), looks: 0 }),
  },
  ...['not there', 'a closed one'].map((name) => ({
    ref: 'contract, "Idempotency": before it lets the user resend',
    in: 'composing.lost.looking',
    on: `lookForTicket: ${name}`,
    to: (context: TicketListContext) =>
      looks(context) >= 3 ? 'composing.taking.absent' : 'composing.lost.waiting',
    sets: (context: TicketListContext) =>
      looks(context) >= 3 ? { sending: null, looks: 0 } : { sending: DRAFT, looks: looks(context) },
  })),
  ...['forbidden', 'no answer'].map((name) => ({
    ref: 'design 7: unknown stays unknown',
    in: 'composing.lost.looking',
    on: `lookForTicket: ${name}`,
    to: (context: TicketListContext) =>
      looks(context) >= 3 ? 'composing.lost.unresolved' : 'composing.lost.waiting',
    sets: (context: TicketListContext) => ({
      sending: DRAFT,
      looks: looks(context) >= 3 ? 0 : looks(context),
    }),
  })),
  {
    ref: 'contract, "Idempotency"',
    in: 'composing.lost.unresolved',
    on: 'checkAgain',
    to: 'composing.lost.looking',
    does: () => ['GET /support/tickets/list?limit=20&offset=0'],
    sets: () => ({ looks: 1 }),
  },
  {
    ref: 'design: a way on; drafts survive',
    in: 'composing.lost.unresolved',
    on: 'leave',
    to: 'composing.taking.writing',
    does: () => ['lists outdated'],
    sets: () => ({ sending: null, failure: null }),
  },
];

export const ticketListSpec = () =>
  specTable<TicketListContext>([...lookingAtTheList, ...writing, ...answers, ...reconciling]);
