import { ticketListImplementations } from '../../src/machines/support/support.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { ticketListMachine } from '../../src/machines/support/index.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { BROKEN, writingWorld } from './tools/oneLook.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { World } from './tools/walk.ts';
import { DRAFT, POOR, TOO_MANY } from './ticketList.cases.ts';
import { ticketListSpec } from './ticketList.spec.ts';
import { ticketListPhrases } from './ticketList.phrases.ts';

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
const outage = (name: string, reply: Reply, failure: Failure): Outcome => ({
  name,
  reply,
  error: new OutageError(failure),
});

const creating: readonly Outcome[] = [
  { name: 'created', reply: { status: 201, body: wire() }, done: { ok: true, value: { id: 't7' } } },
  { name: 'created without id', reply: { status: 201, body: {} }, done: { ok: true, value: { id: null } } },
  {
    name: 'refused',
    reply: { status: 409, body: { message: POOR.text, code: POOR.serverCode } },
    done: { ok: false, failure: POOR },
  },
  {
    name: 'too many for 20 s',
    reply: { status: 429, body: {}, retryAfter: 20 },
    done: { ok: false, failure: TOO_MANY },
  },
  outage('no answer', 'noAnswer', LOST),
  outage('silence', 'silence', { code: 'timeout', retryable: false, cause: 'AbortError' }),
  outage(
    'server down',
    { status: 500, body: undefined },
    { status: 500, code: 'server', retryable: false, cause: 'createTicket 500' },
  ),
  outage(
    'unreadable',
    { status: 201, body: { id: [] } },
    { status: 201, code: 'unreadable', retryable: false, cause: 'createTicket 201' },
  ),
];

const absent = { kind: 'absent' };
const found = { kind: 'found', value: { id: 't7' } };
const reconcileWrite: readonly Outcome[] = [
  // A server may trim texts or change their line ends.
  {
    name: 'found',
    reply: {
      status: 200,
      body: { items: [wire({ id: 't9', subject: 'Other' }), wire({ subject: ' Where? ' })] },
    },
    done: found,
  },
  { name: 'not there', reply: { status: 200, body: { items: [], total: 0 } }, done: absent },
  { name: 'a closed one', reply: { status: 200, body: [wire({ status: 'closed' })] }, done: absent },
  {
    name: 'forbidden',
    reply: { status: 403, body: { message: 'Not now.' } },
    done: {
      kind: 'unknown',
      failure: { status: 403, text: 'Not now.', code: 'refused', retryable: false },
    },
  },
  { name: 'no answer', reply: 'noAnswer', done: { kind: 'unknown', failure: { ...LOST, retryable: true } } },
  { name: 'a defect', reply: { status: 200, body: [wire()] }, error: BROKEN },
];

const events: readonly EventCase<Machine>[] = [
  { name: 'status open', event: { type: 'filter.changed', change: { status: 'open' } } },
  { name: 'category any', event: { type: 'filter.changed', change: { category: null } } },
  { name: 'from day', event: { type: 'filter.changed', change: { from: '2026-01-05' } } },
  { name: 'clear filters', event: { type: 'filter.cleared' } },
  { name: 'search', event: { type: 'search.changed', text: 'xmr' } },
  { name: 'page 2', event: { type: 'page.chosen', page: 2 } },
  { name: 'page 0', event: { type: 'page.chosen', page: 0 } },
  { name: 'page 1.5', event: { type: 'page.chosen', page: 1.5 } },
  { name: 'size 50', event: { type: 'size.chosen', size: 50 } },
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
    event: { type: 'user.create', draft: DRAFT, idempotencyKey: 'k2' },
    when: ({ context }) => context.sending !== null,
  },
];

function world(): World<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const implementations = ticketListImplementations({
    http: network.http,
    forgetTexts: () => effects.push('texts forgotten'),
    outdateLists: () => effects.push('lists outdated'),
  });
  const base = writingWorld({ effects, network }, implementations.actors.reconcileWrite, (reconcileWrite) =>
    ticketListMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
  );
  return {
    ...base,
    // A sent ticket goes on when the screen is left.
    leaks: () => base.leaks().filter((title) => !title.startsWith('POST ')),
  };
}

const FILTER_EVENTS = /^(status|category|from|clear|search|page|size)/;

const variant = (name: string, wanted: (event: string) => boolean): Variant<Machine> => ({
  name,
  events: events.filter((one) => wanted(one.name)),
  outcomes: { createTicket: creating, reconcileWrite },
  world,
});

export const ticketListModel: MachineModel<Machine> = {
  name: 'ticketList',
  phrases: ticketListPhrases,
  machine: ticketListMachine,
  // List and new ticket are independent, but a made one shows the whole list again.
  variants: [
    variant('looking at the list', (name) => FILTER_EVENTS.test(name) || name === 'compose'),
    variant('a new ticket', (name) => !FILTER_EVENTS.test(name) || name === 'page 2'),
  ],
  // The failure only decides a text.
  key: ({ value, context: { failure, ...context } }) => ({ value, context, hasFailed: failure !== null }),
  spec: ticketListSpec,
  invariant: ({ context, value }) => {
    const isOnItsWay = typeof value === 'object' && /creating|lost|absent/.test(JSON.stringify(value));
    return (context.sending !== null) === isOnItsWay ? undefined : 'a ticket is kept that is not on its way';
  },
};
