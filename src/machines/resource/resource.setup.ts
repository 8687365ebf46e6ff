import { assign, enqueueActions, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { retryDelay } from '../../domain/backoff.ts';
import type { Failure } from '../../domain/failure.ts';
import { unwired } from '../shared/index.ts';
import type {
  ChannelCommand,
  ReadInput,
  ReadOutput,
  ResourceContext,
  ResourceEvent,
  ResourceInput,
} from './resource.types.ts';

export const keepPushed = {
  type: 'keepData',
  params: ({ event }: { event: { data: unknown; at: number } }) => ({ ...event, leftOut: 0 }),
} as const;

export const resourceSetup = setup({
  types: {
    context: {} as ResourceContext,
    events: {} as ResourceEvent,
    input: {} as ResourceInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** @throws OutageError for outages and refusals. */
    read: fromPromise<ReadOutput, ReadInput>(unwired('resource.read')),
    /** Sends `page.hidden`, `page.visible` and `page.online`. */
    page: fromCallback<ResourceEvent>(unwired('resource.page')),
    /** Sends `channel.data` and `channel.lost` while it is open, where a stream of the socket brings this read. */
    channel: fromCallback<ChannelCommand, ReadInput>(unwired('resource.channel')),
  },
  actions: {
    keepData: assign({
      data: (_, { data }: ReadOutput) => data,
      leftOut: (_, { leftOut }: ReadOutput) => leftOut,
      updatedAt: (_, { at }: ReadOutput) => at,
      failure: null,
      attempt: 0,
    }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    startOver: assign({ attempt: 0 }),
    forgetFailure: assign({ failure: null, attempt: 0 }),
    discardData: assign({ data: null, leftOut: 0, updatedAt: null, failure: null, attempt: 0 }),
    noteWatched: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isWatched: true });
      enqueue.sendTo('channel', { type: 'open' });
    }),
    noteUnwatched: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isWatched: false });
      enqueue.sendTo('channel', { type: 'close' });
    }),
    /** What the stream says next must be newer than this moment. */
    distrustChannel: sendTo('channel', { type: 'distrust' }),
    noteHidden: assign({ isPageVisible: false }),
    noteVisible: assign({ isPageVisible: true }),
  },
  guards: {
    mayRetry: ({ context }, failure: Failure) =>
      failure.retryable && context.attempt < context.policy.retries,
    isConfirmed: ({ context }, { isConfirmed }: { isConfirmed: boolean }) => isConfirmed && context.isWatched,
    isPolled: ({ context }) => context.policy.isPolled,
    isWatched: ({ context }) => context.isWatched,
    isPageVisible: ({ context }) => context.isPageVisible,
    refreshesOnReturn: ({ context }) => context.policy.refreshesOnReturn,
  },
  delays: {
    staleAge: ({ context }) => context.policy.staleAfter,
    /** Until the snapshot that was asked for. */
    renewLimit: 5000,
    discardPause: ({ context }) => context.policy.discardAfter,
    /** The actors' file adds a random part. */
    retryPause: ({ context }) => retryDelay(context.attempt, 0, context.failure?.retryAfter),
  },
});
