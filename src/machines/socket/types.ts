import type { ClientFrame } from '../../services/contract/index.ts';

/** What can be subscribed to: the network fees, or the order book of a pair. */
export type Topic = 'fees' | `book:${string}`;

export interface SocketContext {
  /** Subscribers by topic, in the order in which the topics were first asked for; never 0. */
  readonly subscriptions: Readonly<Partial<Record<Topic, number>>>;
  /** Reconnects since the link last proved to work: 0 to 5 (SOCKET-01). */
  readonly attempt: number;
  /** Whether no link opened or failed yet: the status bar tells of later losses. */
  readonly isFirstLink: boolean;
}

export type SocketEvent =
  /** One more subscriber. The frame is sent for the first one only. */
  | { readonly type: 'subscription.added'; readonly topic: Topic }
  /** One subscriber less. The frame is sent for the last one only. */
  | { readonly type: 'subscription.removed'; readonly topic: Topic }
  /** Its data went wrong and must start anew: the server is asked for a new snapshot. */
  | { readonly type: 'subscription.renewed'; readonly topic: Topic }
  | { readonly type: 'link.opened' }
  | { readonly type: 'link.closed' }
  | { readonly type: 'link.failed' }
  /** A frame came. Said at most once a second, and for the first frame after a ping. */
  | { readonly type: 'link.heard' }
  /** The server asks whether this end lives. */
  | { readonly type: 'link.pinged' }
  | { readonly type: 'page.online' }
  | { readonly type: 'page.offline' }
  | { readonly type: 'page.visible' }
  /** The page is being left; it may come back from the back-forward cache. */
  | { readonly type: 'page.leaving' }
  | { readonly type: 'page.restored' }
  | { readonly type: 'route.changed' }
  | { readonly type: 'user.reconnect' };

/** What the `link` actor is told. */
export interface SendFrame {
  readonly type: 'send';
  readonly frame: ClientFrame;
}
