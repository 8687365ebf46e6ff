import { BrowserErrorCaptureEnum, GlobalWindow, type IOptionalBrowserSettings } from 'happy-dom';
import { act, useEffect, useEffectEvent, type ReactNode } from 'react';
import type { createRoot as CreateRoot, Root } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter, parsePath, useLocation } from 'react-router-dom';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { populateGlobal } from 'vitest/runtime';
import { Themed } from '../../../src/app/Themed.tsx';
import type { App } from '../../../src/machines/app/app.ts';
import { AppProvider } from '../../../src/ui/kit/app.tsx';
import { speak, texts } from './rendered.tsx';
import { appOf, type Scene, type Sent } from './scene.ts';

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const wordsIn = (node: Node): string =>
  node.childNodes.length === 0 ? (node.textContent ?? '') : Array.from(node.childNodes, wordsIn).join(' ');

/** Its accessible name. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const by = (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .filter(Boolean)
    .flatMap((id) => document.getElementById(id) ?? []);
  if (by.length > 0) return squeezed(by.map(wordsIn).join(' '));
  if (/^(?:input|textarea|select)$/.test(element.localName)) {
    const own = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`);
    const around = own ?? element.closest('label');
    return around ? squeezed(wordsIn(around)) : '';
  }
  return squeezed(wordsIn(element));
}

/** An address, an ID, a key, whole or shortened; a slatepack; a pair. */
const CODE = /^(?=\S*\d)[\w:…-]{20,}$|^(?=\S*\d)\w+…\w+$|^BEGINSLATEPACK|^[A-Z0-9]{2,6}[/-][A-Z]{2,6}$/;

/** The coins of the tests. */
const COIN = '(?:BTC|GRIN|KAS|USDT?|XMR)';
/** A figure with its sign and unit, or a coin, and nothing else. */
const FIGURE = new RegExp(String.raw`^[-−+≈≤≥]?\s?\d[\d.,\s]*(?:%|${COIN}|[a-z]+/[A-Za-z]+)?$|^/?${COIN}$`);

/** What a page translator may change though it is not a word. The value of a field is no text of the page. */
export function translatable(root: Element): string[] {
  const found: string[] = [];
  const nodes = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { textContent, parentElement } = nodes.currentNode;
    // A figure may be in groups, and these part of a sentence.
    const whole = parentElement?.closest('.thousands')?.parentElement ?? parentElement;
    const isGrouped = whole?.querySelector(':scope > .thousands') ?? false;
    const text = (isGrouped ? whole?.textContent : textContent)?.trim() ?? '';
    const isLeftAlone = parentElement?.closest('[translate="no"], textarea') ?? false;
    if (!isLeftAlone && (CODE.test(text) || FIGURE.test(text))) found.push(text);
  }
  return found;
}

type Field = HTMLInputElement | HTMLTextAreaElement;
/** What a browser makes for it. */
function kindOf(type: string): new (type: string, how: object) => Event {
  if (type === 'click') return MouseEvent;
  if (type === 'keydown') return KeyboardEvent;
  return type.startsWith('pointer') ? PointerEvent : Event;
}

/** React watches the value by an accessor of its own on each field, which a hand that types passes by. */
function typeInto(field: Field, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  const value = Object.getOwnPropertyDescriptor(prototype, 'value');
  value?.set?.call(field, text);
}

/** A screen, and what one can do with it. */
export class Screen {
  readonly root: HTMLElement;
  readonly sent: readonly Sent[];
  readonly app: App;
  readonly #visited: readonly string[];
  readonly #draw: (view: ReactNode) => void;
  constructor({
    root,
    sent,
    app,
    visited,
    draw,
  }: Pick<Screen, 'root' | 'sent' | 'app'> & {
    readonly visited: string[];
    readonly draw: (view: ReactNode) => void;
  }) {
    this.root = root;
    this.sent = sent;
    this.app = app;
    this.#visited = visited;
    this.#draw = draw;
  }
  /** The same view with other properties, or another one. */
  render(view: ReactNode): Promise<void> {
    return this.act(() => this.#draw(view));
  }
  /** Every place, in order. */
  get visited(): readonly string[] {
    return this.#visited;
  }
  get path(): string {
    return this.#visited.at(-1) ?? '';
  }
  get text(): string {
    return squeezed(wordsIn(this.root));
  }
  /** All of them, such as `button, a`. */
  all<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag][];
  all(selectors: string): HTMLElement[];
  all(selectors: string): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(selectors)];
  }
  find<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name: string): HTMLElementTagNameMap[Tag];
  find(selectors: string, name: string): HTMLElement;
  find(selectors: string, name: string): HTMLElement {
    const found = this.seek(selectors, name);
    if (!found) throw new Error(`nothing is called ${name} in: ${this.text}`);
    return found;
  }
  seek(selectors: string, name: string): HTMLElement | null {
    const all = this.all(selectors);
    return all.find((one) => nameOf(one) === name) ?? all.find((one) => nameOf(one).startsWith(name)) ?? null;
  }
  /** Or a link, or the summary of details: they are pressed alike. */
  button(name: string): HTMLButtonElement {
    return this.find('button, a, summary', name) as HTMLButtonElement;
  }
  field(name: string): Field {
    return this.find('input, textarea', name) as Field;
  }
  async act(work: () => void): Promise<void> {
    await act(async () => {
      work();
      // All requests are answered, and the answers shown.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
    });
    const codes = translatable(this.root);
    if (codes.length > 0) throw new Error(`a page translator may change ${codes.join(', ')} (TRADE-27)`);
  }
  /** The event as a browser makes it, with what follows from it: a click submits a form, or marks a box. */
  fire(element: Element, type: string, more: object = {}): Promise<void> {
    const Kind = kindOf(type);
    return this.act(
      () => void element.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, ...more })),
    );
  }
  press(target: string | Element): Promise<void> {
    return this.fire(typeof target === 'string' ? this.button(target) : target, 'click', { detail: 1 });
  }
  type(field: string | Field, text: string): Promise<void> {
    const element = typeof field === 'string' ? this.field(field) : field;
    typeInto(element, text);
    return this.fire(element, 'input');
  }
  /** The language is changed; after the test it is English again. */
  speak(language: string): Promise<void> {
    return this.act(() => void speak(language));
  }
  check(field: string | Field): Promise<void> {
    return this.press(typeof field === 'string' ? this.field(field) : field);
  }
  choose(name: string, value: string): Promise<void> {
    const element = this.find('select', name);
    element.value = value;
    return this.fire(element, 'change');
  }
  /** Of `details`, by its own mark. */
  toggle(element: HTMLDetailsElement | undefined, isOpen: boolean): Promise<void> {
    return this.act(() => element?.toggleAttribute('open', isOpen));
  }
  key(element: Element, key: string, more: object = {}): Promise<void> {
    return this.fire(element, 'keydown', { key, ...more });
  }
}

