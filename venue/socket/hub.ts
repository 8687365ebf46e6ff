import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Session } from '../accounts/sessions.ts';
import type { Exchange } from '../exchange.ts';
import type { Fees } from '../fees/feed.ts';
import type { OriginRule } from '../http/origin.ts';
import { type AnswerHeaders, refuseRaw } from '../http/raw.ts';
import { networksOf, sourceOf } from '../http/source.ts';
import type { Log } from '../log.ts';
import type { MarketData } from '../market/market.ts';
import { RefusedError } from '../refused.ts';
import { type Budget, type BudgetSettings, createBudgets } from './budgets.ts';
import { createBooks } from './books.ts';
import { type ClientMessage, readMessage, type ServerMessage } from './messages.ts';
import { createPeer, type Peer } from './peer.ts';
import { createBucket, REFILL } from './rate.ts';
import { openStreams } from './streamMessages.ts';

const SOCKET_PATH = '/socket/ws';
/** Bytes; `ws` closes with 1009 beyond it. */
const LARGEST_CLIENT_FRAME = 65_536;
const MAX_PEERS = 5000;
const MAX_BOOKS = 50;
/** Points (`BudgetSettings`) of a handshake, a message, and of bytes in and out. */
const COST = { handshake: 10, message: 1, byteIn: 1 / 64, byteOut: 1 / 4096 };
const SWEEP_EVERY = 30_000;
/** Milliseconds without a message after which a connection is dead. */
const SILENCE_LIMIT = 120_000;

export interface Hub {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  readonly peers: number;
  readonly sessionKeys: readonly string[];
  readonly malformed: number;
  /** Every page reads pairs and coins again (OPERATOR-16). */
  tellTermsChanged(): void;
  close(): Promise<void>;
}

export interface HubParts {
  readonly exchange: Exchange;
  readonly fees: Fees;
  readonly market: Pick<MarketData, 'figures' | 'newest' | 'trades'>;
  readonly originRule: OriginRule;
  readonly headers: AnswerHeaders;
  /** Throws a `RefusedError` for a key that does not open it. */
  readonly sessionOf: (request: IncomingMessage) => Promise<Session | null>;
  readonly onSessionsEnded: (listener: (keys: readonly string[]) => void) => () => void;
  readonly budgets: BudgetSettings;
  readonly trustedProxies: number;
  /** For a maintenance; null without one (OPERATOR-16). */
  readonly whyResting: () => string | null;
  /** Whether this node can serve; absent for a single node. */
  readonly isServing?: () => boolean;
  readonly log: Log;
  readonly now: () => number;
}

