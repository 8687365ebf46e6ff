import { BrowserErrorCaptureEnum, GlobalWindow, type IOptionalBrowserSettings } from 'happy-dom';
import type { Root } from 'react-dom/client';
import { populateGlobal } from 'vitest/runtime';
import type { App } from '../../../src/machines/app/app.ts';
import { PageClock, timeOf } from './clock.ts';
import { keyOn } from './hand.ts';
import { addWhatLacks } from './lacks.ts';
import { Locator, until, type Waits } from './locator.ts';
import { matches, Network, ORIGIN, type Happenings, type PageAnswer, type PageRequest } from './network.ts';
import { real, turns } from './real.ts';
import { Channels, ScriptedStorage, socketOf } from './ports.ts';
import { pageOf } from './venue.ts';

/** Nothing is loaded or navigated; what goes wrong in a listener is thrown. */
const settings: IOptionalBrowserSettings = {
  disableJavaScriptFileLoading: true,
  enableJavaScriptEvaluation: false,
  enableCSSFileLoading: false,
  enableImageFileLoading: false,
  disableComputedStyleRendering: true,
  errorCapture: BrowserErrorCaptureEnum.disabled,
  navigation: {
    disableMainFrameNavigation: true,
    disableChildFrameNavigation: true,
    disableChildPageNavigation: true,
    disableFallbackToSetURL: true,
  },
};

/** Requests, hashes and files are the process's own: they do not touch the document. */
const KEPT = Object.fromEntries(
  (
    'Headers Request Response AbortController AbortSignal DOMException URLSearchParams Blob TextEncoder crypto ' +
    'performance MessageChannel ArrayBuffer Uint8Array Uint16Array Uint32Array Uint8ClampedArray Int8Array ' +
    'Int16Array Int32Array Float32Array Float64Array'
  )
    .split(' ')
    .map((name) => [name, Reflect.get(globalThis, name) as unknown]),
);

const OwnURL = URL;

type Pattern = string | RegExp | ((what: never) => boolean);
const isLike = (pattern: Pattern, what: PageRequest | PageAnswer): boolean =>
  typeof pattern === 'function' ? pattern(what as never) : matches(pattern, what.url());

interface Shown {
  readonly app: App;
  readonly root: Root | null;
}

/** The whole client with its real services in a document of this process; only time and network are the test's. */
export class Page implements Waits {
  readonly clock = new PageClock();
  readonly #network = new Network();
  readonly #hasStreams: boolean;
  readonly #complaints: string[] = [];
  readonly #scripts: (() => unknown)[] = [];
  readonly #storage = { localStorage: new ScriptedStorage(), sessionStorage: new ScriptedStorage() };
  readonly #all = new Locator(this, () => [document.documentElement], 'page');
  #close: (() => Promise<void>) | null = null;

  constructor(hasStreams: boolean) {
    this.#hasStreams = hasStreams;
  }

