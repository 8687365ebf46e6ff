import { describe, expect, it } from 'vitest';
import { random } from '../../../scripts/random.ts';
import { clientFrame } from '../../../src/services/contract/clientFrames.ts';
import { parseDecimal } from '../../../src/domain/decimal.ts';
import { LARGEST_FRAME, readServerFrame, type ServerFrame } from '../../../src/services/contract/index.ts';
import { casesOf } from '../../long.ts';

const frame = (value: unknown): ServerFrame | null => readServerFrame(JSON.stringify(value));

const bids = [['0.005', '1.5']];
const asks = [{ price: 0.0051, quantity: '2E0' }];
const book = {
  pair: 'XMR-BTC',
  bids: [['0.005', '1.5']],
  asks: [['0.0051', '2']],
  lastPrice: '0.00505',
  buysVolume: '1',
  sellsVolume: null,
  sequence: null,
  previousSequence: null,
};

describe('book frames (BOOK-11, SOCKET-05, SOCKET-07)', () => {
  const payload = {
    pair_symbol: 'xmr-btc',
    bids,
    asks,
    last_trade_price: '0.00505',
    buys_volume: 1,
    unknown: true,
  };

  it.each([
    ['beside the type', { type: 'orderbook_snapshot', ...payload }],
    ['under data', { type: 'orderbook_snapshot', data: payload }],
    ['with event for type', { event: 'orderbook_snapshot', data: payload }],
    [
      'with the price under its other name',
      { type: 'orderbook_snapshot', ...payload, last_trade_price: null, current_price: 0.00505 },
    ],
  ])('a snapshot %s', (_title, raw) => {
    expect(frame(raw)).toEqual({ ...book, kind: 'snapshot', isDelta: false });
  });

  it.each([
    ['12.50', 7, '12.5', '7'],
    [undefined, null, null, null],
    ['many', '-1', null, null],
  ])('the volumes %j and %j are read, and drop no frame', (buys, sells, buysVolume, sellsVolume) => {
    const told = { pair_symbol: 'XMR-BTC', bids: [['0.005', '1.5']], buys_volume: buys, sells_volume: sells };
    expect(frame({ type: 'orderbook_update', ...told })).toMatchObject({
      bids: [['0.005', '1.5']],
      buysVolume,
      sellsVolume,
    });
  });

  it('an update replaces the book unless it is marked as a delta (BOOK-06, BOOK-07)', () => {
    expect(frame({ type: 'orderbook_update', ...payload })).toMatchObject({ kind: 'update', isDelta: false });
    const delta = { type: 'orderbook_update', ...payload, delta: true, sequence: 8, previous_sequence: 7 };
    expect(frame(delta)).toMatchObject({ isDelta: true, sequence: 8, previousSequence: 7 });
  });

  it('a snapshot is never a delta', () => {
    expect(frame({ type: 'orderbook_snapshot', ...payload, delta: true })).toMatchObject({ isDelta: false });
  });

  it.each([
    ['no pair', { bids, asks }],
    ['a negative quantity', { ...payload, bids: [['0.005', '-1']] }],
    ['a word for a price', { ...payload, bids: [['cheap', '1']] }],
    ['a level without a quantity', { ...payload, bids: [['0.005']] }],
    ['levels that are no list', { ...payload, asks: { '0.005': '1' } }],
    ['a sequence that is not whole', { ...payload, sequence: 1.5 }],
    ['a delta that is a word', { ...payload, delta: 'true' }],
  ])('%s: the whole frame is dropped', (_title, raw) => {
    expect(frame({ type: 'orderbook_update', ...raw })).toBeNull();
  });
});

describe('fees frames', () => {
  const fees = { XMR: { fee: '0.0001' }, BTC: { fee: '0.00002' } };

  it.each(['fees', 'fees_data', 'fees_snapshot', 'fee_snapshot'])('%s replaces', (type) => {
    expect(frame({ type, ...fees })).toEqual({ kind: 'fees', mode: 'replace', fees });
  });

  it.each(['fees_update', 'fee_batch_update', 'fee_update'])('%s merges', (type) => {
    expect(frame({ type, data: fees, timestamp: 5 })).toEqual({ kind: 'fees', mode: 'merge', fees });
  });

  it('the map may be wrapped twice', () => {
    expect(frame({ type: 'fees', data: { fees } })).toEqual({ kind: 'fees', mode: 'replace', fees });
    expect(frame({ type: 'fees', fees: { data: fees } })).toEqual({ kind: 'fees', mode: 'replace', fees });
  });
});

describe('small frames', () => {
  it.each(['welcome', 'terms_changed'])('%s says why the server is in maintenance (OPERATOR-16)', (type) => {
    const kind = type === 'welcome' ? type : 'termsChanged';
    expect(frame({ type })).toEqual({ kind, maintenance: null });
    expect(frame({ type, maintenance: 7 })).toEqual({ kind, maintenance: null });
    expect(frame({ type, maintenance: 'An upgrade' })).toEqual({ kind, maintenance: 'An upgrade' });
  });

  it.each(['success', 'ping', 'pong'] as const)('%s', (type) => {
    expect(frame({ type })).toEqual({ kind: type });
  });
  it('errors and the demand for a session', () => {
    expect(frame({ type: 'auth_required' })).toEqual({ kind: 'authRequired' });
    expect(frame({ type: 'error', code: 'UNKNOWN_PAIR', message: 'No such pair.' })).toEqual({
      kind: 'error',
      code: 'UNKNOWN_PAIR',
      message: 'No such pair.',
    });
    expect(frame({ type: 'error', data: { message: 7 } })).toEqual({
      kind: 'error',
      code: null,
      message: null,
    });
  });
});

