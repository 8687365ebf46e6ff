import { retryDelay } from '../../domain/retryDelay.ts';
import {
  type ActorRefFrom,
  assertEvent,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import type { ClientFrame } from '../../services/contract/index.ts';
import { callback, type Toast } from '../shared/common.ts';
import {
  MAX_ATTEMPTS,
  SILENCE_LIMIT,
  countOf,
  subscribeFrame,
  topicsOf,
  unsubscribeFrame,
  withoutSubscriber,
  withSubscriber,
  type Subscriptions,
  type Topic,
} from './socket.rules.ts';

export interface SocketContext {
  readonly subscriptions: Subscriptions;
  /** Reconnects since the last frame: 0 to 5 (SOCKET-01). */
  readonly attempt: number;
  readonly isFirstLink: boolean;
}

export type SocketEvent =
  /** Sends a frame only for the first subscriber. */
  | { readonly type: 'subscription.added'; readonly topic: Topic }
  /** Sends a frame only for the last subscriber. */
  | { readonly type: 'subscription.removed'; readonly topic: Topic }
  /** Requests a new snapshot, because the data is wrong. */
  | { readonly type: 'subscription.renewed'; readonly topic: Topic }
  | { readonly type: 'link.opened' }
  | { readonly type: 'link.closed' }
  | { readonly type: 'link.failed' }
  /** Sent at most once a second, and for the first frame after a ping. */
  | { readonly type: 'link.heard' }
  | { readonly type: 'link.pinged' }
  | { readonly type: 'page.online' }
  | { readonly type: 'page.offline' }
  | { readonly type: 'page.visible' }
  /** It may come back from the back-forward cache. */
  | { readonly type: 'page.leaving' }
  | { readonly type: 'page.restored' }
  | { readonly type: 'route.changed' }
  /** The cookie of the link is not that of the session any more. */
  | { readonly type: 'session.changed' }
  | { readonly type: 'user.reconnect' };

export interface SendFrame {
  readonly type: 'send';
  readonly frame: ClientFrame;
}

/** The topic of an event about one. */
const topicOf = (event: SocketEvent): Topic => {
  assertEvent(event, ['subscription.added', 'subscription.removed', 'subscription.renewed']);
  return event.topic;
};

/** Another try after a pause, or giving up (SOCKET-01). */
const afterLoss = [
  { guard: 'mayRetry', target: '#socket.waiting', actions: 'countAttempt' },
  { target: '#socket.exhausted' },
] as const;

/** Only the first failed link is reported (SOCKET-06). */
const afterFailure = [
  {
    guard: 'isFirstLink',
    target: '#socket.waiting',
    actions: ['tellFailure', 'noteFirstLink', 'countAttempt'],
  },
  ...afterLoss,
] as const;

/** SOCKET-04. */
const newSeries = { target: '#socket.linked', actions: 'forgetAttempts' } as const;
const newSeriesOn = {
  'user.reconnect': newSeries,
  'page.online': newSeries,
  'page.visible': newSeries,
  'route.changed': newSeries,
} as const;

/** A frame proves that the connection works. */
const heardOn = { target: 'listening', reenter: true, actions: 'forgetAttempts' } as const;

const renewed = { target: '#socket.linked', reenter: true } as const;
const resume = [{ guard: 'isUnused', target: '#socket.idle', actions: 'forgetAttempts' }, newSeries] as const;

/**
 * The socket of the page (SOCKET-01, SOCKET-02): one connection for all subscribers. It opens with the first one, is
 * reopened when lost, and gives up after five tries. Frames go from the link to the frame hub, not through here.
 */
export const socketMachine = setup({
  types: { context: {} as SocketContext, events: {} as SocketEvent, emitted: {} as Toast },
  actors: {
    /** One connection. It sends `link.*`, and closes when it is stopped. */
    link: callback<SendFrame>(),
    page: callback<SocketEvent>(),
  },
  actions: {
    countSubscriber: assign({
      subscriptions: ({ context, event }) => withSubscriber(context.subscriptions, topicOf(event)),
    }),
    discountSubscriber: assign({
      subscriptions: ({ context, event }) => withoutSubscriber(context.subscriptions, topicOf(event)),
    }),
    subscribe: sendTo('link', ({ event }) => ({ type: 'send', frame: subscribeFrame(topicOf(event)) })),
    unsubscribe: sendTo('link', ({ event }) => ({ type: 'send', frame: unsubscribeFrame(topicOf(event)) })),
    restoreSubscriptions: enqueueActions(({ context, enqueue }) => {
      for (const topic of topicsOf(context.subscriptions)) {
        enqueue.sendTo('link', { type: 'send', frame: subscribeFrame(topic) });
      }
    }),
    ping: sendTo('link', { type: 'send', frame: { type: 'ping' } }),
    pong: sendTo('link', { type: 'send', frame: { type: 'pong' } }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    forgetAttempts: assign({ attempt: 0 }),
    noteFirstLink: assign({ isFirstLink: false }),
    tellFailure: emit({ type: 'toast', kind: 'error', key: 'toast.socketError' }),
  },
  guards: {
    isFirst: ({ context, event }) => countOf(context.subscriptions, topicOf(event)) === 0,
    isLast: ({ context, event }) => countOf(context.subscriptions, topicOf(event)) === 1,
    isSubscribed: ({ context, event }) => countOf(context.subscriptions, topicOf(event)) > 0,
    isUnused: ({ context }) => topicsOf(context.subscriptions).length === 0,
    mayRetry: ({ context }) => context.attempt < MAX_ATTEMPTS,
    isFirstLink: ({ context }) => context.isFirstLink && context.attempt < MAX_ATTEMPTS,
  },
  delays: {
    /** The actors' file adds a random part. */
    retryPause: ({ context }) => retryDelay(context.attempt, 0),
    /** As long as a read may take. */
    connectLimit: 10_000,
    heartbeat: 30_000,
    silenceLimit: SILENCE_LIMIT,
    /** For the answer to a ping after sleep or a change of network. */
    probeLimit: 3000,
  },
}).createMachine({
  id: 'socket',
  description: 'The one live connection of the page, and who listens to it.',
  context: { subscriptions: {}, attempt: 0, isFirstLink: true },
  invoke: { id: 'page', src: 'page', onError: {} },
  initial: 'idle',
  on: {
    'subscription.added': { actions: 'countSubscriber' },
    'subscription.removed': { actions: 'discountSubscriber' },
    'page.offline': '.offline',
    'page.leaving': '.suspended',
  },
  states: {
    idle: {
      description: 'Nobody listens, so there is no link.',
      on: { 'subscription.added': { target: 'linked', actions: 'countSubscriber' } },
    },
    linked: {
      description: 'There is a link; leaving this state closes it.',
      invoke: { id: 'link', src: 'link', onError: afterFailure },
      initial: 'connecting',
      on: { 'link.closed': afterLoss, 'link.failed': afterFailure, 'session.changed': renewed },
      states: {
        connecting: {
          description: 'The link is being opened.',
          after: { connectLimit: afterLoss },
          on: { 'link.opened': { target: 'connected', actions: ['restoreSubscriptions', 'noteFirstLink'] } },
        },
        connected: {
          description: 'The link is open and every topic with a subscriber is subscribed to.',
          type: 'parallel',
          on: {
            'subscription.added': [
              { guard: 'isFirst', actions: ['countSubscriber', 'subscribe'] },
              { actions: 'countSubscriber' },
            ],
            'subscription.removed': [
              { guard: 'isLast', actions: ['discountSubscriber', 'unsubscribe'] },
              { actions: 'discountSubscriber' },
            ],
            'subscription.renewed': { guard: 'isSubscribed', actions: ['unsubscribe', 'subscribe'] },
          },
          states: {
            heartbeat: {
              description: 'Keeps the link alive.',
              initial: 'resting',
              states: {
                resting: {
                  description: 'The last ping is less than 30 s old and was answered, or none was sent yet.',
                  on: { 'link.pinged': { actions: 'pong' } },
                  after: {
                    heartbeat: [
                      { guard: 'isUnused', target: '#socket.idle' },
                      { target: 'unanswered', actions: 'ping' },
                    ],
                  },
                },
                unanswered: {
                  description: 'No frame came since the last ping.',
                  on: { 'link.heard': 'resting', 'link.pinged': { target: 'resting', actions: 'pong' } },
                },
              },
            },
            hearing: {
              description: 'Whether the other end lives.',
              initial: 'listening',
              states: {
                listening: {
                  description: 'The last frame is less than 45 s old.',
                  after: { silenceLimit: afterLoss },
                  on: {
                    'link.heard': heardOn,
                    'link.pinged': heardOn,
                    'page.visible': 'probing',
                    'page.online': 'probing',
                  },
                },
                probing: {
                  description:
                    'The page slept or changed its network; a ping asks whether the link survived.',
                  entry: 'ping',
                  after: { probeLimit: afterLoss },
                  on: { 'link.heard': heardOn, 'link.pinged': heardOn },
                },
              },
            },
          },
        },
      },
    },
    waiting: {
      description: 'The link was lost; it is opened again after a pause that doubles with every try.',
      after: {
        retryPause: [{ guard: 'isUnused', target: 'idle', actions: 'forgetAttempts' }, { target: 'linked' }],
      },
      on: newSeriesOn,
    },
    exhausted: {
      description:
        'Five tries failed. Only the user, a new subscriber, or a change of page or network tries again.',
      tags: ['failed'],
      entry: emit({ type: 'toast', kind: 'error', key: 'toast.socketExhausted' }),
      on: {
        ...newSeriesOn,
        'subscription.added': { target: 'linked', actions: ['countSubscriber', 'forgetAttempts'] },
      },
    },
    offline: {
      description: 'The browser says that there is no network; trying would be in vain.',
      on: { 'page.online': resume, 'user.reconnect': newSeries },
    },
    suspended: {
      description:
        'The page was left and may come back from the back-forward cache, where no link may be open.',
      on: {
        'page.restored': resume,
        // The network is judged again when the page comes back.
        'page.offline': {},
      },
    },
  },
});

type SocketSnapshot = SnapshotFrom<typeof socketMachine>;

/** `lost`: it will be retried. `exhausted`: the user must ask. */
export type LinkStatus = 'connected' | 'lost' | 'exhausted';

export function linkStatus(snapshot: SocketSnapshot): LinkStatus {
  if (snapshot.matches({ linked: 'connected' })) return 'connected';
  return snapshot.matches('exhausted') ? 'exhausted' : 'lost';
}

/** It is there, or being opened: what a stream brings may come at any moment. */
export const isLinked = (snapshot: SocketSnapshot): boolean =>
  snapshot.matches('idle') || snapshot.matches('linked');

/** The browser reports no network. */
export const isOffline = (snapshot: SocketSnapshot): boolean => snapshot.matches('offline');

export type SocketRef = ActorRefFrom<typeof socketMachine>;
