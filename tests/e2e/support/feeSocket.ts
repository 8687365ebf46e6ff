import type { Page, WebSocketRoute } from '@playwright/test';
import { SOON } from './soon.ts';
import { expect } from './test.ts';

export class FeeSocket {
  readonly #page: Page;
  #link: WebSocketRoute | null = null;
  #subscriptions = 0;
  #frames = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Call it before the page is opened. */
  async start(): Promise<void> {
    await this.#page.routeWebSocket(/\/socket\/ws$/, (link) => {
      this.#link = link;
      link.onMessage((text) => {
        const { type } = JSON.parse(String(text)) as { type: string };
        if (type === 'ping') link.send('{"type":"pong"}');
        if (type === 'subscribe_fees') this.#subscriptions += 1;
      });
      link.send('{"type":"welcome"}');
    });
  }

  /** The scripted link depends on the page's timers. */
  async subscribed(): Promise<void> {
    const looked = async (): Promise<number> => {
      await this.#page.clock.runFor(10);
      return this.#subscriptions;
    };
    await expect.poll(looked, SOON).toBeGreaterThan(0);
  }

  async send(frame: (number: number) => object): Promise<void> {
    if (this.#link === null) await this.reopen();
    this.#frames += 1;
    this.#link?.send(JSON.stringify(frame(this.#frames)));
    await this.#page.clock.runFor(10);
  }

  async cut(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    this.#subscriptions = 0;
    await link?.close();
    await this.#page.clock.runFor(10);
  }

  /** Ends the pause before the next try. */
  async reopen(): Promise<void> {
    await this.#page.evaluate(() => window.dispatchEvent(new Event('online')));
    await this.subscribed();
  }
}
