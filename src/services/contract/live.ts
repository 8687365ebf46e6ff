/** The data of one stream (LIVE-01). `payload` has the fields of the calls' answers. */
export interface LiveFrame {
  readonly kind: 'live';
  readonly topic: LiveTopic;
  readonly isSnapshot: boolean;
  readonly sequence: number;
  readonly previousSequence: number | null;
  /** It carries everything, and replaces what was known. */
  readonly isWhole: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
}

export type CandleFrame = 'minute' | 'hour' | 'day';
export type LiveTopic = `trades:${string}` | `candles:${string}/${CandleFrame}` | 'markets' | 'account';

const TYPE = /^(trades|candles|markets|account)_(snapshot|update)$/;

/** Never throws. @returns null where it is none, or cannot be read. */
export function readLiveFrame(type: string, payload: Record<string, unknown>): LiveFrame | null {
  const [, name, part] = TYPE.exec(type) ?? [];
  const { pair_symbol: pair, frame, sequence, previous_sequence: previous } = payload;
  const isSnapshot = part === 'snapshot';
  if (!name || !isWholeNumber(sequence)) return null;
  const at =
    name === 'trades' ? `:${String(pair)}` : name === 'candles' ? `:${String(pair)}/${String(frame)}` : '';
  return {
    kind: 'live',
    // A stream that nobody follows finds no listener.
    topic: `${name}${at}` as LiveTopic,
    isSnapshot,
    sequence,
    previousSequence: isWholeNumber(previous) ? previous : null,
    isWhole: isSnapshot || payload.whole === true,
    payload,
  };
}

const isWholeNumber = (value: unknown): value is number => Number.isSafeInteger(value);
