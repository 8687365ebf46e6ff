import type { Page, WebSocketRoute } from '@playwright/test';
import { SOON } from './soon.ts';
import { expect } from './test.ts';
import { letPageHear } from './time.ts';

type Frame = Readonly<Record<string, unknown>>;

/** Milliseconds between two questions of the page. */
const LONGEST_PAUSE = 300;

/** The socket's other end, for one stream: scripted by the test, and silent about all others. */
export class ScriptedStream {
  readonly #page: Page;
  readonly #name: string;
  /** Of each frame of the stream, such as its pair. */
  readonly #fields: Frame;
  #link: WebSocketRoute | null = null;
  #sequence = 0;
  /** Requests for a snapshot without one. */
  #asked = 0;

  constructor(page: Page, name: string, fields: Frame = {}) {
    this.#page = page;
    this.#name = name;
    this.#fields = fields;
  }

  /** Call it before the page is opened. */
  async start(): Promise<void> {
    await this.#page.routeWebSocket(/\/socket\/ws$/, (link) => {
      this.#link = link;
      this.#asked = 0;
      link.onMessage((text) => {
        const frame = JSON.parse(String(text)) as Frame;
        const isIt = Object.entries(this.#fields).every(([name, value]) => frame[name] === value);
        if (frame.type === 'ping') link.send('{"type":"pong"}');
        if (isIt && frame.type === `subscribe_${this.#name}`) this.#asked += 1;
        if (isIt && frame.type === `unsubscribe_${this.#name}`) this.#asked = 0;
      });
      link.send('{"type":"welcome"}');
    });
  }

  /**
   * All data of the stream: the answer to the page's question, or a change where it has none. Time passes, because the
   * page waits a moment between two questions; its clock has to be stopped.
   */
  async bring(data: Frame): Promise<void> {
    if (this.#sequence === 0) await expect.poll(() => this.#isAsked(), SOON).toBe(true);
    if (await this.#isAsked()) {
      this.#asked = 0;
      await this.#say('snapshot', data, {});
    } else await this.#say('update', data, { previous_sequence: this.#sequence, whole: true });
  }

  async #isAsked(): Promise<boolean> {
    await this.#page.clock.runFor(LONGEST_PAUSE);
    await letPageHear(this.#page);
    return this.#asked > 0;
  }

  /** A frame is missing before this one, so no earlier data of the stream holds any more. */
  async skip(data: Frame): Promise<void> {
    this.#sequence += 1;
    await this.#say('update', data, { previous_sequence: this.#sequence });
  }

  async #say(part: 'snapshot' | 'update', data: Frame, numbers: Frame): Promise<void> {
    this.#sequence += 1;
    const frame = {
      type: `${this.#name}_${part}`,
      ...this.#fields,
      sequence: this.#sequence,
      ...numbers,
      ...data,
    };
    this.#link?.send(JSON.stringify(frame));
    await letPageHear(this.#page);
  }
}