  /** Errors that a browser reports only for a faulty page, and requests that nobody answers. */
  get findings(): readonly string[] {
    return [...this.#complaints, ...this.#network.findings];
  }
  moment = async (): Promise<void> => {
    await turns();
    await this.clock.flow();
  };

  addInitScript = async <A>(script: (given: A) => unknown, given: A): Promise<void> =>
    void this.#scripts.push(() => script(given));
  route = async (...given: Parameters<Network['route']>): Promise<void> => this.#network.route(...given);
  unroute = async (...given: Parameters<Network['unroute']>): Promise<void> =>
    this.#network.unroute(...given);
  routeWebSocket = async (...given: Parameters<Network['routeSocket']>): Promise<void> =>
    this.#network.routeSocket(...given);
  on = <Name extends keyof Happenings>(type: Name, hear: (what: Happenings[Name]) => unknown): void =>
    this.#network.on(type, hear);
  off = <Name extends keyof Happenings>(type: Name, hear: (what: Happenings[Name]) => unknown): void =>
    this.#network.off(type, hear);
  waitForEvent = <Name extends 'request' | 'response' | 'requestfinished'>(
    type: Name,
    pattern: Pattern,
  ): Promise<Happenings[Name]> => {
    let found: Happenings[Name] | undefined;
    const hear = (what: Happenings[Name]): void => {
      if (isLike(pattern, what)) found ??= what;
    };
    this.on(type, hear);
    return until(this, () => {
      if (!found) throw new Error(`no ${type} is like ${String(pattern)}`);
      this.off(type, hear);
      return found;
    });
  };
  waitForRequest = (pattern: Pattern): Promise<PageRequest> => this.waitForEvent('request', pattern);
  waitForResponse = (pattern: Pattern): Promise<PageAnswer> => this.waitForEvent('response', pattern);
  waitForFunction = (work: () => unknown): Promise<void> =>
    until(this, () => {
      if (!work()) throw new Error('it does not come true');
    });

  url = (): string => (this.#close ? location.href : 'about:blank');
  evaluate = async <T, A>(work: (given: A) => T, given: A): Promise<Awaited<T>> => {
    await turns();
    // Before a page is opened only its time is available.
    if (!this.#close) globalThis.Date = timeOf(this.clock).Date;
    try {
      return await work(given);
    } finally {
      if (!this.#close) globalThis.Date = real.Date;
      await turns();
    }
  };

  getByRole: Locator['getByRole'] = this.#all.getByRole;
  getByText: Locator['getByText'] = this.#all.getByText;
  getByLabel: Locator['getByLabel'] = this.#all.getByLabel;
  locator: Locator['locator'] = this.#all.locator;
  readonly keyboard = {
    press: async (key: string): Promise<void> => {
      keyOn((document.activeElement ?? document.body) as HTMLElement, key);
      await turns();
    },
  };

  /** Waits for the screen, unless asked to wait for less. A file, such as robots.txt, has none. */
  goto = async (to: string, { waitUntil }: { readonly waitUntil?: string } = {}): Promise<void> => {
    const url = new URL(to, ORIGIN);
    const isFile = url.pathname.includes('.');
    await this.#open(url, isFile ? '' : await this.#network.page(url, pageOf(this.#hasStreams)));
    if (waitUntil !== undefined || isFile) return;
    await until(this, () => {
      if (!document.querySelector('main')) throw new Error('no screen is shown');
    });
  };
  reload = (): Promise<void> => {
    const { state } = history as { readonly state: unknown };
    this.#scripts.unshift(() => {
      history.replaceState(state, '');
      this.#scripts.shift();
    });
    return this.goto(location.href);
  };
  goBack = (): Promise<void> => {
    history.back();
    return turns();
  };
  goForward = (): Promise<void> => {
    history.forward();
    return turns();
  };

  async #open({ href }: URL, html: string): Promise<void> {
    await this.#shut();
    const before = Object.getOwnPropertyDescriptors(globalThis);
    const window = new GlobalWindow({ url: href, width: 1440, height: 900, settings });
    populateGlobal(globalThis, window, { bindFunctions: true });
    const channels = new Channels();
    const error = (...words: unknown[]): void =>
      void this.#complaints.push(`console: ${words.map(String).join(' ')}`);
    const given = {
      ...KEPT,
      ...timeOf(this.clock),
      ...this.#storage,
      // A class of its own, because a walk changes it.
      URL: class extends OwnURL {},
      isSecureContext: true,
      console: Object.assign(Object.create(console), { error }) as Console,
      navigator: window.navigator,
      fetch: this.#network.fetch,
      WebSocket: socketOf(this.#network),
      BroadcastChannel: channels.Channel,
      PageTransitionEvent: transitionOf(window.Event as unknown as typeof Event),
    };
    for (const [name, value] of Object.entries(given))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    Reflect.deleteProperty(globalThis, 'Worker');
    Object.defineProperty(performance, 'now', { value: this.clock.elapsed, configurable: true });
    addWhatLacks(globalThis as unknown as globalThis.Window & typeof globalThis);
    document.documentElement.innerHTML = html;
    document.addEventListener('click', ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[download]') : null;
      if (link) this.#network.tell('download', { suggestedFilename: () => link.download });
    });
    runAll(this.#scripts);
    const shown = html === '' ? null : await this.#show();
    this.#close = async () => {
      shown?.root?.unmount();
      await turns();
      shown?.app.root.stop();
      Reflect.deleteProperty(performance, 'now');
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        const was = before[name];
        if (was?.configurable === true) Object.defineProperty(globalThis, name, was);
        else if (!was) Reflect.deleteProperty(globalThis, name);
      }
      await window.happyDOM.close();
    };
  }

  /** As `src/main.tsx` does, but the page can be taken down again. */
  async #show(): Promise<Shown> {
    await loadAll();
    const { startApp } = await import('../../../src/app/start.ts');
    const { renderApp } = await import('../../../src/app/render.tsx');
    const app = startApp(globalThis as unknown as globalThis.Window);
    const shown: { app: App; root: Root | null } = { app, root: null };
    const element = document.querySelector<HTMLElement>('#root');
    const unavailable = document.querySelector<HTMLElement>('#unavailable');
    if (!element) throw new Error('index.html holds no place for the application');
    renderApp(app, element).then(
      (root) => {
        shown.root = root;
      },
      (error: unknown) => {
        if (unavailable) unavailable.hidden = false;
        this.#complaints.push(`exception: ${String(error).replace(/^Error: /, '')}`);
      },
    );
    return shown;
  }

  async #shut(): Promise<void> {
    await this.#close?.();
    this.#close = null;
  }
  /** For good: what the page still asks for is never answered. */
  close(): Promise<void> {
    this.#network.isOver = true;
    return this.#shut();
  }
}

let isLoaded = false;
/**
 * Every part of the client, once: a part that is loaded later takes real time, which no walk waits for. With the first
 * page, because React looks for a window; one after the other, because Node loads no module twice at once.
 */
async function loadAll(): Promise<void> {
  if (isLoaded) return;
  isLoaded = true;
  const parts = import.meta.glob([
    '../../../src/{app,ui}/**/*.tsx',
    '../../../src/{machines,services}/**/*.ts',
    '!**/{development,prerender}/**',
    '!**/{worker,solver}.ts',
  ]);
  for (const load of Object.values(parts)) await load();
}

/** Whether the page comes from the browser's cache of whole pages. */
const transitionOf = (kind: typeof Event) =>
  class extends kind {
    readonly persisted: boolean;
    constructor(type: string, { persisted }: { readonly persisted: boolean }) {
      super(type);
      this.persisted = persisted;
    }
  };

/** Globals defined by scripts are made removable: they go with the page. */
function runAll(scripts: readonly (() => unknown)[]): void {
  const { defineProperty } = Object;
  Object.defineProperty = (on, name, how) => defineProperty(on, name, { ...how, configurable: true });
  try {
    for (const script of Array.from(scripts)) script();
  } finally {
    Object.defineProperty = defineProperty;
  }
}