/** Private data goes to sockets of its account alone. A session's end closes its sockets (LIVE-06). */
export function createHub(parts: HubParts): Hub {
  const { exchange, fees, isServing = () => true, now } = parts;
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LARGEST_CLIENT_FRAME,
    clientTracking: false,
    // Answered by the budget.
    autoPong: false,
  });
  // Without a listener `ws` would answer invalid handshakes without our headers.
  server.on('wsClientError', (error, socket, request) => {
    const [status, code] = request.method === 'GET' ? [400, 'BAD_HANDSHAKE'] : [405, 'METHOD_NOT_ALLOWED'];
    refuse(socket, status, code, `This is not a WebSocket handshake: ${error.message}.`);
  });
  const peers = new Set<Peer>();
  const budgets = createBudgets(parts.budgets, now);
  const books = createBooks(
    exchange,
    (peer) => {
      if (peer.wantsFees) sendFees(peer);
      streams.recover(peer);
    },
    (pair) => parts.market.figures(pair).lastPrice,
  );
  const streams = openStreams({ ...parts, fellBehind: (peer) => books.fellBehind(peer) });
  let malformed = 0;
  let isClosing = false;

  const unsubscribers = [
    fees.onUpdate((changed) => {
      const frame = Buffer.from(JSON.stringify({ type: 'fees_update', fees: changed }));
      for (const peer of peers) {
        if (!peer.wantsFees) continue;
        if (peer.mayStream()) peer.send(frame);
        else books.fellBehind(peer);
      }
    }),
    parts.onSessionsEnded((keys) => {
      for (const peer of peers) {
        if (peer.sessionKey !== null && keys.includes(peer.sessionKey)) endSession(peer);
      }
    }),
  ];
  const sweeper = setInterval(sweep, SWEEP_EVERY);
  sweeper.unref();

  function sweep(): void {
    budgets.sweep();
    streams.sweep();
    for (const peer of peers) {
      if (now() - peer.lastMessageAt > SILENCE_LIMIT) peer.terminate();
      else if (peer.sessionEndsAt <= now()) endSession(peer);
      else {
        // Browsers answer a ping without JavaScript, also in background tabs.
        peer.ping();
        if (now() - peer.lastMessageAt > SILENCE_LIMIT / 2) sendMessage(peer, { type: 'ping' });
      }
    }
  }

  function endSession(peer: Peer): void {
    if (peer.topics.has(`account:${peer.accountId}`)) sendMessage(peer, { type: 'auth_required' });
    streams.remove(peer);
    peer.close(4001, 'session ended');
  }

  function sendFees(peer: Peer): number {
    const frame = JSON.stringify({ type: 'fees_snapshot', fees: fees.snapshot() });
    peer.answer(frame);
    return frame.length;
  }

  const sendTerms = (peer: Peer, type: 'welcome' | 'terms_changed'): void =>
    sendMessage(peer, { type, maintenance: parts.whyResting() });

  function sendMessage(peer: Peer, message: ServerMessage): void {
    peer.answer(JSON.stringify(message));
  }

  function handle(peer: Peer, message: ClientMessage, budget: Budget): void {
    switch (message.type) {
      case 'subscribe_orderbook': {
        const rules = exchange.pair(message.pair_symbol);
        if (!rules)
          return sendMessage(peer, { type: 'error', code: 'UNKNOWN_PAIR', message: 'Unknown pair.' });
        if (peer.books.size >= MAX_BOOKS) {
          return sendMessage(peer, {
            type: 'error',
            code: 'TOO_MANY_SUBSCRIPTIONS',
            message: `At most ${MAX_BOOKS} books.`,
          });
        }
        const sent = books.subscribe(peer, rules.symbol, message.depth);
        budget.charge(sent * COST.byteOut);
        return undefined;
      }
      case 'unsubscribe_orderbook':
        books.unsubscribe(peer, message.pair_symbol);
        return sendMessage(peer, { type: 'success', action: message.type, pair_symbol: message.pair_symbol });
      case 'subscribe_fees':
        if (peer.wantsFees) return undefined;
        peer.wantsFees = true;
        budget.charge(sendFees(peer) * COST.byteOut);
        return undefined;
      case 'unsubscribe_fees':
        peer.wantsFees = false;
        return sendMessage(peer, { type: 'success', action: message.type });
      case 'ping':
        return sendMessage(peer, { type: 'pong' });
      case 'pong':
        return undefined;
      case 'subscribe_trades':
      case 'unsubscribe_trades':
      case 'subscribe_candles':
      case 'unsubscribe_candles':
      case 'subscribe_markets':
      case 'unsubscribe_markets':
      case 'subscribe_account':
      case 'unsubscribe_account':
        return streams.handle(peer, message, (sent) => budget.charge(sent * COST.byteOut));
    }
  }

  function accept(socket: WebSocket, stream: Duplex, session: Session | null, budget: Budget): void {
    const peer = createPeer(socket, session, now);
    const bucket = createBucket(now);
    peers.add(peer);
    budget.enter();
    stream.on('data', (bytes: Buffer) => {
      if (budget.charge(bytes.length * COST.byteIn) !== 'overdrawn') return;
      if (peer.isOpen) peer.close(1008, 'too many messages');
      else peer.terminate();
    });
    socket.on('message', (data, isBinary) => {
      peer.lastMessageAt = now();
      const rate = bucket.take(budget.charge(COST.message) === 'fine');
      if (rate === 'excess') return;
      if (rate === 'exhausted') return peer.close(1008, 'too many messages');
      if (rate === 'first excess') {
        return sendMessage(peer, {
          type: 'error',
          code: 'RATE_LIMITED',
          message: `At most ${REFILL} messages a second.`,
        });
      }
      const message = readMessage(data as Buffer, isBinary);
      if (message.type !== 'error') return handle(peer, message, budget);
      malformed += 1;
      return sendMessage(peer, message);
    });
    socket.on('pong', () => {
      peer.lastMessageAt = now();
    });
    socket.on('ping', (data: Buffer) => {
      if (budget.charge(COST.message) === 'fine') peer.pong(data);
    });
    socket.on('close', () => {
      budget.leave();
      peers.delete(peer);
      books.remove(peer);
      streams.remove(peer);
    });
    // `ws` closes with the right code itself.
    socket.on('error', () => undefined);
    sendTerms(peer, 'welcome');
  }

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const [path] = (request.url ?? '').split('?');
    if (path !== SOCKET_PATH) return refuse(socket, 404, 'NOT_FOUND', 'The socket is at /socket/ws.');
    const { origin, host } = request.headers;
    if (['foreign', 'stray'].includes(parts.originRule({ origin, host, fetchSite: undefined }))) {
      return refuse(socket, 403, 'FOREIGN_ORIGIN', 'WebSocket connections from other sites are not allowed.');
    }
    if (isClosing || peers.size >= MAX_PEERS || !isServing())
      return refuse(socket, 503, 'BUSY', 'Try again later.');
    const forwarded = request.headers['x-forwarded-for'];
    const address = sourceOf(request.socket.remoteAddress, [forwarded].flat().join(), parts.trustedProxies);
    const budget = budgets.of(networksOf(address));
    if (budget.charge(COST.handshake) !== 'fine' || !budget.hasRoom) return refuseForNow(socket);
    const session = await parts.sessionOf(request);
    if (!budget.hasRoom) return refuseForNow(socket);
    if (isClosing || socket.destroyed) return refuse(socket, 503, 'BUSY', 'Try again later.');
    server.handleUpgrade(request, socket, head, (client) => accept(client, socket, session, budget));
  }

  const refuse = (socket: Duplex, status: number, code: string, message: string): void =>
    refuseRaw(socket, parts.headers, status, code, message);

  const refuseForNow = (socket: Duplex): void =>
    refuseRaw(
      socket,
      { ...parts.headers, 'retry-after': '10' },
      429,
      'TOO_MANY_SOCKETS',
      'Too many connections from your network. Try again later.',
    );

  return {
    upgrade(request, socket, head) {
      // An error before `ws` takes over, or while a refusal is on its way, must not end the process.
      socket.on('error', () => undefined);
      admit(request, socket, head).catch((error: unknown) => {
        if (error instanceof RefusedError) return refuse(socket, error.status, error.code, error.message);
        parts.log.error('a socket handshake', error);
        return refuse(socket, 500, 'INTERNAL', 'Something went wrong on our side. Please try again later.');
      });
    },
    get peers() {
      return peers.size;
    },
    get sessionKeys() {
      return [...peers].flatMap(({ sessionKey }) => sessionKey ?? []);
    },
    get malformed() {
      return malformed;
    },
    tellTermsChanged() {
      for (const peer of peers) sendTerms(peer, 'terms_changed');
    },
    async close() {
      isClosing = true;
      clearInterval(sweeper);
      for (const unsubscribe of unsubscribers) unsubscribe();
      books.close();
      streams.close();
      for (const peer of peers) peer.close(1012, 'the venue restarts');
      for (let waited = 0; peers.size > 0 && waited < 1000; waited += 20) await pause(20);
      for (const peer of peers) peer.terminate();
      server.close();
    },
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
