import type { SnapshotFrom } from 'xstate';
import { refundAddressImplementations } from '../../src/machines/refundAddresses/refundAddresses.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import {
  refundAddressMachine,
  type RefundAddressContext,
} from '../../src/machines/refundAddresses/refundAddress.machine.ts';
import * as selectors from '../../src/machines/refundAddresses/refundAddress.machine.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { outages, refusal } from './tools/endings.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

type Machine = typeof refundAddressMachine;
type Context = RefundAddressContext;

const OLD = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
/** In capitals, as QR codes have it; the canonical form is sent. */
const TYPED = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
export const NEW = TYPED.toLowerCase();
const STORED = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';

const saveRefusal = refusal(409, 'This address belongs to the exchange', 'OWN_ADDRESS');
const tooMany = refusal(429, 'Slow down');
const codeMissing = refusal(403, '2FA code required', 'TWO_FACTOR_REQUIRED');
const CODE = '123456';
const removeRefusal = refusal(404, 'There is none');
const SAVE_LOST = Object.values(outages('setRefundAddress', { address: 'x', coin_ticker: [] }));
const { serverDown, noAnswer } = outages('removeRefundAddress', undefined);
const REMOVE_LOST = [serverDown, noAnswer];

const listOf = (address: string | null) => ({
  status: 200,
  body: [
    { coin_ticker: 'XMR', refund_address: null },
    { coin_ticker: 'BTC', refund_address: address },
  ],
});
const LOOK_LOST: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };

type Snapshot = SnapshotFrom<Machine>;
const isLooking = (snapshot: Snapshot): boolean =>
  snapshot.matches({ saving: 'looking' }) || snapshot.matches({ removing: 'looking' });
const { done, refused, lost, absent, unknown } = writeOutcomes('change');
/** The value before the change in progress. */
const beforeIn = ({ children }: Snapshot): string | null =>
  children.change?.getSnapshot().context.subject.before ?? null;

const ofState = (
  state: 'saving' | 'removing',
  outcomes: readonly Outcome<Snapshot>[],
): readonly Outcome<Snapshot>[] =>
  outcomes.map((one) => ({
    ...one,
    when: (snapshot) => snapshot.matches(state) && (one.when?.(snapshot) ?? true),
  }));

const change: readonly Outcome<Snapshot>[] = [
  ...ofState(
    'saving',
    inPhases(isLooking, {
      sent: [
        done('stored', { status: 200, body: {} }, { address: NEW }),
        done(
          'stored in another form',
          { status: 201, body: { data: { coin_ticker: 'BTC', refund_address: STORED } } },
          { address: STORED },
        ),
        refused('refused', saveRefusal.reply, saveRefusal.failure),
        refused('code missing', codeMissing.reply, codeMissing.failure),
        refused('too many', tooMany.reply, tooMany.failure),
        ...SAVE_LOST.map(({ name, reply, failure }) => lost(name, reply, failure)),
      ],
      looked: [
        done('saved', listOf(NEW), { address: NEW }),
        absent('not saved', listOf(null)),
        unknown('cannot be read', 'noAnswer', LOOK_LOST),
      ],
    }),
  ),
  {
    ...done('saved in another form', listOf(STORED), { address: STORED }),
    // The old address may still be there.
    when: (snapshot) => snapshot.matches({ saving: 'looking' }) && beforeIn(snapshot) !== STORED,
  },
  ...ofState(
    'removing',
    inPhases(isLooking, {
      sent: [
        done('removed', { status: 204, body: undefined }, { address: null }),
        refused('refused', removeRefusal.reply, removeRefusal.failure),
        ...REMOVE_LOST.map(({ name, reply, failure }) => lost(name, reply, failure)),
      ],
      looked: [
        done('gone', listOf(null), { address: null }),
        absent('not removed', listOf(OLD)),
        unknown('cannot be read', 'noAnswer', LOOK_LOST),
      ],
    }),
  ),
];

