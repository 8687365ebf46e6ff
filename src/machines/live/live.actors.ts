import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Clock } from '../../services/clock.ts';
import type { LiveTopic } from '../../services/contract/index.ts';
import { watchIdle } from '../../services/idleWatcher.ts';
import { readerOf, type LiveReader } from '../../services/live/readers.ts';
import type { Log } from '../../services/log.ts';
import type { Page } from '../../services/page.ts';
import type { FrameHub } from '../../services/socket/hub.ts';
import { watcherOf } from '../shared/common.ts';
import type { SocketPort } from '../socket/socket.actors.ts';
import type { LiveChannels } from '../socket/socket.rules.ts';
import {
  type FramesCommand,
  type LiveStreamEvent,
  liveStreamMachine,
  type StreamInput,
} from './liveStream.machine.ts';

export interface LiveStreamDependencies {
  readonly hub: Pick<FrameHub, 'onLive' | 'onAuthRequired'>;
  readonly socket: SocketPort;
  readonly page: Pick<Page, 'isVisible' | 'listen'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'defect' | 'warning'>;
  /** Whether the stream goes on while the page is hidden (TRADE-36). */
  readonly isAwaited?: (topic: LiveTopic) => boolean;
  /** Loads what reads the frames. */
  readonly load: (topic: LiveTopic) => Promise<LiveReader>;
}

export function liveStreamImplementations({
  hub,
  socket,
  page,
  clock,
  log,
  load,
  isAwaited = () => false,
}: LiveStreamDependencies) {
  const readers = new Map<LiveTopic, LiveReader>();
  return {
    actors: {
      code: fromPromise<unknown, StreamInput>(async ({ input: { topic } }) => {
        readers.set(topic, await load(topic));
      }),
      frames: fromCallback<FramesCommand, StreamInput>(({ input: { topic }, sendBack, receive }) => {
        const say = (event: LiveStreamEvent): void => sendBack(event);
        const read = readers.get(topic);
        let known: { readonly sequence: number | null; readonly data: unknown } | null = null;
        const lose = (type: 'frames.gap' | 'frames.unreadable' | 'frames.refused' | 'link.lost'): void => {
          known = null;
          say({ type });
        };
        const stops = [
          hub.onLive(topic, ({ isSnapshot, isWhole, sequence, previousSequence, payload }) => {
            // While nothing is known, an update is only late.
            if (!isSnapshot && known === null) return;
            if (!isSnapshot && previousSequence !== known?.sequence) return lose('frames.gap');
            const data = read?.(isWhole ? null : (known?.data ?? null), payload) ?? null;
            if (data === null) {
              log.warning(`${topic}: a frame of the stream cannot be read`);
              return lose('frames.unreadable');
            }
            known = { sequence, data };
            return say({ type: isSnapshot ? 'frames.snapshot' : 'frames.update', data });
          }),
          hub.onAuthRequired(() => {
            if (topic === 'account') lose('frames.refused');
          }),
          socket.listen((status) =>
            status === 'connected' ? say({ type: 'link.connected' }) : lose('link.lost'),
          ),
        ];
        receive(({ type }) =>
          socket.send(
            type === 'renew' ? { type: 'subscription.renewed', topic } : { type: 'session.changed' },
          ),
        );
        socket.send({ type: 'subscription.added', topic });
        if (socket.status() === 'connected') say({ type: 'link.connected' });
        return () => {
          for (const stop of stops) stop();
          socket.send({ type: 'subscription.removed', topic });
        };
      }),
      page: fromCallback<LiveStreamEvent, StreamInput>(({ sendBack, input: { topic } }) =>
        watchIdle(
          { page, clock },
          {
            left: () => {
              if (!isAwaited(topic)) sendBack({ type: 'page.left' });
            },
            back: () => sendBack({ type: 'page.back' }),
          },
        ),
      ),
    },
    actions: {
      report: (_: unknown, { error }: { readonly error: unknown }) => log.defect('live stream', error),
    },
  };
}

/** Streams of the socket, each subscribed to once for all that follow it (LIVE-07). */
export function createLiveChannels(dependencies: Omit<LiveStreamDependencies, 'load'>): LiveChannels {
  const machine = liveStreamMachine.provide(liveStreamImplementations({ ...dependencies, load: readerOf }));
  const streams = new Map<LiveTopic, ReturnType<typeof begin>>();
  function begin(topic: LiveTopic) {
    const ref = createActor(machine, { id: topic, input: { topic }, clock: dependencies.clock });
    const watch = watcherOf(ref, (isWatched) =>
      ref.send({ type: isWatched ? 'reader.came' : 'reader.left' }),
    );
    const stream = { ref, watch };
    streams.set(topic, stream);
    return stream;
  }

  return {
    follow(topic, tell) {
      const { ref, watch } = streams.get(topic) ?? begin(topic);
      let since = 0;
      const { data } = ref.getSnapshot().context;
      const subscriptions = [
        ref.on('data', (news) => tell({ ...news, isConfirmed: news.answered > since })),
        ref.on('lost', tell),
      ];
      const leave = watch();
      if (data !== null) tell({ type: 'data', data, isConfirmed: true });
      return {
        distrust() {
          since = ref.getSnapshot().context.requested;
          ref.send({ type: 'reader.distrusts' });
        },
        end() {
          for (const subscription of subscriptions) subscription.unsubscribe();
          leave();
        },
      };
    },
  };
}
