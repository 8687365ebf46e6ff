import type { SnapshotFrom } from 'xstate';
import { refundAddressImplementations } from '../../src/machines/refundAddresses/refundAddresses.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { refundAddressMachine, type RefundAddressContext } from '../../src/machines/refundAddresses/index.ts';
import * as selectors from '../../src/machines/refundAddresses/refundAddress.machine.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { outages, refusal } from './tools/endings.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { BROKEN, writingSut } from './tools/oneLook.ts';
import { scriptedNetwork } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof refundAddressMachine;
type Context = RefundAddressContext;

const OLD = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
/** In capitals, as QR codes have it; the canonical form is sent. */
const TYPED = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
const NEW = TYPED.toLowerCase();
const STORED = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';

const saveRefusal = refusal(409, 'This address belongs to the exchange', 'OWN_ADDRESS');
const tooMany = refusal(429, 'Slow down');
const codeMissing = refusal(403, '2FA code required', 'TWO_FACTOR_REQUIRED');
const CODE = '123456';
const removeRefusal = refusal(404, 'There is none');
const saveLost = outages('setRefundAddress', { address: 'x', coin_ticker: [] });
const removeLost = outages('removeRefundAddress', undefined);
const SAVE_OUTAGES = [saveLost.serverDown, saveLost.noAnswer, saveLost.unreadable];
const REMOVE_OUTAGES = [removeLost.serverDown, removeLost.noAnswer];

const listOf = (address: string | null) => ({
  status: 200,
  body: [
    { coin_ticker: 'XMR', refund_address: null },
    { coin_ticker: 'BTC', refund_address: address },
  ],
});
const LOOK_LOST: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
const absent = { kind: 'absent' };
const isSaving = ({ context }: { readonly context: Context }): boolean => context.sent?.address !== null;
const isRemoving = ({ context }: { readonly context: Context }): boolean => !isSaving({ context });
const searches: readonly Outcome<SnapshotFrom<Machine>>[] = [
  { name: 'saved', reply: listOf(NEW), done: { kind: 'found', value: { address: NEW } }, when: isSaving },
  {
    name: 'saved in another form',
    reply: listOf(STORED),
    done: { kind: 'found', value: { address: STORED } },
    // The old address may still be there.
    when: ({ context }) => isSaving({ context }) && context.sent?.before !== STORED,
  },
  { name: 'not saved', reply: listOf(null), done: absent, when: isSaving },
  {
    name: 'gone',
    reply: listOf(null),
    done: { kind: 'found', value: { address: null } },
    when: isRemoving,
  },
  { name: 'not removed', reply: listOf(OLD), done: absent, when: isRemoving },
  { name: 'no answer', reply: 'noAnswer', done: { kind: 'unknown', failure: LOOK_LOST } },
  { name: 'a defect', reply: listOf(null), error: BROKEN, when: isRemoving },
  { name: 'a defect', reply: listOf(NEW), error: BROKEN, when: isSaving },
];

const endings: NonNullable<Variant<Machine>['outcomes']> = {
  save: [
    { name: 'stored', reply: { status: 200, body: {} }, done: { ok: true, value: NEW } },
    {
      name: 'stored in another form',
      reply: { status: 201, body: { data: { coin_ticker: 'BTC', refund_address: STORED } } },
      done: { ok: true, value: STORED },
    },
    { name: 'refused', reply: saveRefusal.reply, done: { ok: false, failure: saveRefusal.failure } },
    { name: 'code missing', reply: codeMissing.reply, done: { ok: false, failure: codeMissing.failure } },
    { name: 'too many', reply: tooMany.reply, done: { ok: false, failure: tooMany.failure } },
    ...SAVE_OUTAGES,
  ],
  remove: [
    { name: 'removed', reply: { status: 204, body: undefined }, done: { ok: true, value: null } },
    { name: 'refused', reply: removeRefusal.reply, done: { ok: false, failure: removeRefusal.failure } },
    ...REMOVE_OUTAGES,
  ],
  reconcileWrite: searches,
};

