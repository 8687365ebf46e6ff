import {
  type ActorRefFrom,
  and,
  assertEvent,
  assign,
  enqueueActions,
  not,
  or,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { retryDelay } from '../../domain/retryDelay.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import { callback, promise } from '../shared/common.ts';
import type { ReadName, ReadPolicy } from './resource.reads.ts';

export interface ResourceInput {
  readonly name: ReadName;
  readonly params: unknown;
  readonly policy: ReadPolicy;
}

export interface ResourceContext extends ResourceInput {
  /** Null when there is none; otherwise of the type `Reads[name]`. */
  readonly data: unknown;
  /** Records of the answer that could not be read. */
  readonly leftOut: number;
  /** Epoch milliseconds of the data. */
  readonly updatedAt: number | null;
  /** Null when the last read succeeded. */
  readonly failure: Failure | null;
  readonly attempt: number;
  readonly isWatched: boolean;
  readonly isPageVisible: boolean;
}

export type ResourceEvent =
  /** The first reader came, or the last one left. */
  | { readonly type: 'reader.came' }
  | { readonly type: 'reader.left' }
  | { readonly type: 'user.refresh' }
  /** The user changed something at the server. */
  | { readonly type: 'data.outdated' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'page.online' }
  /** `isConfirmed`: nothing that was read or done here is newer. */
  | {
      readonly type: 'channel.data';
      readonly data: unknown;
      readonly at: number;
      readonly isConfirmed: boolean;
    }
  /** The stream ended, or reports a change without its content. */
  | { readonly type: 'channel.lost' };

export interface ChannelCommand {
  readonly type: 'open' | 'close' | 'distrust';
}

export interface ReadInput {
  readonly name: ReadName;
  readonly params: unknown;
}

export interface ReadOutput {
  readonly data: unknown;
  readonly leftOut: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type ReadStatus = 'idle' | 'loading' | 'fresh' | 'stale' | 'refreshing' | 'failed';

const NOTHING = { data: null, leftOut: 0, updatedAt: null, failure: null, attempt: 0 } as const;

/** One read, shared by all that show it (CALL-15). A failed read leaves its older data on the screen (CALL-02). */
export const resourceMachine = setup({
  types: {
    context: {} as ResourceContext,
    events: {} as ResourceEvent,
    input: {} as ResourceInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** @throws OutageError for outages and refusals. */
    read: promise<ReadOutput, ReadInput>(),
    /** Sends `page.hidden`, `page.visible` and `page.online`. */
    page: callback<ResourceEvent>(),
    /** Sends `channel.data` and `channel.lost` while it is open, where a stream of the socket brings this read. */
    channel: callback<ChannelCommand, ReadInput>(),
  },
  actions: {
    keepPushed: assign(({ event }) => {
      assertEvent(event, 'channel.data');
      return { data: event.data, leftOut: 0, updatedAt: event.at, failure: null, attempt: 0 };
    }),
    noteWatched: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isWatched: true });
      enqueue.sendTo('channel', { type: 'open' });
    }),
    noteUnwatched: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isWatched: false });
      enqueue.sendTo('channel', { type: 'close' });
    }),
    /** The next data of the stream must be newer than this moment. */
    distrustChannel: sendTo('channel', { type: 'distrust' }),
  },
  guards: {
    mayRetry: ({ context }, failure: Failure) =>
      failure.retryable && context.attempt < context.policy.retries,
    isConfirmed: ({ context, event }) =>
      event.type === 'channel.data' && event.isConfirmed && context.isWatched,
    /** There is something to show, however old. */
    isKnown: ({ context }) => context.updatedAt !== null,
    isPolled: ({ context }) => context.policy.isPolled,
    isWatched: ({ context }) => context.isWatched,
    isPageVisible: ({ context }) => context.isPageVisible,
    refreshesOnReturn: ({ context }) => context.policy.refreshesOnReturn,
  },
  delays: {
    staleAge: ({ context }) => context.policy.staleAfter,
    /** Until the requested snapshot. */
    renewLimit: 5000,
    discardPause: ({ context }) => context.policy.discardAfter,
    /** The actors' file adds a random part. */
    retryPause: ({ context }) => retryDelay(context.attempt, 0, context.failure?.retryAfter),
  },
}).createMachine({
  id: 'resource',
  description: 'One read of the server, keyed and shared.',
  context: ({ input }) => ({ ...input, ...NOTHING, isWatched: false, isPageVisible: true }),
  invoke: [
    // Without the page's events it still reads, and so it does without the stream.
    { id: 'page', src: 'page', onError: {} },
    {
      id: 'channel',
      src: 'channel',
      input: ({ context }) => ({ name: context.name, params: context.params }),
      onError: {},
    },
  ],
  initial: 'idle',
  on: {
    'reader.came': { actions: 'noteWatched' },
    'reader.left': { actions: 'noteUnwatched' },
    'page.hidden': { actions: assign({ isPageVisible: false }) },
    'page.visible': { actions: assign({ isPageVisible: true }) },
    'channel.data': { guard: 'isConfirmed', target: '.live', actions: 'keepPushed' },
  },
  states: {
    idle: {
      description: 'Nobody shows it and nothing is kept.',
      entry: assign(NOTHING),
      on: { 'reader.came': { target: 'reading', actions: 'noteWatched' } },
    },
    reading: {
      description: 'It is read. What is known stays on the screen; at first there is nothing to show.',
      tags: ['busy'],
      initial: 'sending',
      entry: assign({ attempt: 0 }),
      on: {
        'reader.left': { guard: not('isKnown'), target: 'idle', actions: 'noteUnwatched' },
        // The running read may have been answered before the user's action, or before the stream was lost.
        'data.outdated': { target: '.sending', actions: [assign({ attempt: 0 }), 'distrustChannel'] },
        'channel.lost': { guard: 'isKnown', target: '.sending' },
      },
      states: {
        sending: {
          description: 'The request is on its way.',
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context }) => ({ name: context.name, params: context.params }),
            onDone: {
              target: '#resource.fresh',
              actions: [
                assign(({ event: { output } }) => ({
                  data: output.data,
                  leftOut: output.leftOut,
                  updatedAt: output.at,
                  failure: null,
                  attempt: 0,
                })),
                'distrustChannel',
              ],
            },
            onError: [
              {
                guard: { type: 'mayRetry', params: ({ event }) => failureOf(event.error) },
                target: 'pausing',
                actions: assign({
                  failure: ({ event }) => failureOf(event.error),
                  attempt: ({ context }) => context.attempt + 1,
                }),
              },
              {
                guard: 'isKnown',
                target: '#resource.stale',
                actions: assign({ failure: ({ event }) => failureOf(event.error) }),
              },
              {
                target: '#resource.failed',
                actions: assign({ failure: ({ event }) => failureOf(event.error) }),
              },
            ],
          },
        },
        pausing: {
          description: 'The request failed in a way that may pass; it is sent again after a growing pause.',
          after: { retryPause: 'sending' },
          on: {
            'user.refresh': { target: 'sending', actions: assign({ attempt: 0 }) },
            'page.online': { target: 'sending', actions: assign({ attempt: 0 }) },
          },
        },
      },
    },
    failed: {
      description: 'There is nothing to show, and the reason is shown.',
      tags: ['failed'],
      after: { staleAge: { guard: and(['isPolled', 'isPageVisible']), target: 'reading' } },
      on: {
        'reader.left': { target: 'idle', actions: 'noteUnwatched' },
        'user.refresh': 'reading',
        'data.outdated': { target: 'reading', actions: 'distrustChannel' },
        'page.online': 'reading',
        'page.visible': { target: 'reading', actions: assign({ isPageVisible: true }) },
      },
    },
    fresh: {
      description: 'The data is as new as it should be.',
      after: {
        staleAge: [
          { guard: and(['isPolled', 'isWatched', 'isPageVisible']), target: 'reading' },
          { target: 'stale' },
        ],
      },
      on: {
        'user.refresh': 'reading',
        'data.outdated': [
          { guard: 'isWatched', target: 'reading', actions: 'distrustChannel' },
          { target: 'stale' },
        ],
        'channel.lost': 'reading',
      },
    },
    live: {
      description: 'A stream of the socket keeps the data as the server has it; nothing is read.',
      initial: 'current',
      on: {
        'reader.left': { target: 'stale', actions: 'noteUnwatched' },
        'channel.data': { actions: 'keepPushed' },
        'channel.lost': 'reading',
      },
      states: {
        current: {
          description: 'What the stream said last is what the server has.',
          on: { 'user.refresh': 'renewing', 'data.outdated': 'renewing' },
        },
        renewing: {
          description: 'The user changed something, or asked: a snapshot that is newer than that is awaited.',
          tags: ['busy'],
          entry: 'distrustChannel',
          after: { renewLimit: '#resource.reading' },
          on: {
            'data.outdated': { target: 'renewing', reenter: true },
            'channel.data': { guard: 'isConfirmed', target: 'current', actions: 'keepPushed' },
          },
        },
      },
    },
    stale: {
      description:
        'The data is older than it should be, because nobody asked for newer or because asking failed.',
      initial: 'shown',
      states: {
        shown: {
          description: 'Somebody looks at old data; the next occasion reads it again.',
          always: { guard: not('isWatched'), target: 'unwatched' },
          after: { staleAge: { guard: and(['isPolled', 'isPageVisible']), target: '#resource.reading' } },
          on: {
            'user.refresh': '#resource.reading',
            'data.outdated': { target: '#resource.reading', actions: 'distrustChannel' },
            'channel.lost': '#resource.reading',
            'page.online': '#resource.reading',
            'page.visible': {
              guard: or(['isPolled', 'refreshesOnReturn']),
              target: '#resource.reading',
              actions: assign({ isPageVisible: true }),
            },
          },
        },
        unwatched: {
          description: 'Nobody looks at old data; it is kept a while for whoever comes back.',
          after: { discardPause: '#resource.idle' },
          on: { 'reader.came': { target: '#resource.reading', actions: 'noteWatched' } },
        },
      },
    },
  },
});

export type ResourceRef = ActorRefFrom<typeof resourceMachine>;
export type ResourceSnapshot = SnapshotFrom<typeof resourceMachine>;

export function readStatus({ value, context }: Pick<ResourceSnapshot, 'value' | 'context'>): ReadStatus {
  if (typeof value === 'string') return value;
  if ('live' in value) return value.live === 'renewing' ? 'refreshing' : 'fresh';
  if ('stale' in value) return 'stale';
  return context.updatedAt === null ? 'loading' : 'refreshing';
}

/** A stream of the socket keeps it as the server has it. */
export const isLive = (snapshot: ResourceSnapshot): boolean => snapshot.matches('live');
export const selectData = (snapshot: ResourceSnapshot) => snapshot.context.data;
export const selectUpdatedAt = (snapshot: ResourceSnapshot) => snapshot.context.updatedAt;
