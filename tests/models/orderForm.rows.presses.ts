import type { RequirementRef } from './tools/spec.ts';
import type { OrderFault } from '../../src/machines/orderForm/orderEntry.rules.ts';
import type { AnyEvent } from './tools/explore.ts';
import { editingOnceReady } from './orderForm.rows.answers.ts';
import { NEWER_SETTINGS, SETTINGS, type PressName } from './orderForm.cases.ts';
import { pressName, READ_LISTS, sendingOf, type Context, type FormRow } from './orderForm.rows.shared.ts';

const TAKING = ['taking.editing', 'taking.placed', 'taking.refused'];
const names = (...list: readonly PressName[]): string[] => list.map((name) => `press: ${name}`);
function fault(ref: RequirementRef, name: PressName, expected: OrderFault): FormRow {
  return {
    ref,
    in: TAKING,
    on: names(name),
    to: 'taking.editing',
    sets: () => ({ fault: expected, sending: null, failure: null, last: null }),
  };
}

export const FAULT_ROWS: readonly FormRow[] = [
  fault('ORDER-02: not logged in', 'visitor', { code: 'loginRequired', field: 'form' }),
  fault('ORDER-03: enter valid price', 'no price', { code: 'priceInvalid', field: 'price', typed: 'empty' }),
  fault('ORDER-03: greater than 0', 'price 0', { code: 'priceInvalid', field: 'price' }),
  fault('ORDER-03: decimal text', 'price 1e2', { code: 'priceInvalid', field: 'price', typed: 'exponent' }),
  fault('ORDER-04: a price off the tick', 'price off the tick', {
    code: 'priceOffTick',
    field: 'price',
    values: { step: '0.05', below: '99.95', above: '100' },
  }),
  fault('STOP-06: enter valid stop price', 'no stop price', {
    code: 'stopInvalid',
    field: 'stop',
    typed: 'empty',
  }),
  fault('STOP-06, ORDER-04: a stop price off the tick', 'stop off the tick', {
    code: 'priceOffTick',
    field: 'stop',
    values: { step: '0.05', below: '99.95', above: '100' },
  }),
  fault('ORDER-03: enter valid quantity', 'no quantity', {
    code: 'quantityInvalid',
    field: 'quantity',
    typed: 'empty',
  }),
  fault('ORDER-03: greater than 0', 'quantity 0', { code: 'quantityInvalid', field: 'quantity' }),
  fault('ORDER-04: normalised', 'quantity below a step', {
    code: 'quantityTooSmall',
    field: 'quantity',
    values: { step: '0.01' },
  }),
  fault('ORDER-04: min order size', 'quantity below the minimum', {
    code: 'belowMinimum',
    field: 'quantity',
    values: { minimum: '0.1' },
  }),
];

const isLookedAt = ({ allowsMarket }: Context, event: AnyEvent): boolean =>
  allowsMarket || !pressName(event).startsWith('market');
const faultWithoutSettings = ({ settingsFailure, pair }: Context, name: PressName): OrderFault => {
  if (name === 'visitor') return { code: 'loginRequired', field: 'form' };
  const isUnknownPair = pair === null || settingsFailure?.status === 404;
  return { code: isUnknownPair ? 'pairNotAvailable' : 'settingsLoading', field: 'form' };
};

export const SETTINGS_ROWS: readonly FormRow[] = [
  { ref: 'ORDER-11: pair settings', in: '', on: '(start)', to: 'loadingSettings' },
  {
    ref: 'ORDER-11, ORDER-12: settings are loading; pair missing',
    in: 'loadingSettings',
    on: 'press: *',
    if: isLookedAt,
    sets: (context, event) => ({ fault: faultWithoutSettings(context, pressName(event)) }),
  },
  { ref: 'ORDER-09', in: 'loadingSettings', on: 'edit', sets: () => ({ fault: null }) },
  {
    ref: 'ORDER-11: pair settings',
    in: ['loadingSettings', 'settingsFailed'],
    on: 'settings come',
    to: 'taking.editing',
    // What was pressed too early stays said.
    sets: ({ fault }) => ({
      settings: SETTINGS,
      settingsFailure: null,
      fault: fault?.code === 'settingsLoading' ? fault : null,
    }),
  },
  {
    ref: 'ORDER-09',
    in: 'loadingSettings',
    on: ['settings fail', 'pair is unknown'],
    to: 'settingsFailed',
    sets: (_context, event) => ({ settingsFailure: event.failure, fault: null }),
  },
  {
    ref: 'ORDER-09',
    in: 'settingsFailed',
    on: 'retry',
    to: 'loadingSettings',
    does: () => ['read settings again'],
    sets: () => ({ settingsFailure: null }),
  },
  {
    ref: 'ORDER-11, ORDER-12: settings are loading; pair not available',
    in: 'settingsFailed',
    on: 'press: *',
    if: isLookedAt,
    to: 'loadingSettings',
    does: () => ['read settings again'],
    sets: (context, event) => ({
      fault: faultWithoutSettings(context, pressName(event)),
      settingsFailure: null,
    }),
  },
  {
    ref: 'ORDER-11: stale 5 min',
    in: '*',
    on: 'newer settings come',
    sets: () => ({ settings: NEWER_SETTINGS }),
  },
];