const events: readonly EventCase<Machine>[] = [
  { name: 'edit', says: 'the user begins to change the address', event: { type: 'user.edit' } },
  { name: 'type', says: 'the user types', event: { type: 'user.type' } },
  { name: 'cancel', says: 'the user cancels', event: { type: 'user.cancel' } },
  { name: 'save', says: 'the user saves an address', event: { type: 'user.save', text: ` ${TYPED}\n` } },
  {
    name: 'save with a code',
    says: 'the user saves an address with a code of the second factor',
    event: { type: 'user.save', text: TYPED, privateCode: CODE },
  },
  {
    name: 'save blank',
    says: 'the user saves a blank address',
    event: { type: 'user.save', text: ' \u200b' },
  },
  {
    name: 'save damaged',
    says: 'the user saves an address whose checksum is wrong',
    event: { type: 'user.save', text: NEW.replace('w508', 'w509') },
  },
  { name: 'remove', says: 'the user wants to remove the address', event: { type: 'user.remove' } },
  { name: 'keep', says: 'the user says no', event: { type: 'user.keep' } },
  { name: 'confirm', says: 'the user says yes', event: { type: 'user.confirm' } },
  { name: 'told none', says: 'the list brings no address', event: { type: 'list.changed', address: null } },
  {
    name: 'told old',
    says: 'the list brings the old address',
    event: { type: 'list.changed', address: OLD },
  },
  { name: 'told new', says: 'the list brings a new address', event: { type: 'list.changed', address: NEW } },
];

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const implementations = refundAddressImplementations({
    http: network.http,
    outdateList: () => effects.push('list outdated'),
  });
  return writingSut({ effects, network }, implementations.actors.reconcileWrite, (reconcileWrite) =>
    refundAddressMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
  );
}

const toast = (kind: 'success' | 'error', key: string, rest = ''): string =>
  `toast {"key":"refund:toast.${key}","kind":"${kind}"${rest}}`;
const OF_COIN = ',"values":{"coin":"BTC"}';
const failed = (key: string, { text }: Failure): string =>
  toast('error', key, text === undefined ? '' : `,"text":"${text}"`);
const restingOf = (address: string | null): string =>
  address === null ? 'resting.unset' : 'resting.configured';
const told = (event: object): string | null => (event as { address: string | null }).address;
const noFault = { mistake: null, failure: null, sent: null, lost: null };
const READ = 'GET /user/refund-address/status?trading_enabled_only=false';
const RESTING = ['resting.unset', 'resting.configured', 'resting.saved'];
const WITH_ADDRESS = ['resting.configured', 'resting.saved'];

let firstAddress: string | null = null;