function Where({ visited }: { readonly visited: (path: string) => void }) {
  const { pathname, search } = useLocation();
  const tell = useEffectEvent(visited);
  useEffect(() => {
    tell(pathname + search);
  }, [pathname, search]);
  return null;
}

const AREAS = [
  () => import('../../../src/services/contract/calls/orders.ts'),
  () => import('../../../src/services/contract/calls/passkeys.ts'),
  () => import('../../../src/services/contract/calls/support.ts'),
  () => import('../../../src/services/contract/calls/wallet.ts'),
  () => import('../../../src/ui/openOrders/MyOrders.tsx'),
  () => import('../../../src/ui/orderForm/Outcome.tsx'),
];

/** Nothing is loaded, and a link that is pressed leads nowhere. */
const settings: IOptionalBrowserSettings = {
  disableJavaScriptFileLoading: true,
  enableJavaScriptEvaluation: false,
  enableCSSFileLoading: false,
  enableImageFileLoading: false,
  enableIframePageLoading: false,
  // An error in a listener ends the test.
  errorCapture: BrowserErrorCaptureEnum.disabled,
  fetch: {
    interceptor: {
      beforeAsyncRequest: ({ request }) => Promise.reject(new Error(`a screen asked for ${request.url}`)),
    },
  },
  navigation: {
    disableMainFrameNavigation: true,
    disableChildFrameNavigation: true,
    disableChildPageNavigation: true,
    disableFallbackToSetURL: true,
  },
};

/** Node has no window: from here on there is one, until the function is called that it answers with. */
function openWindow(): () => Promise<void> {
  const window = new GlobalWindow({ url: 'http://localhost/', width: 1280, height: 800, settings });
  const { keys, originals } = populateGlobal(globalThis, window, {
    bindFunctions: true,
    additionalKeys: ['fetch'],
  });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  return async () => {
    for (const key of [...keys, 'IS_REACT_ACT_ENVIRONMENT']) Reflect.deleteProperty(globalThis, key);
    for (const [key, was] of originals) Reflect.set(globalThis, key, was);
    await window.happyDOM.close();
  };
}

/** For the tests of one file: opens views as React shows them in a browser, with effects, presses and typed texts. */
export function openScreens() {
  let close: ReturnType<typeof openWindow>;
  let createRoot: typeof CreateRoot;
  const open = new Set<Root>();
  beforeAll(async () => {
    // React leaves its contexts as a page had them that another file of this process has prerendered.
    await prerender(null);
    close = openWindow();
    // Files that a screen loads when it reads are there before.
    await Promise.all(AREAS.map((load) => load()));
    // It looks for a window while it is loaded.
    ({ createRoot } = await import('react-dom/client'));
  });
  afterEach(async () => {
    if (texts.language !== 'en') await act(() => speak('en'));
    for (const root of open) await act(async () => root.unmount());
    open.clear();
    document.body.replaceChildren();
  });
  afterAll(() => close());
  return async function show(view: ReactNode, scene: Scene = {}): Promise<Screen> {
    const sent: Sent[] = [];
    const visited: string[] = [];
    const place = document.createElement('div');
    document.body.append(place);
    const root = createRoot(place);
    open.add(root);
    const app = appOf(scene, sent);
    const draw = (what: ReactNode) =>
      root.render(
        <Themed>
          <I18nextProvider i18n={texts}>
            <AppProvider app={app}>
              <MemoryRouter initialEntries={[{ ...parsePath(scene.path ?? '/'), state: scene.state }]}>
                <Where visited={(path) => void visited.push(path)} />
                {what}
              </MemoryRouter>
            </AppProvider>
          </I18nextProvider>
        </Themed>,
      );
    const screen = new Screen({ root: place, sent, app, visited, draw });
    await screen.render(view);
    return screen;
  };
}
