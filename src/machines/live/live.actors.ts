import type { Clock } from '../../services/clock.ts';
import type { LiveTopic } from '../../services/contract/index.ts';
import { watchIdle } from '../../services/idleWatcher.ts';
import { readerOf, type LiveReader } from '../../services/live/readers.ts';
import type { Log } from '../../services/log.ts';
import type { Page } from '../../services/page.ts';
import type { FrameHub } from '../../services/socket/hub.ts';
import type { LiveChannels, LiveNews } from '../socket/socket.rules.ts';
import type { SocketPort } from '../socket/socket.actors.ts';

export interface LiveChannelsDependencies {
  readonly hub: Pick<FrameHub, 'onLive' | 'onAuthRequired'>;
  readonly socket: SocketPort;
  readonly page: Pick<Page, 'isVisible' | 'listen'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'defect' | 'warning'>;
}

/** Milliseconds between two requests for a snapshot, which several followers share. */
const ASK_PAUSE = 250;
/** Milliseconds after which a snapshot that did not come is asked for again. */
const ASK_LIMIT = 10_000;

interface Channel {
  readonly followers: Map<(news: LiveNews) => void, { since: number }>;
  /** Tells a new follower what is known. */
  greet(tell: (news: LiveNews) => void): void;
  distrusted(): void;
  end(): void;
}

/** Streams of the socket, each subscribed to once for all that follow it (LIVE-07). */
export function createLiveChannels(dependencies: LiveChannelsDependencies): LiveChannels {
  const channels = new Map<LiveTopic, Channel>();
  /** Orders what is asked for and what is distrusted. */
  let moment = 0;
  const next = (): number => (moment += 1);
  /** Moments of the requests without a snapshot yet, which come in their order. One too many is only careful. */
  const requests = new Map<LiveTopic, number[]>();
  function awaitedOf(topic: LiveTopic): number[] {
    const awaited = requests.get(topic) ?? [];
    requests.set(topic, awaited);
    return awaited;
  }

  return {
    follow(topic, tell) {
      const channel = channels.get(topic) ?? openChannel(topic, dependencies, next, awaitedOf(topic));
      channels.set(topic, channel);
      const follower = { since: 0 };
      channel.followers.set(tell, follower);
      channel.greet(tell);
      return {
        distrust() {
          follower.since = next();
          channel.distrusted();
        },
        end() {
          channel.followers.delete(tell);
          if (channel.followers.size > 0 || channels.get(topic) !== channel) return;
          channels.delete(topic);
          channel.end();
        },
      };
    },
  };
}

function openChannel(
  topic: LiveTopic,
  { hub, socket, page, clock, log }: LiveChannelsDependencies,
  next: () => number,
  awaited: number[],
): Channel {
  const followers: Channel['followers'] = new Map();
  let read: LiveReader | null = null;
  let data: unknown = null;
  let sequence: number | null = null;
  /** Moment of the request whose snapshot the data began with. */
  let asked = 0;
  let pause: unknown = null;
  let limit: unknown = null;
  let isOwed = false;
  let hasReopened = false;
  let stop: (() => void) | null = null;

  const isConfirmed = ({ since }: { readonly since: number }): boolean => asked > since;

  function tellAll(): void {
    for (const [tell, follower] of followers)
      tell({ type: 'data', data, isConfirmed: isConfirmed(follower) });
  }

  function askIfDistrusted(): void {
    if (![...followers.values()].every(isConfirmed)) ask();
  }

  function lose(): void {
    const wasLive = sequence !== null;
    sequence = null;
    data = null;
    if (wasLive) for (const tell of followers.keys()) tell({ type: 'lost' });
  }

  function awaitSnapshot(): void {
    stopAwaiting();
    awaited.push(next());
    limit = clock.setTimeout(() => {
      limit = null;
      ask();
    }, ASK_LIMIT);
  }

  function stopAwaiting(): void {
    clock.clearTimeout(limit);
    limit = null;
  }

  /** At once, or when the pause is over and the awaited snapshot came. */
  function ask(): void {
    isOwed = true;
    if (limit !== null || pause !== null || socket.status() !== 'connected') return;
    isOwed = false;
    awaitSnapshot();
    pause = clock.setTimeout(() => {
      pause = null;
      if (isOwed) ask();
    }, ASK_PAUSE);
    socket.send({ type: 'subscription.renewed', topic });
  }

  function linkChanged(): void {
    stopAwaiting();
    awaited.length = 0;
    isOwed = false;
    lose();
    // The socket has subscribed again by itself.
    if (socket.status() === 'connected') awaitSnapshot();
  }

  function subscribe(): () => void {
    const stops = [
      hub.onLive(topic, (frame) => {
        const isNext = frame.isSnapshot || (sequence !== null && frame.previousSequence === sequence);
        if (!isNext) {
          // While none is known, an update is only late.
          if (sequence === null) return;
          lose();
          return ask();
        }
        if (frame.isSnapshot) {
          asked = awaited.shift() ?? asked;
          stopAwaiting();
        }
        const after = read?.(frame.isWhole ? null : data, frame.payload) ?? null;
        if (after === null) {
          log.warning(`${topic}: a frame of the stream cannot be read`);
          lose();
          return undefined;
        }
        data = after;
        sequence = frame.sequence;
        hasReopened = false;
        tellAll();
        if (isOwed) ask();
        else askIfDistrusted();
        return undefined;
      }),
      hub.onAuthRequired(() => {
        if (topic !== 'account') return;
        lose();
        stopAwaiting();
        // The link may be older than the session, once.
        if (!hasReopened) socket.send({ type: 'session.changed' });
        hasReopened = true;
      }),
      socket.listen(linkChanged),
    ];
    socket.send({ type: 'subscription.added', topic });
    if (socket.status() === 'connected') awaitSnapshot();
    return () => {
      socket.send({ type: 'subscription.removed', topic });
      for (const end of stops) end();
      clock.clearTimeout(pause);
      pause = null;
      stopAwaiting();
      lose();
    };
  }

  let isOver = false;
  const stopWatching = watchIdle(
    { page, clock },
    {
      left: () => {
        stop?.();
        stop = null;
      },
      back: () => {
        stop ??= read ? subscribe() : null;
      },
    },
  );
  readerOf(topic).then(
    (reader) => {
      read = reader;
      if (!isOver) stop ??= subscribe();
    },
    (error: unknown) => log.defect('live stream', error),
  );

  return {
    followers,
    greet(tell) {
      if (sequence !== null) tell({ type: 'data', data, isConfirmed: true });
    },
    distrusted() {
      if (sequence !== null) askIfDistrusted();
    },
    end() {
      isOver = true;
      stopWatching();
      stop?.();
    },
  };
}