const rows = (): readonly Row<Context>[] => [
  {
    ref: 'REFUND-03: none, or configured',
    in: '',
    on: '(start)',
    to: () => restingOf(firstAddress),
    sets: () => ({ address: firstAddress, ...noFault }),
  },
  { ref: 'REFUND-03: none or configured -> edit', in: RESTING, on: 'edit', to: 'editing' },
  {
    ref: 'REFUND-03: what the server says now is shown',
    in: RESTING,
    on: 'told *',
    if: ({ address }, event) => told(event) !== address,
    to: (_, event) => restingOf(told(event)),
    sets: (_, event) => ({ address: told(event), ...noFault }),
  },
  {
    ref: 'LOST-02: it arrived after all',
    in: 'editing',
    on: 'told *',
    if: ({ lost, sent }, event) => lost !== null && told(event) === sent?.address,
    to: (_, event) => restingOf(told(event)),
    sets: (_, event) => ({ address: told(event), ...noFault }),
  },
  {
    ref: 'REFUND-03: nothing changes under the user',
    in: ['editing', 'saving*', 'removing.sending', 'removing.finding'],
    on: 'told *',
    sets: (_, event) => ({ address: told(event) }),
  },
  {
    ref: 'REFUND-03: there is nothing left to ask about',
    in: 'removing.asking',
    on: 'told none',
    to: 'resting.unset',
    sets: () => ({ address: null }),
  },
  {
    ref: 'REFUND-03: the question is about what is set now',
    in: 'removing.asking',
    on: 'told *',
    sets: (_, event) => ({ address: told(event) }),
  },
  { ref: 'NAV-13: errors clear when the field is edited', in: 'editing', on: 'type', sets: () => noFault },
  {
    ref: 'REFUND-03: edit input',
    in: 'editing',
    on: 'cancel',
    to: ({ address }) => restingOf(address),
    sets: () => noFault,
  },
  {
    ref: 'REFUND-04: save needs a non-blank value',
    in: 'editing',
    on: 'save blank',
    sets: () => ({ mistake: { code: 'EMPTY' }, failure: null, sent: null, lost: null }),
  },
  {
    ref: 'REFUND-04: the coin’s own rules',
    in: 'editing',
    on: 'save damaged',
    sets: () => ({ mistake: { code: 'CHECKSUM' }, failure: null, sent: null, lost: null }),
  },
  {
    ref: 'REFUND-03: coin_ticker, address; its canonical form',
    in: 'editing',
    on: 'save',
    to: 'saving.sending',
    does: () => [`POST /user/refund-address {"coin_ticker":"BTC","address":"${NEW}"}`],
    sets: ({ address }) => ({ ...noFault, sent: { ticker: 'BTC', address: NEW, before: address } }),
  },
  {
    ref: 'REAUTH-02: with the code that was typed',
    in: 'editing',
    on: 'save with a code',
    to: 'saving.sending',
    does: () => [
      `POST /user/refund-address {"coin_ticker":"BTC","address":"${NEW}","two_factor_code":"${CODE}"}`,
    ],
    sets: ({ address }) => ({ ...noFault, sent: { ticker: 'BTC', address: NEW, before: address } }),
  },
  {
    ref: 'REAUTH-02: a code is asked for, and what was typed stays',
    in: 'saving.sending',
    on: 'save: code missing',
    to: 'editing',
    does: () => [failed('saveFailed', codeMissing.failure)],
    sets: () => ({ ...noFault, failure: codeMissing.failure }),
  },
  ...[
    ['stored', NEW],
    ['stored in another form', STORED],
  ].map(([name, address]): Row<Context> => ({
    ref: "REFUND-03: saving, then a 'saved' flash",
    in: 'saving.sending',
    on: `save: ${name}`,
    to: 'resting.saved',
    does: () => ['list outdated', toast('success', 'saved', OF_COIN)],
    sets: () => ({ address, ...noFault }),
  })),
  ...[['refused', saveRefusal.failure] as const, ['too many', tooMany.failure] as const].map(
    ([name, failure]): Row<Context> => ({
      ref: "REFUND-04: the server's message or error; what was typed stays",
      in: 'saving.sending',
      on: `save: ${name}`,
      to: 'editing',
      does: () => [failed('saveFailed', failure)],
      sets: () => ({ ...noFault, failure }),
    }),
  ),
  ...SAVE_OUTAGES.map(({ name, failure }): Row<Context> => ({
    ref: 'LOST-01: it may have been stored',
    in: 'saving.sending',
    on: `save: ${name}`,
    to: 'saving.finding',
    does: () => [READ],
    sets: () => ({ failure }),
  })),
  ...[
    ['saved', NEW],
    ['saved in another form', STORED],
  ].map(([name, address]): Row<Context> => ({
    ref: 'LOST-02: what the list shows is the truth',
    in: 'saving.finding',
    on: `reconcileWrite: ${name}`,
    to: 'resting.saved',
    does: () => ['list outdated', toast('success', 'saved', OF_COIN)],
    sets: () => ({ address, ...noFault }),
  })),
  {
    ref: 'LOST-03: it is not there and may be saved again',
    in: 'saving.finding',
    on: 'reconcileWrite: not saved',
    to: 'editing',
    does: () => ['list outdated', toast('error', 'saveFailed')],
    sets: ({ sent, failure }) => ({ sent, failure, lost: 'absent' }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: 'saving.finding',
    on: ['reconcileWrite: no answer', 'reconcileWrite: a defect'],
    to: 'editing',
    does: () => ['list outdated', toast('error', 'unknown', OF_COIN)],
    sets: ({ sent, failure }) => ({ sent, failure, lost: 'unknown' }),
  },
  {
    ref: 'LOST-03: the user stops the reading',
    in: 'saving.finding',
    on: 'cancel',
    to: ({ address }) => restingOf(address),
    does: () => ['list outdated', `abort ${READ}`],
    sets: () => noFault,
  },
  ...[
    ['no answer', 'unknown', toast('error', 'unknown', OF_COIN)],
    ['a defect', 'unknown', toast('error', 'unknown', OF_COIN)],
    ['not removed', 'absent', toast('error', 'removeFailed')],
  ].map(([name, lost, said = '']): Row<Context> => ({
    ref: 'LOST-02: what the list shows is the truth, or nothing is known',
    in: 'removing.finding',
    on: `reconcileWrite: ${name}`,
    to: ({ address }: Context) => restingOf(address),
    does: () => ['list outdated', said],
    sets: ({ sent, failure }: Context) => ({ sent, failure, lost }),
  })),
  {
    ref: 'LOST-02: what the list shows is the truth',
    in: 'removing.finding',
    on: 'reconcileWrite: gone',
    to: 'resting.unset',
    does: () => ['list outdated', toast('success', 'removed', OF_COIN)],
    sets: () => ({ address: null, ...noFault }),
  },
  ...REMOVE_OUTAGES.map(({ name, failure }): Row<Context> => ({
    ref: 'LOST-01: it may have been removed',
    in: 'removing.sending',
    on: `remove: ${name}`,
    to: 'removing.finding',
    does: () => [READ],
    sets: () => ({ failure }),
  })),
  {
    ref: 'REFUND-03: for 2 seconds',
    in: 'resting.saved',
    on: 'after savedShown',
    says: 'the moment of "saved" is over',
    to: 'resting.configured',
    after: 2000,
  },
  {
    ref: 'REFUND-06: remove (with a confirmation dialog)',
    in: WITH_ADDRESS,
    on: 'remove',
    to: 'removing.asking',
    sets: () => noFault,
  },
  {
    ref: 'REFUND-06: a confirmation dialog',
    in: 'removing.asking',
    on: 'keep',
    to: ({ address }) => restingOf(address),
  },
  {
    ref: 'REFUND-03',
    in: 'removing.asking',
    on: 'confirm',
    to: 'removing.sending',
    does: () => ['DELETE /user/refund-address/BTC'],
    sets: ({ address }) => ({ sent: { ticker: 'BTC', address: null, before: address } }),
  },
  {
    ref: 'REFUND-03: None',
    in: 'removing.sending',
    on: 'remove: removed',
    to: 'resting.unset',
    does: () => ['list outdated', toast('success', 'removed', OF_COIN)],
    sets: () => ({ address: null, ...noFault }),
  },
  {
    ref: "REFUND-04: the server's text, else a general one",
    in: 'removing.sending',
    on: 'remove: refused',
    to: ({ address }) => restingOf(address),
    does: () => ['list outdated', failed('removeFailed', removeRefusal.failure)],
    sets: () => ({ ...noFault, failure: removeRefusal.failure }),
  },
];

const variant = (name: string, address: string | null): Variant<Machine> => ({
  name,
  input: { ticker: 'BTC', network: 'Bitcoin', address },
  events,
  outcomes: endings,
  sut: () => {
    firstAddress = address;
    return sut();
  },
});

export const refundAddressModel: MachineModel<Machine> = {
  name: 'refundAddress',
  machine: refundAddressMachine,
  states: {
    'resting.unset': 'there is no refund address, and adding one is offered',
    'resting.configured': 'the refund address is shown',
    'resting.saved': 'the row says for a moment that the address is saved',
    editing: 'the user may type an address',
    'saving.sending': 'the address is being saved, once',
    'saving.finding': 'the page reads whether the address was saved, and sends nothing',
    'removing.asking': 'the page asks whether to remove the address',
    'removing.sending': 'the address is being removed, once',
    'removing.finding': 'the page reads whether the address was removed, and sends nothing',
  },
  services: { save: 'saving', remove: 'removing', reconcileWrite: 'reading the list' },
  endings: {
    stored: 'is done',
    'stored in another form': 'is done, and the server writes the address in another form',
    removed: 'is done',
    'code missing': 'is refused, because a code of the second factor is needed',
    saved: 'shows that the address was saved',
    'saved in another form': 'shows that the address was saved in another form',
    'not saved': 'shows that the address was not saved',
    gone: 'shows that the address is gone',
    'not removed': 'shows that the address is still there',
  },
  variants: [variant('none at first', null), variant('set at first', OLD)],
  // The earlier failure does not matter.
  key: ({ value, context }) => [
    value,
    context.address,
    context.mistake,
    context.lost ?? context.failure?.status ?? context.failure?.code,
    context.sent?.before === STORED,
  ],
  requirements: rows(),
  invariant: (snapshot) => {
    const { mistake, failure } = snapshot.context;
    if (JSON.stringify(snapshot.context).includes(CODE)) return 'a code is kept';
    if (mistake !== null && !snapshot.matches('editing')) return 'a mistake is said where nothing is typed';
    return mistake !== null && failure !== null ? 'two things are wrong at once' : undefined;
  },
  selectors: {
    from: selectors,
    rules: {
      refundAddressPhase: [
        [/^resting\.unset/, 'unset'],
        [/^resting\.configured/, 'configured'],
        [/^resting\.saved/, 'saved'],
        [/^editing/, 'editing'],
        [/^saving\.sending/, 'saving'],
        [/^saving\.finding/, 'checkingSaved'],
        [/^removing\.asking/, 'asking'],
        [/^removing\.sending/, 'removing'],
        [/^removing\.finding/, 'checkingRemoved'],
      ],
      selectAddress: { context: 'address' },
      selectMistake: { context: 'mistake' },
      selectFailure: { context: 'failure' },
      selectLost: { context: 'lost' },
    },
  },
  tags: { busy: /^(saving|removing\.(sending|finding))/ },
};