const events: readonly EventCase<Machine>[] = [
  { name: 'edit', says: 'the user starts to change the address', event: { type: 'user.edit' } },
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
  { name: 'keep', says: 'the user declines', event: { type: 'user.keep' } },
  { name: 'confirm', says: 'the user confirms', event: { type: 'user.confirm' } },
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
  const { actors, actions } = refundAddressImplementations({
    http: network.http,
    invalidateList: () => effects.push('list read again'),
  });
  const wired = refundAddressMachine.provide({ actions, actors: { change: oneLook(actors.change) } });
  return writingSut(wired, { effects, network });
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
    if: ({ lost, sent }, event) => lost !== null && told(event) === sent,
    to: (_, event) => restingOf(told(event)),
    sets: (_, event) => ({ address: told(event), ...noFault }),
  },
  {
    ref: 'REFUND-03: nothing changes under the user',
    in: ['editing', 'saving*', 'removing*'],
    on: 'told *',
    sets: (_, event) => ({ address: told(event) }),
  },
  {
    ref: 'REFUND-03: there is nothing left to ask about',
    in: 'asking',
    on: 'told none',
    to: 'resting.unset',
    sets: () => ({ address: null }),
  },
  {
    ref: 'REFUND-03: the question is about what is set now',
    in: 'asking',
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
    sets: () => ({ mistake: { ok: false, code: 'EMPTY' }, failure: null, sent: null, lost: null }),
  },
  {
    ref: 'REFUND-04: the coin’s own rules',
    in: 'editing',
    on: 'save damaged',
    sets: () => ({ mistake: { ok: false, code: 'CHECKSUM' }, failure: null, sent: null, lost: null }),
  },
  {
    ref: 'REFUND-03: coin_ticker, address; its canonical form',
    in: 'editing',
    on: 'save',
    to: 'saving.sending',
    does: () => [`POST /user/refund-address {"coin_ticker":"BTC","address":"${NEW}"}`],
    sets: () => ({ ...noFault, sent: NEW }),
  },
  {
    ref: 'REAUTH-02: with the code that was typed',
    in: 'editing',
    on: 'save with a code',
    to: 'saving.sending',
    does: () => [
      `POST /user/refund-address {"coin_ticker":"BTC","address":"${NEW}","two_factor_code":"${CODE}"}`,
    ],
    sets: () => ({ ...noFault, sent: NEW }),
  },
  {
    ref: 'REAUTH-02: a code is asked for, and what was typed stays',
    in: 'saving.sending',
    on: 'change: code missing',
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
    on: `change: ${name}`,
    to: 'resting.saved',
    does: () => ['list read again', toast('success', 'saved', OF_COIN)],
    sets: () => ({ address, ...noFault }),
  })),
  ...[['refused', saveRefusal.failure] as const, ['too many', tooMany.failure] as const].map(
    ([name, failure]): Row<Context> => ({
      ref: "REFUND-04: the server's message or error; what was typed stays",
      in: 'saving.sending',
      on: `change: ${name}`,
      to: 'editing',
      does: () => [failed('saveFailed', failure)],
      sets: () => ({ ...noFault, failure }),
    }),
  ),
  ...SAVE_LOST.map(({ name, failure }): Row<Context> => ({
    ref: 'LOST-01: it may have been stored',
    in: 'saving.sending',
    on: `change: ${name}`,
    to: 'saving.looking',
    does: () => [READ],
    sets: () => ({ failure }),
  })),
  ...[
    ['saved', NEW],
    ['saved in another form', STORED],
  ].map(([name, address]): Row<Context> => ({
    ref: 'LOST-02: what the list shows is the truth',
    in: 'saving.looking',
    on: `change: ${name}`,
    to: 'resting.saved',
    does: () => ['list read again', toast('success', 'saved', OF_COIN)],
    sets: () => ({ address, ...noFault }),
  })),
  {
    ref: 'LOST-03: it is not there and may be saved again',
    in: 'saving.looking',
    on: 'change: not saved',
    to: 'editing',
    does: () => ['list read again', toast('error', 'saveFailed')],
    sets: ({ sent, failure }) => ({ sent, failure, lost: 'absent' }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: 'saving.looking',
    on: 'change: cannot be read',
    to: 'editing',
    does: () => ['list read again', toast('error', 'unknown', OF_COIN)],
    sets: ({ sent, failure }) => ({ sent, failure, lost: 'unknown' }),
  },
  {
    ref: 'LOST-03: the user stops the reading',
    in: 'saving.looking',
    on: 'cancel',
    to: ({ address }) => restingOf(address),
    does: () => ['list read again', `abort ${READ}`],
    sets: () => noFault,
  },
  ...[
    ['cannot be read', 'unknown', toast('error', 'unknown', OF_COIN)],
    ['not removed', 'absent', toast('error', 'removeFailed')],
  ].map(([name, lost, said = '']): Row<Context> => ({
    ref: 'LOST-02: what the list shows is the truth, or nothing is known',
    in: 'removing.looking',
    on: `change: ${name}`,
    to: ({ address }: Context) => restingOf(address),
    does: () => ['list read again', said],
    sets: ({ sent, failure }: Context) => ({ sent, failure, lost }),
  })),
  {
    ref: 'LOST-02: what the list shows is the truth',
    in: 'removing.looking',
    on: 'change: gone',
    to: 'resting.unset',
    does: () => ['list read again', toast('success', 'removed', OF_COIN)],
    sets: () => ({ address: null, ...noFault }),
  },
  ...REMOVE_LOST.map(({ name, failure }): Row<Context> => ({
    ref: 'LOST-01: it may have been removed',
    in: 'removing.sending',
    on: `change: ${name}`,
    to: 'removing.looking',
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
    to: 'asking',
    sets: () => noFault,
  },
  {
    ref: 'REFUND-06: a confirmation dialog',
    in: 'asking',
    on: 'keep',
    to: ({ address }) => restingOf(address),
  },
  {
    ref: 'REFUND-03',
    in: 'asking',
    on: 'confirm',
    to: 'removing.sending',
    does: () => ['DELETE /user/refund-address/BTC'],
  },
  {
    ref: 'REFUND-03: None',
    in: 'removing.sending',
    on: 'change: removed',
    to: 'resting.unset',
    does: () => ['list read again', toast('success', 'removed', OF_COIN)],
    sets: () => ({ address: null, ...noFault }),
  },
  {
    ref: "REFUND-04: the server's text, else a general one",
    in: 'removing.sending',
    on: 'change: refused',
    to: ({ address }) => restingOf(address),
    does: () => ['list read again', failed('removeFailed', removeRefusal.failure)],
    sets: () => ({ ...noFault, failure: removeRefusal.failure }),
  },
];

const variant = (name: string, address: string | null): Variant<Machine> => ({
  name,
  input: { ticker: 'BTC', network: 'Bitcoin', address },
  events,
  outcomes: { change },
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
    'saving.looking': 'the page reads whether the address was saved, and sends nothing',
    asking: 'the page asks whether to remove the address',
    'removing.sending': 'the address is being removed, once',
    'removing.looking': 'the page reads whether the address was removed, and sends nothing',
  },
  services: { change: 'the change' },
  endings: {
    stored: 'is done',
    'stored in another form': 'is done, and the server writes the address in another form',
    removed: 'is done',
    'code missing': 'is refused, because a code of the second factor is needed',
    saved: 'is found in the list',
    'saved in another form': 'is found in the list, in another form',
    'not saved': 'is not found in the list',
    gone: 'is found in the list, which has no address now',
    'not removed': 'is not found in the list, which still has the address',
    'cannot be read': 'cannot be looked for: no answer comes',
  },
  variants: [variant('none at first', null), variant('set at first', OLD)],
  // The earlier failure does not matter.
  key: (snapshot) => {
    const { value, context } = snapshot;
    return [
      value,
      context.address,
      context.mistake,
      context.lost ?? context.failure?.status ?? context.failure?.code,
      beforeIn(snapshot) === STORED,
    ];
  },
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
        [/^saving\.looking/, 'checkingSaved'],
        [/^asking/, 'asking'],
        [/^removing\.sending/, 'removing'],
        [/^removing\.looking/, 'checkingRemoved'],
      ],
      selectFailure: { context: 'failure' },
    },
  },
  tags: { busy: /^(saving|removing)/ },
};
