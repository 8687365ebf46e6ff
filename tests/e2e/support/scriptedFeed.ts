import type { Page, WebSocketRoute } from '@playwright/test';

type Levels = readonly (readonly [price: string, quantity: string])[];
export interface Sides {
  readonly bids: Levels;
  readonly asks: Levels;
}

/** The socket's other end. REST has no book unless the test gives it one. */
export class ScriptedFeed {
  sent: string[] = [];
  links = 0;
  isRefusing = false;
  readonly #page: Page;
  #link: WebSocketRoute | null = null;
  #sequence = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Call it before the page is opened. @param rest what REST answers for the book */
  async start(rest: Sides | null = null): Promise<void> {
    await this.#page.routeWebSocket(/\/socket\/ws$/, (link) => {
      this.links += 1;
      this.sent = [];
      if (this.isRefusing) {
        void link.close();
        return;
      }
      this.#link = link;
      link.onMessage((text) => {
        this.sent.push(JSON.parse(String(text)).type);
      });
      link.send('{"type":"welcome"}');
    });
    await this.#page.route(/\/order\/orderbook\//, (route) =>
      rest === null
        ? route.fulfill({ status: 404, json: { message: 'No such pair.' } })
        : route.fulfill({ json: { pair: 'XMR-BTC', timestamp: new Date().toISOString(), ...rest } }),
    );
  }

  send(frame: object): void {
    this.#link?.send(JSON.stringify({ pair_symbol: 'XMR-BTC', ...frame }));
  }

  snapshot(sides: Sides, part: object = {}): void {
    this.#sequence += 1;
    this.send({ type: 'orderbook_snapshot', sequence: this.#sequence, ...sides, ...part });
  }

  /** @param lost frames that got lost before it */
  delta(sides: Partial<Sides>, lost = 0): void {
    this.#sequence += 1 + lost;
    const numbers = { sequence: this.#sequence, previous_sequence: this.#sequence - 1 };
    this.send({ type: 'orderbook_update', delta: true, ...numbers, ...sides });
  }

  async cut(): Promise<void> {
    await this.#link?.close();
  }
}