/** With the newer settings all of them are too small. */
export const PRESS_ROWS: readonly FormRow[] = [
  {
    ref: 'ORDER-04: min order size',
    in: TAKING,
    on: names(
      'quantity below the minimum',
      'quantity of the minimum',
      'calm',
      'other',
      'crossing near',
      'crossing far',
      'resting far',
      'calm again',
      'ioc',
      'large',
      'not large',
      'fok',
      'post-only',
      'stop',
    ),
    if: ({ settings }) => settings?.minOrderSize === '5',
    to: 'taking.editing',
    sets: () => ({
      fault: { code: 'belowMinimum', field: 'quantity', values: { minimum: '5' } },
      sending: null,
    }),
  },
  {
    ref: 'ORDER-09: the same order within 5 s',
    in: 'taking.placed',
    on: names(
      'quantity of the minimum',
      'calm',
      'calm again',
      'other',
      'crossing near',
      'crossing far',
      'resting far',
      'market',
      'market protected',
      'ioc',
      'large',
      'not large',
      'fok',
      'post-only',
      'stop',
    ),
    if: ({ last, side }, event) => {
      const { order } = sendingOf(pressName(event), { side } as Context);
      return JSON.stringify(last) === JSON.stringify(order);
    },
    to: 'confirming.repeat',
    sets: (context, event) => ({ sending: sendingOf(pressName(event), context), last: null }),
  },
  {
    ref: 'ORDER-09: crossing and far',
    in: TAKING,
    on: names('crossing far'),
    to: 'confirming.crossing',
    sets: (context, event) => ({ sending: sendingOf(pressName(event), context), fault: null, failure: null }),
  },
  {
    ref: 'ORDER-17: worth more than the user wants to send unasked',
    in: TAKING,
    on: names('large'),
    to: 'confirming.large',
    sets: (context, event) => ({
      sending: sendingOf(pressName(event), context),
      fault: null,
      failure: null,
      last: null,
    }),
  },
  {
    ref: 'ORDER-08: POST /order/orders/market',
    in: TAKING,
    on: names('market'),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'checking',
    does: () => READ_LISTS,
    sets: (context) => ({ sending: sendingOf('market', context) }),
  },
  {
    ref: 'TYPE-05: the worst price is sent with it',
    in: TAKING,
    on: names('market protected'),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'checking',
    does: () => READ_LISTS,
    sets: (context) => ({ sending: sendingOf('market protected', context) }),
  },
  {
    ref: 'TYPE-05: without a best price nothing is sent',
    in: TAKING,
    on: names('market unpriced'),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'taking.editing',
    sets: () => ({ fault: { code: 'bestPriceUnknown', field: 'form' } }),
  },
  {
    ref: 'ORDER-03: enter valid quantity',
    in: TAKING,
    on: names('market of nothing'),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'taking.editing',
    sets: () => ({ fault: { code: 'quantityInvalid', field: 'quantity' } }),
  },
  {
    ref: 'ORDER-04, TYPE-01, TYPE-04, STOP-06: POST /order/orders/limit',
    in: TAKING,
    on: names(
      'quantity of the minimum',
      'calm',
      'calm again',
      'other',
      'crossing near',
      'resting far',
      'ioc',
      'large',
      'not large',
      'fok',
      'post-only',
      'stop',
    ),
    to: 'checking',
    does: () => READ_LISTS,
    sets: (context, event) => ({
      sending: sendingOf(pressName(event), context),
      fault: null,
      failure: null,
      last: null,
    }),
  },
];

export const FORM_ROWS: readonly FormRow[] = [
  { ref: 'NAV-13: errors clear', in: 'taking.editing', on: 'edit', sets: () => ({ fault: null }) },
  {
    ref: 'NAV-13: errors clear',
    in: 'taking.refused',
    on: 'edit',
    to: editingOnceReady,
    sets: () => ({ failure: null }),
  },
  {
    ref: 'ORDER-09',
    in: 'taking.placed',
    on: 'after repeatGuard',
    after: 5000,
    to: editingOnceReady,
    sets: () => ({ last: null }),
  },
  {
    ref: 'ORDER-09: asks once',
    in: 'confirming*',
    on: 'confirm',
    to: 'checking',
    does: () => READ_LISTS,
  },
  {
    ref: 'ORDER-09: what is asked about is what the form says',
    in: 'confirming*',
    on: ['decline', 'edit'],
    to: editingOnceReady,
    sets: () => ({ sending: null }),
  },
];
