import * as z from 'zod/mini';
import { nullable, pairSymbol } from './values.ts';

/** The data of one stream; with `whole`, an update carries all of it. `payload` has the fields of the calls' answers. */
export interface LiveFrame {
  readonly kind: 'live';
  readonly topic: LiveTopic;
  readonly isSnapshot: boolean;
  readonly sequence: number;
  readonly previousSequence: number | null;
  readonly isWhole: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
}

export type LiveTopic =
  | `trades:${string}`
  | `candles:${string}/${'minute' | 'hour' | 'day'}`
  | 'markets'
  | 'account';

export const livePayload = z.object({
  sequence: z.int(),
  previous_sequence: nullable(z.int()),
  whole: z._default(z.boolean(), false),
});
const ofPair = z.object({ pair_symbol: pairSymbol });
const ofFrame = z.extend(ofPair, { frame: z.enum(['minute', 'hour', 'day']) });

const TYPE = /^(trades|candles|markets|account)_(snapshot|update)$/;

/** Never throws. @returns null where it is none, or cannot be read. */
export function readLiveFrame(type: string, payload: Record<string, unknown>): LiveFrame | null {
  const [, name, part] = TYPE.exec(type) ?? [];
  const topic = name === undefined ? null : topicOf(name, payload);
  const read = livePayload.safeParse(payload).data;
  if (topic === null || !read) return null;
  const isSnapshot = part === 'snapshot';
  return {
    kind: 'live',
    topic,
    isSnapshot,
    sequence: read.sequence,
    previousSequence: read.previous_sequence,
    isWhole: isSnapshot || read.whole,
    payload,
  };
}

function topicOf(name: string, payload: Record<string, unknown>): LiveTopic | null {
  if (name === 'markets' || name === 'account') return name;
  if (name === 'trades') {
    const read = ofPair.safeParse(payload).data;
    return read ? `trades:${read.pair_symbol}` : null;
  }
  const read = ofFrame.safeParse(payload).data;
  return read ? `candles:${read.pair_symbol}/${read.frame}` : null;
}
