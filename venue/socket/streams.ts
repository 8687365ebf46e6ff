import type { Log } from '../log.ts';
import type { Peer } from './peer.ts';

/** Milliseconds between updates: a page paints its book, with the last price, at most ten times a second (BOOK-12). */
const FLUSH_EVERY = 100;

/** The data of one topic. Its answers are the fields of a frame. */
export interface Source {
  /** Everything, including changes that `advance` has not returned yet. */
  snapshot(): object;
  /** Changes since the last call; null when there are none, `all` when everything is as short. */
  advance(): object | 'all' | null;
  /** Where the topic may have changed silently: makes it as new as the call. */
  renew?(): Promise<void>;
  close(): void;
}

export interface Topic {
  readonly key: string;
  /** `trades` names the frames `trades_snapshot` and `trades_update`. */
  readonly name: 'trades' | 'candles' | 'markets' | 'account';
  /** Carried by every frame of the topic. */
  readonly fields: object;
  /** @param changed sends what `advance` returns now, without waiting for the next round. */
  open(changed: () => void): Source | Promise<Source>;
}

/** Numbered streams of one topic each: a snapshot, then updates that name the number before (LIVE-01). */
export interface Streams {
  /** The snapshot is at least as new as the call; a repeated call sends another. @param bill called with its length. */
  subscribe(peer: Peer, topic: Topic, bill: (characters: number) => void): void;
  unsubscribe(peer: Peer, key: string): void;
  /** New snapshots for a client that missed frames. */
  recover(peer: Peer): void;
  remove(peer: Peer): void;
  /** Closes the topics that nobody has requested since the last call. */
  sweep(): void;
  close(): void;
}

interface Channel {
  readonly topic: Topic;
  readonly peers: Set<Peer>;
  opening: Promise<void>;
  source: Source | null;
  sequence: number;
  snapshot: string | null;
  isUnused: boolean;
}

export interface StreamsParts {
  /** Marks a client that missed a frame. */
  readonly fellBehind: (peer: Peer) => void;
  readonly log: Log;
  readonly now: () => number;
}

export function createStreams({ fellBehind, log, now }: StreamsParts): Streams {
  const channels = new Map<string, Channel>();
  const timer = setInterval(() => {
    for (const channel of channels.values()) if (channel.peers.size > 0) flush(channel);
  }, FLUSH_EVERY);
  timer.unref();

  function send(peer: Peer, frame: string | Buffer): void {
    if (peer.mayStream()) peer.send(frame);
    else fellBehind(peer);
  }

  function flush(channel: Channel): void {
    const { topic, source, peers } = channel;
    const news = source?.advance() ?? null;
    if (news === null) return;
    const previous = channel.sequence;
    channel.sequence += 1;
    channel.snapshot = null;
    if (peers.size === 0) return;
    const frame = Buffer.from(
      JSON.stringify({
        type: `${topic.name}_update`,
        ...topic.fields,
        previous_sequence: previous,
        sequence: channel.sequence,
        ...(news === 'all' ? { whole: true, ...source?.snapshot() } : news),
      }),
    );
    for (const peer of peers) send(peer, frame);
  }

  function snapshotOf(channel: Channel): string {
    const { topic, source, sequence } = channel;
    channel.snapshot ??= JSON.stringify({
      type: `${topic.name}_snapshot`,
      ...topic.fields,
      sequence,
      ...source?.snapshot(),
    });
    return channel.snapshot;
  }

  function open(topic: Topic): Channel {
    const channel: Channel = {
      topic,
      peers: new Set(),
      opening: Promise.resolve(),
      source: null,
      // Higher than every number before a restart, so that a client sees the gap.
      sequence: now(),
      snapshot: null,
      isUnused: false,
    };
    channels.set(topic.key, channel);
    channel.opening = openSource(channel).catch((error: unknown) => {
      drop(channel);
      throw error;
    });
    return channel;
  }

  async function openSource(channel: Channel): Promise<void> {
    const source = await channel.topic.open(() => flush(channel));
    if (channels.get(channel.topic.key) === channel) channel.source = source;
    else source.close();
  }

  async function begin(peer: Peer, channel: Channel, bill: (characters: number) => void): Promise<void> {
    const { key } = channel.topic;
    try {
      if (!channel.source) await channel.opening;
      else await channel.source.renew?.();
      if (!peer.isOpen || !peer.topics.has(key) || channels.get(key) !== channel) return;
      // Updates the others first, so that the next update follows this snapshot too.
      flush(channel);
      channel.peers.add(peer);
      const snapshot = snapshotOf(channel);
      send(peer, snapshot);
      bill(snapshot.length);
    } catch (error) {
      log.error('reading a stream', error);
      peer.topics.delete(key);
      const message = 'This stream cannot be read now. Please try again later.';
      peer.answer(JSON.stringify({ type: 'error', code: 'STREAM_UNAVAILABLE', message }));
    }
  }

  function drop(channel: Channel): void {
    if (channels.get(channel.topic.key) === channel) channels.delete(channel.topic.key);
    channel.source?.close();
  }

  function leave(peer: Peer, key: string): void {
    channels.get(key)?.peers.delete(peer);
  }

  return {
    subscribe(peer, topic, bill) {
      const channel = channels.get(topic.key) ?? open(topic);
      channel.isUnused = false;
      peer.topics.add(topic.key);
      void begin(peer, channel, bill);
    },
    unsubscribe(peer, key) {
      peer.topics.delete(key);
      leave(peer, key);
    },
    recover(peer) {
      for (const key of peer.topics) {
        const channel = channels.get(key);
        if (channel?.source) peer.send(snapshotOf(channel));
      }
    },
    remove(peer) {
      for (const key of peer.topics) leave(peer, key);
      peer.topics.clear();
    },
    sweep() {
      for (const channel of channels.values()) {
        if (channel.peers.size > 0) continue;
        if (channel.isUnused) drop(channel);
        else channel.isUnused = true;
      }
    },
    close() {
      clearInterval(timer);
      for (const channel of channels.values()) channel.source?.close();
      channels.clear();
    },
  };
}
