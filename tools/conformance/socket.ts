import { readFees } from '../../src/services/contract/fees.ts';
import type { BookFrame } from '../../src/services/contract/frames.ts';
import { compare, decimal } from '../../src/domain/decimal.ts';
import { faultOfBook, type Levels } from './book.ts';
import type { Context } from './context.ts';
import { type Received, type Listener, openListener } from './frames.ts';

/** Milliseconds. */
const ANSWER = 5000;
const DEPTH = 40;

/** @param pair a traded pair. */
export async function checkSocket(context: Context, pair: string | undefined): Promise<void> {
  const { report, server } = context;
  const url = new URL(`${server.pathname.replace(/\/$/, '')}/socket/ws`, server);
  url.protocol = server.protocol === 'https:' ? 'wss:' : 'ws:';
  const opened = await openListener(url, { origin: context.origin ?? server.origin }, ANSWER);
  if (typeof opened === 'string') return report.fails('socket.opens', opened);
  report.holds('socket.opens');
  try {
    await checkHeartbeat(context, opened);
    await checkFees(context, opened);
    if (pair !== undefined) await checkBook(context, opened, pair);
    await checkBadFrames(context, opened);
  } finally {
    opened.close();
  }
  return undefined;
}

async function checkHeartbeat({ report }: Context, socket: Listener): Promise<void> {
  const from = socket.received.length;
  socket.send({ type: 'ping' });
  const pong = await socket.next(({ type }) => type === 'pong', ANSWER, from);
  report.expect('socket.heartbeat', pong !== null, `No pong within ${ANSWER / 1000} s`);
}

async function checkFees({ report }: Context, socket: Listener): Promise<void> {
  const from = socket.received.length;
  socket.send({ type: 'subscribe_fees' });
  const received = await socket.next(
    ({ frame }) =>
      frame?.kind === 'fees' || (frame?.kind === 'error' && frame.code === 'FEE_DATA_NOT_AVAILABLE'),
    ANSWER,
    from,
  );
  socket.send({ type: 'unsubscribe_fees' });
  if (!report.expect('socket.fees', received !== null, `No fees within ${ANSWER / 1000} s`)) return;
  if (received?.frame?.kind !== 'fees') return;
  const { fees, faults } = readFees(received.frame.fees);
  report.expect('socket.fees', Object.keys(fees).length > 0, 'The fees hold no coin');
  for (const { path, message } of faults) report.fails('socket.fees', `${path}: ${message}`);
}

const bookOf = ({ frame }: Received, pair: string): BookFrame | null =>
  (frame?.kind === 'snapshot' || frame?.kind === 'update') && frame.pair === pair ? frame : null;

async function checkBook(context: Context, socket: Listener, pair: string): Promise<void> {
  const { report } = context;
  const from = socket.received.length;
  socket.send({ type: 'subscribe_orderbook', pair_symbol: pair, depth: DEPTH });
  const first = await socket.next((received) => bookOf(received, pair)?.kind === 'snapshot', ANSWER, from);
  const snapshot = first && bookOf(first, pair);
  if (!snapshot) return report.fails('socket.snapshot', `No snapshot of ${pair} within ${ANSWER / 1000} s`);
  const deepest = Math.max(snapshot.bids.length, snapshot.asks.length);
  report.expect('socket.snapshot', deepest <= DEPTH, `${deepest} levels where ${DEPTH} were asked for`);
  await socket.listen(context.listen);
  socket.send({ type: 'unsubscribe_orderbook', pair_symbol: pair });
  // Frames sent before the server received this are not an error; its next answer follows them.
  const asked = socket.received.length;
  socket.send({ type: 'ping' });
  await socket.next(({ type }) => type === 'pong', ANSWER, asked);
  const silent = socket.received.length;
  follow(context, pair, socket.received.slice(from, silent));
  await socket.listen(context.listen);
  const late = socket.received.slice(silent).filter((received) => bookOf(received, pair));
  report.expect('socket.unsubscribe', late.length === 0, `${late.length} books came after it`);
  const unreadable = socket.received.find(
    ({ type, frame }) => frame === null && type.startsWith('orderbook'),
  );
  report.expect('socket.book', unreadable === undefined, `A frame ${unreadable?.type ?? ''} cannot be read`);
  return undefined;
}

/** Applies the frames as the client does. */
function follow(context: Context, pair: string, frames: readonly Received[]): void {
  const { report } = context;
  const isNumbered = context.claims.has('bookSequence');
  const bids = new Map<string, string>();
  const asks = new Map<string, string>();
  let sequence: number | null = null;
  let updates = 0;
  for (const received of frames) {
    const frame = bookOf(received, pair);
    if (!frame) continue;
    if (frame.kind === 'update') updates += 1;
    if (isNumbered) {
      const isNext = frame.kind === 'snapshot' || !frame.isDelta || frame.previousSequence === sequence;
      report.expect('socket.sequence', frame.sequence !== null, `A ${frame.kind} of ${pair} has no sequence`);
      report.expect(
        'socket.sequence',
        isNext,
        `An update follows ${frame.previousSequence}, the one before is ${sequence}`,
      );
      if (!isNext) return;
    }
    sequence = frame.sequence;
    apply(bids, frame.bids, frame.isDelta);
    apply(asks, frame.asks, frame.isDelta);
    const fault =
      faultOfBook(sorted(bids, -1), sorted(asks, 1)) ??
      (frame.isDelta ? null : faultOfBook(frame.bids, frame.asks));
    report.expect('socket.book', fault === null, `${pair}: ${fault ?? ''}`);
  }
  if (updates > 0) report.holds('socket.update');
  else report.skips('socket.update', `The book of ${pair} did not change in ${context.listen / 1000} s`);
}

function apply(side: Map<string, string>, levels: Levels, isDelta: boolean): void {
  if (!isDelta) side.clear();
  for (const [price, quantity] of levels) {
    if (isDelta && decimal(quantity).units === 0n) side.delete(price);
    else side.set(price, quantity);
  }
}

const sorted = (side: ReadonlyMap<string, string>, sign: 1 | -1): Levels =>
  [...side].sort(([a], [b]) => sign * compare(decimal(a), decimal(b)));

async function checkBadFrames({ report }: Context, socket: Listener): Promise<void> {
  const from = socket.received.length;
  for (const bad of [
    '{',
    '[]',
    '{"type":"no_such_frame"}',
    '{"type":"subscribe_orderbook","pair_symbol":7}',
  ]) {
    socket.send(bad);
  }
  socket.send({ type: 'ping' });
  const pong = await socket.next(({ type }) => type === 'pong', ANSWER, from);
  report.expect('socket.badFrame', pong !== null || socket.isOpen, 'The connection ended');
}
