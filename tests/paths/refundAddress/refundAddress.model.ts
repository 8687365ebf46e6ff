import { createRefundAddressWiring } from '../../../src/app/wiring/refundAddress.ts';
import type { Failure } from '../../../src/domain/failure.ts';
import {
  refundAddressMachine,
  type RefundAddressContext,
} from '../../../src/machines/refundAddress/index.ts';
import type { ChartModel, Variant } from '../tools/chart.ts';
import { TestClock } from '../tools/clock.ts';
import { outages, refusal } from '../tools/endings.ts';
import type { EventCase } from '../tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from '../tools/ports.ts';
import { specTable, type Row } from '../tools/spec.ts';
import type { World } from '../tools/walk.ts';

type Machine = typeof refundAddressMachine;
type Context = RefundAddressContext;

/** Real addresses: what is typed is judged by the coin's rules before anything is sent. */
const OLD = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
/** In capitals, as QR codes carry it; its canonical form is sent. */
const TYPED = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
const NEW = TYPED.toLowerCase();
const STORED = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';

const saveRefusal = refusal(409, 'This address belongs to the exchange', 'OWN_ADDRESS');
const tooMany = refusal(429, 'Slow down');
const removeRefusal = refusal(404, 'There is none');
const saveLost = outages('setRefundAddress', { address: 'x', coin_ticker: [] });
const removeLost = outages('removeRefundAddress', undefined);
const SAVE_OUTAGES = [saveLost.serverDown, saveLost.noAnswer, saveLost.unreadable];
const REMOVE_OUTAGES = [removeLost.serverDown, removeLost.noAnswer];

const endings: NonNullable<Variant<Machine>['outcomes']> = {
  save: [
    { name: 'stored', reply: { status: 200, body: {} }, done: { ok: true, value: NEW } },
    {
      name: 'stored in another form',
      reply: { status: 201, body: { data: { coin_ticker: 'BTC', refund_address: STORED } } },
      done: { ok: true, value: STORED },
    },
    { name: 'refused', reply: saveRefusal.reply, done: { ok: false, failure: saveRefusal.failure } },
    { name: 'too many', reply: tooMany.reply, done: { ok: false, failure: tooMany.failure } },
    ...SAVE_OUTAGES,
  ],
  remove: [
    { name: 'removed', reply: { status: 204, body: undefined }, done: { ok: true, value: null } },
    { name: 'refused', reply: removeRefusal.reply, done: { ok: false, failure: removeRefusal.failure } },
    ...REMOVE_OUTAGES,
  ],
};

const events: readonly EventCase<Machine>[] = [
  { name: 'edit', event: { type: 'user.edit' } },
  { name: 'type', event: { type: 'user.type' } },
  { name: 'cancel', event: { type: 'user.cancel' } },
  { name: 'save', event: { type: 'user.save', text: ` ${TYPED}\n` } },
  { name: 'save blank', event: { type: 'user.save', text: ' \u200b' } },
  { name: 'save damaged', event: { type: 'user.save', text: NEW.replace('w508', 'w509') } },
  { name: 'remove', event: { type: 'user.remove' } },
  { name: 'keep', event: { type: 'user.keep' } },
  { name: 'confirm', event: { type: 'user.confirm' } },
  { name: 'told none', event: { type: 'list.told', address: null } },
  { name: 'told old', event: { type: 'list.told', address: OLD } },
  { name: 'told new', event: { type: 'list.told', address: NEW } },
];

function world(): World<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  return {
    machine: refundAddressMachine.provide(
      createRefundAddressWiring({
        http: network.http,
        outdateList: () => effects.push('list outdated'),
      }),
    ),
    clock: new TestClock(),
    settle: (_id, outcome) => network.reply(outcome.reply as Reply),
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => network.open(),
  };
}

const toast = (kind: 'success' | 'error', key: string, rest = ''): string =>
  `toast {"key":"refund:toast.${key}","kind":"${kind}"${rest}}`;
const OF_COIN = ',"values":{"coin":"BTC"}';
const failed = (key: string, { text }: Failure): string =>
  toast('error', key, text === undefined ? '' : `,"text":"${text}"`);
const restingOf = (address: string | null): string =>
  address === null ? 'resting.unset' : 'resting.configured';
const told = (event: object): string | null => (event as { address: string | null }).address;
const noFault = { mistake: null, failure: null };
const RESTING = ['resting.unset', 'resting.configured', 'resting.saved'];
const WITH_ADDRESS = ['resting.configured', 'resting.saved'];

let firstAddress: string | null = null;

