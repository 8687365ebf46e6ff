/** Order books replace each other whole, and no frame has a number. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import { COINS, feeEntry, PAIRS, type Pair } from './coins.ts';
import { text } from './money.ts';
import type { Orders } from './orders.ts';
import type { Shapes } from './style.ts';

interface Reader {
  readonly socket: WebSocket;
  readonly books: Map<string, number>;
  fees: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class Feed {
  readonly received: string[] = [];
  private readonly server = new WebSocketServer({ noServer: true });
  private readonly readers = new Set<Reader>();
  private readonly shapes: Shapes;
  private readonly orders: () => Orders;
  private readonly origin: () => string | undefined;

  constructor(shapes: Shapes, orders: () => Orders, origin: () => string | undefined) {
    this.shapes = shapes;
    this.orders = orders;
    this.origin = origin;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const strange = this.origin() !== undefined && request.headers.origin !== this.origin();
    if (strange || request.url !== '/socket/ws') {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    this.server.handleUpgrade(request, socket, head, (ws) => {
      const reader: Reader = { socket: ws, books: new Map(), fees: false };
      this.readers.add(reader);
      ws.on('close', () => this.readers.delete(reader));
      ws.on('message', (data) => {
        this.hear(reader, data);
      });
      this.send(reader, 'welcome', { message: 'Welcome' });
    });
  }

  bookChanged(pair: Pair): void {
    for (const reader of this.readers) {
      const depth = reader.books.get(pair.symbol);
      if (depth !== undefined) this.send(reader, 'orderbook_update', this.book(pair, depth));
    }
  }

  sendFees(): void {
    for (const reader of this.readers) if (reader.fees) this.feesTo(reader);
  }

  cut(): void {
    for (const reader of this.readers) reader.socket.terminate();
  }

  private hear(reader: Reader, data: RawData): void {
    const line = Buffer.isBuffer(data) ? data.toString('utf8') : '';
    this.received.push(line);
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      message = undefined;
    }
    if (!isFields(message)) {
      this.send(reader, 'error', { message: 'Not a JSON object' });
      return;
    }
    const fields = isFields(message.data) ? { ...message, ...message.data } : message;
    this.answer(reader, String(message.type), fields);
  }

  private answer(reader: Reader, type: string, fields: Fields): void {
    switch (type) {
      case 'ping':
        this.send(reader, 'pong', {});
        return;
      case 'pong':
        return;
      case 'subscribe_fees':
        reader.fees = true;
        this.send(reader, 'success', { message: 'Subscribed' });
        this.feesTo(reader);
        return;
      case 'unsubscribe_fees':
        reader.fees = false;
        return;
      case 'subscribe_orderbook':
      case 'unsubscribe_orderbook': {
        const pair = PAIRS.find((one) => one.symbol === fields.pair_symbol);
        if (pair === undefined) {
          this.send(reader, 'error', { message: 'No such pair' });
        } else if (type === 'unsubscribe_orderbook') {
          reader.books.delete(pair.symbol);
        } else {
          const depth = typeof fields.depth === 'number' ? fields.depth : 40;
          reader.books.set(pair.symbol, depth);
          this.send(reader, 'success', { message: 'Subscribed' });
          this.send(reader, 'orderbook_snapshot', this.book(pair, depth));
        }
        return;
      }
      default:
        this.send(reader, 'error', { message: `Unknown message: ${type}` });
    }
  }

  private book(pair: Pair, depth: number): Fields {
    const { shapes } = this;
    const orders = this.orders();
    const volume = (operation: 'BUY' | 'SELL') =>
      shapes.number(orders.side(pair, operation).reduce((sum, one) => sum + one.left, 0n));
    const levels = (operation: 'BUY' | 'SELL') =>
      orders.levels(pair, operation, depth).map(({ price, quantity }) => {
        if (shapes.style.levels === 'pairs') return [shapes.number(price), shapes.number(quantity)];
        return { price: shapes.number(price), quantity: shapes.number(quantity) };
      });
    const last = orders.last(pair)?.price;
    return shapes.record({
      pair_symbol: pair.symbol,
      bids: levels('BUY'),
      asks: levels('SELL'),
      buys_volume: volume('BUY'),
      sells_volume: volume('SELL'),
      [shapes.style.lastPrice]: last === undefined ? undefined : text(last),
    });
  }

  private feesTo(reader: Reader): void {
    const { feeEvent, feeWrapper } = this.shapes.style;
    const fees = Object.fromEntries(
      COINS.map((coin) => [coin.ticker, feeEntry(this.shapes, coin, Date.now())]),
    );
    const payload = feeWrapper === 'fees' ? { fees } : { data: feeWrapper === 'data' ? fees : { fees } };
    if (reader.socket.readyState === WebSocket.OPEN) {
      reader.socket.send(JSON.stringify({ type: feeEvent, ...payload }));
    }
  }

  private send(reader: Reader, type: string, fields: Fields): void {
    if (reader.socket.readyState !== WebSocket.OPEN) return;
    const message = this.shapes.style.frames === 'flat' ? { type, ...fields } : { type, data: fields };
    reader.socket.send(JSON.stringify(message));
  }
}