describe('what cannot be read is dropped', () => {
  it.each(['', 'null', '7', '"text"', '[]', '{}', '{"type":7}', '{"type":"unheard_of"}', '{"type":', 'ping'])(
    '%s',
    (text) => {
      expect(readServerFrame(text)).toBeNull();
    },
  );

  it('a frame over the largest size, even a good one', () => {
    const good = '{"type":"ping"}';
    expect(readServerFrame(good.padEnd(LARGEST_FRAME))).toEqual({ kind: 'ping' });
    expect(readServerFrame(good.padEnd(LARGEST_FRAME + 1))).toBeNull();
  });

  it('deep nesting does not end in an overflow', () => {
    const depth = 200_000;
    expect(readServerFrame(`{"type":"ping","data":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toEqual({
      kind: 'ping',
    });
    expect(
      readServerFrame(`{"type":"fees","fees":${'{"fees":'.repeat(depth)}1${'}'.repeat(depth)}}`),
    ).not.toBeUndefined();
  });

  it('a name of the language in a frame stays a name', () => {
    const read = readServerFrame('{"type":"fees","data":{"__proto__":{"polluted":true},"XMR":{"fee":"1"}}}');
    expect(read).toMatchObject({ kind: 'fees' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

const SEEDS = [
  {
    type: 'orderbook_snapshot',
    pair_symbol: 'XMR-BTC',
    bids: [['0.005', '1']],
    asks: [{ price: 0.006, quantity: '2' }],
    sequence: 4,
  },
  {
    type: 'orderbook_update',
    data: {
      pair_symbol: 'XMR-BTC',
      bids: [['0.005', '0']],
      asks: [],
      delta: true,
      sequence: 5,
      previous_sequence: 4,
    },
  },
  { event: 'fees', data: { fees: { XMR: { fee: '0.1' } } } },
  { type: 'fee_update', fees: { BTC: '1E-5' }, timestamp: 1 },
  { type: 'error', code: 'X', message: 'y' },
  { type: 'welcome' },
].map((value) => JSON.stringify(value));
const PIECES = [
  'null',
  '{}',
  '[]',
  '-1',
  '1e999',
  '"\\u0000"',
  '__proto__',
  'data',
  'type',
  '"',
  '}',
  ']',
  ',',
  ':',
  '1E-8',
  'true',
  '\uD800',
];

function mutated(next: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  let text = pick(SEEDS);
  for (let edits = 1 + Math.floor(next() * 4); edits > 0; edits -= 1) {
    const at = Math.floor(next() * (text.length + 1));
    const until = Math.min(text.length, at + Math.floor(next() * 12));
    const middle = [
      pick(PIECES),
      '',
      text.slice(at, until).repeat(2),
      String.fromCodePoint(32 + Math.floor(next() * 90)),
    ];
    text = text.slice(0, at) + pick(middle) + text.slice(until);
  }
  return text;
}

describe('mutated frames', () => {
  it('none throws, and results keep their shape', () => {
    const next = random(20_261_121);
    const kinds = new Map<string, number>();
    const isAmount = (text: unknown): boolean =>
      typeof text === 'string' && (parseDecimal(text)?.units ?? -1n) >= 0n;
    const broken: string[] = [];
    for (let count = 0; count < casesOf(100_000); count += 1) {
      const text = mutated(next);
      const read = readServerFrame(text);
      const kind = read?.kind ?? 'dropped';
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (read?.kind !== 'snapshot' && read?.kind !== 'update') continue;
      const levels = [...read.bids, ...read.asks];
      const isFine =
        levels.every((level) => level.length === 2 && level.every(isAmount)) &&
        /^[A-Z0-9]+-[A-Z0-9]+$/.test(read.pair);
      if (!isFine) broken.push(text);
    }
    expect(broken).toEqual([]);
    // Enough must survive, and enough must not.
    for (const kind of ['dropped', 'snapshot', 'update', 'fees', 'error'])
      expect(kinds.get(kind)).toBeGreaterThan(casesOf(300));
  });
});

describe('frames that the client sends (BOOK-03)', () => {
  it.each([
    [
      { type: 'subscribe_orderbook', pair_symbol: 'XMR-BTC' },
      { type: 'subscribe_orderbook', pair_symbol: 'XMR-BTC', depth: 40 },
    ],
    [{ type: 'ping' }, { type: 'ping' }],
  ])('%j', (raw, expected) => {
    expect(clientFrame.parse(raw)).toEqual(expected);
  });

  it.each([
    { type: 'subscribe_orderbook' },
    { type: 'subscribe_orderbook', pair_symbol: 'xmr-btc' },
    { type: 'subscribe_orderbook', pair_symbol: 'XMR-BTC', depth: 0 },
    { type: 'subscribe_orderbook', pair_symbol: 'XMR-BTC', depth: 1e9 },
    { type: 'subscribe_orderbook', pair_symbol: 'XMR-BTC', depth: '40' },
    { type: 'drop_tables' },
    {},
  ])('%j is refused', (raw) => {
    expect(clientFrame.safeParse(raw).success).toBe(false);
  });
});