const rows = (): readonly Row<Context>[] => [
  {
    ref: '2 §4: none, or configured',
    in: '',
    on: '(start)',
    to: () => restingOf(firstAddress),
    sets: () => ({ address: firstAddress, ...noFault }),
  },
  { ref: '2 §4: none or configured -> edit', in: RESTING, on: 'edit', to: 'editing' },
  {
    ref: 'guides/peers §2 16: what the server says now is shown',
    in: RESTING,
    on: 'told *',
    if: ({ address }, event) => told(event) !== address,
    to: (_, event) => restingOf(told(event)),
    sets: (_, event) => ({ address: told(event) }),
  },
  {
    ref: 'guides/peers §2 16: nothing changes under the user',
    in: ['editing', 'saving', 'removing.sending'],
    on: 'told *',
    sets: (_, event) => ({ address: told(event) }),
  },
  {
    ref: 'there is nothing left to ask about',
    in: 'removing.asking',
    on: 'told none',
    to: 'resting.unset',
    sets: () => ({ address: null }),
  },
  {
    ref: 'the question is about what is set now',
    in: 'removing.asking',
    on: 'told *',
    sets: (_, event) => ({ address: told(event) }),
  },
  { ref: '1 §5: errors clear when the field is edited', in: 'editing', on: 'type', sets: () => noFault },
  {
    ref: '2 §4: edit input',
    in: 'editing',
    on: 'cancel',
    to: ({ address }) => restingOf(address),
    sets: () => noFault,
  },
  {
    ref: '2 §5: save needs a non-blank value',
    in: 'editing',
    on: 'save blank',
    sets: () => ({ mistake: { code: 'EMPTY' }, failure: null }),
  },
  {
    ref: 'guides/grin §6: the coin’s own rules',
    in: 'editing',
    on: 'save damaged',
    sets: () => ({ mistake: { code: 'CHECKSUM' }, failure: null }),
  },
  {
    ref: '2 §7.1: coin_ticker, address; guides/grin §6: its canonical form',
    in: 'editing',
    on: 'save',
    to: 'saving',
    does: () => [`POST /user/refund-address {"coin_ticker":"BTC","address":"${NEW}"}`],
    sets: () => noFault,
  },
  ...[
    ['stored', NEW],
    ['stored in another form', STORED],
  ].map(([name, address]) => ({
    ref: "2 §4: saving, then a 'saved' flash",
    in: 'saving',
    on: `save: ${name}`,
    to: 'resting.saved',
    does: () => ['list outdated', toast('success', 'saved', OF_COIN)],
    sets: () => ({ address, ...noFault }),
  })),
  ...[['refused', saveRefusal.failure] as const, ['too many', tooMany.failure] as const].map(
    ([name, failure]) => ({
      ref: "2 §8: the server's message or error; what was typed stays",
      in: 'saving',
      on: `save: ${name}`,
      to: 'editing',
      does: () => [failed('saveFailed', failure)],
      sets: () => ({ mistake: null, failure }),
    }),
  ),
  ...SAVE_OUTAGES.map(({ name, failure }) => ({
    ref: '2 §8: a generic fallback; design, 7: it may have been stored, so the list is read',
    in: 'saving',
    on: `save: ${name}`,
    to: 'editing',
    does: () => ['list outdated', failed('saveFailed', failure)],
    sets: () => ({ mistake: null, failure }),
  })),
  {
    ref: '2 §4: for 2 seconds',
    in: 'resting.saved',
    on: 'after savedShown',
    to: 'resting.configured',
    after: 2000,
  },
  {
    ref: '2 §4: remove (with a confirmation dialog)',
    in: WITH_ADDRESS,
    on: 'remove',
    to: 'removing.asking',
    sets: () => noFault,
  },
  {
    ref: '2 §4: a confirmation dialog',
    in: 'removing.asking',
    on: 'keep',
    to: ({ address }) => restingOf(address),
  },
  {
    ref: '2 §7.1',
    in: 'removing.asking',
    on: 'confirm',
    to: 'removing.sending',
    does: () => ['DELETE /user/refund-address/BTC'],
  },
  {
    ref: '2 §4: None',
    in: 'removing.sending',
    on: 'remove: removed',
    to: 'resting.unset',
    does: () => ['list outdated', toast('success', 'removed', OF_COIN)],
    sets: () => ({ address: null, ...noFault }),
  },
  ...[
    ['refused', removeRefusal.failure] as const,
    ...REMOVE_OUTAGES.map(({ name, failure }) => [name, failure] as const),
  ].map(([name, failure]) => ({
    ref: "2 §8: the server's message or error, else a generic fallback",
    in: 'removing.sending',
    on: `remove: ${name}`,
    to: ({ address }: Context) => restingOf(address),
    does: () => ['list outdated', failed('removeFailed', failure)],
    sets: () => ({ failure }),
  })),
];

const variant = (name: string, address: string | null): Variant<Machine> => ({
  name,
  input: { ticker: 'BTC', network: 'Bitcoin', address },
  events,
  outcomes: endings,
  world: () => {
    firstAddress = address;
    return world();
  },
});

export const refundAddressModel: ChartModel<Machine> = {
  name: 'refundAddress',
  machine: refundAddressMachine,
  variants: [variant('none at first', null), variant('set at first', OLD)],
  // A row tells which address it shows, whether something is wrong and what; not why it went wrong before.
  key: ({ value, context }) => [
    value,
    context.address,
    context.mistake,
    context.failure?.status ?? context.failure?.code,
  ],
  spec: () => specTable<Context>(rows()),
  invariant: (snapshot) => {
    const { mistake, failure } = snapshot.context;
    if (mistake !== null && !snapshot.matches('editing')) return 'a mistake is said where nothing is typed';
    return mistake !== null && failure !== null ? 'two things are wrong at once' : undefined;
  },
};
