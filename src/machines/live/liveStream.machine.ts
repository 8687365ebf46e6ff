import { assign, emit, enqueueActions, sendTo, setup, stateIn } from 'xstate';
import type { LiveTopic } from '../../services/contract/index.ts';
import { callback, effect, promise } from '../shared/common.ts';

export interface StreamInput {
  readonly topic: LiveTopic;
}

export interface LiveStreamContext extends StreamInput {
  /** The data of the frames; null where it is unknown. */
  readonly data: unknown;
  /** Requests for a snapshot so far. */
  readonly requested: number;
  /** How many of them are answered, or lost with their link. One too few is only careful. */
  readonly answered: number;
  /** How many there were when a reader last knew something newer: the answers to these do not have it. */
  readonly distrusted: number;
  /** Since the last snapshot. */
  readonly hasReopened: boolean;
}

export type LiveStreamEvent =
  /** The first reader came, or the last one left. */
  | { readonly type: 'reader.came' | 'reader.left' }
  /** Something newer than the stream may be known. */
  | { readonly type: 'reader.distrusts' }
  /** Nobody has seen the page for a minute, or it is seen again. */
  | { readonly type: 'page.left' | 'page.back' }
  | { readonly type: 'link.connected' | 'link.lost' }
  | { readonly type: 'frames.snapshot' | 'frames.update'; readonly data: unknown }
  /** A frame is missing, cannot be read, or needs another session. */
  | { readonly type: 'frames.gap' | 'frames.unreadable' | 'frames.refused' };

export type LiveStreamEmitted =
  | { readonly type: 'data'; readonly data: unknown; readonly answered: number }
  /** Earlier data may be out of date from now on. */
  | { readonly type: 'lost' };

/** `renew` asks for a snapshot; `reopen` for a link of the present session. */
export interface FramesCommand {
  readonly type: 'renew' | 'reopen';
}

/** One stream of the socket, subscribed to once for all that read it (LIVE-07). */
export const liveStreamMachine = setup({
  types: {
    context: {} as LiveStreamContext,
    events: {} as LiveStreamEvent,
    emitted: {} as LiveStreamEmitted,
    input: {} as StreamInput,
  },
  actors: {
    /** Loads the code that reads the frames. */
    code: promise<unknown, StreamInput>(),
    /** Subscribes. Says `frames.*`, and `link.*` of the socket. */
    frames: callback<FramesCommand, StreamInput>(),
    /** Says `page.*`. */
    page: callback<LiveStreamEvent, StreamInput>(),
  },
  actions: {
    tell: emit(({ context: { data, answered } }) => ({ type: 'data', data, answered })),
    lose: enqueueActions(({ context, enqueue }) => {
      if (context.data === null) return;
      enqueue.assign({ data: null });
      enqueue.emit({ type: 'lost' });
    }),
    report: effect<{ readonly error: unknown }>(),
  },
  guards: {
    isDistrusted: ({ context }) => context.distrusted >= context.answered,
    mayReopen: ({ context }) => !context.hasReopened,
    isOwed: stateIn({ used: { following: { snapshot: 'owed' } } }),
    mayAsk: stateIn({ used: { following: { pause: 'over' } } }),
  },
  delays: {
    /** Between two requests, which several readers share. */
    askPause: 250,
    /** A snapshot that has not come by then is requested again. */
    askLimit: 10_000,
  },
}).createMachine({
  id: 'liveStream',
  description: 'One stream of the socket, and how far it can be trusted.',
  context: ({ input }) => ({
    ...input,
    data: null,
    requested: 0,
    answered: 0,
    distrusted: 0,
    hasReopened: false,
  }),
  initial: 'unused',
  states: {
    unused: {
      description: 'Nobody reads it.',
      on: { 'reader.came': { target: 'used', actions: assign({ hasReopened: false }) } },
    },
    used: {
      description: 'Somebody reads it.',
      invoke: { id: 'page', src: 'page', input: ({ context }) => context, onError: {} },
      initial: 'loading',
      on: {
        'reader.left': 'unused',
        'reader.distrusts': { actions: assign({ distrusted: ({ context }) => context.requested }) },
        'page.left': '.away',
      },
      states: {
        loading: {
          description: 'The code that reads its frames is loaded.',
          invoke: {
            id: 'code',
            src: 'code',
            input: ({ context }) => context,
            onDone: 'following',
            onError: {
              target: 'missing',
              actions: { type: 'report', params: ({ event: { error } }) => ({ error }) },
            },
          },
        },
        missing: { description: 'The code did not come. The reads go on without the stream.' },
        away: {
          description: 'It is not subscribed to, because nobody sees the page.',
          on: { 'page.back': 'loading' },
        },
        following: {
          description: 'It is subscribed to.',
          type: 'parallel',
          invoke: { id: 'frames', src: 'frames', input: ({ context }) => context, onError: {} },
          exit: 'lose',
          states: {
            snapshot: {
              description: 'Whether its data is known, and newer than what its readers know.',
              initial: 'unlinked',
              on: {
                // The socket subscribes by itself.
                'link.connected': '.awaited',
                'link.lost': {
                  target: '.unlinked',
                  actions: ['lose', assign({ answered: ({ context }) => context.requested })],
                },
                'frames.snapshot': {
                  target: '.settled',
                  actions: [
                    assign(({ context, event }) => ({
                      data: event.data,
                      answered: Math.min(context.answered + 1, context.requested),
                      hasReopened: false,
                    })),
                    'tell',
                  ],
                },
                'frames.update': { actions: [assign({ data: ({ event }) => event.data }), 'tell'] },
                'frames.gap': { target: '.owed', actions: 'lose' },
                'frames.unreadable': { target: '.silent', actions: 'lose' },
                'frames.refused': [
                  {
                    // The link may be older than the session, once.
                    guard: 'mayReopen',
                    target: '.silent',
                    actions: ['lose', assign({ hasReopened: true }), sendTo('frames', { type: 'reopen' })],
                  },
                  { target: '.silent', actions: 'lose' },
                ],
              },
              states: {
                unlinked: { description: 'The socket has no link.' },
                awaited: {
                  description:
                    'A snapshot was asked for. The data before it may be known, but is distrusted.',
                  entry: assign({ requested: ({ context }) => context.requested + 1 }),
                  after: { askLimit: 'owed' },
                  on: { 'frames.gap': { actions: 'lose' } },
                },
                settled: {
                  description: 'The data is known, and no reader knows anything newer.',
                  always: { guard: 'isDistrusted', target: 'owed' },
                },
                silent: {
                  description: 'It cannot be read, or needs a session, until it begins anew by itself.',
                },
                owed: {
                  description: 'A snapshot is asked for as soon as the last request is long enough ago.',
                  always: {
                    guard: 'mayAsk',
                    target: 'awaited',
                    actions: sendTo('frames', { type: 'renew' }),
                  },
                },
              },
            },
            pause: {
              description: 'Between two requests for a snapshot.',
              initial: 'over',
              states: {
                over: {
                  description: 'A snapshot may be asked for.',
                  always: { guard: 'isOwed', target: 'resting' },
                },
                resting: {
                  description: 'One was asked for less than a quarter of a second ago.',
                  after: { askPause: 'over' },
                },
              },
            },
          },
        },
      },
    },
  },
});
