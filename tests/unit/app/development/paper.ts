// A page on paper: as much of a document as the developer tools use, with no browser behind it.

type Listener = (event: PaperEvent) => void;
export interface PaperEvent {
  readonly type: string;
  readonly target: PaperElement;
  readonly key?: string;
  isPrevented: boolean;
  preventDefault: () => void;
}
interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One part of a selector: `div.is-present[data-key="a"]`. */
function isMatch(element: PaperElement, selector: string): boolean {
  const [tag = ''] = /^[\w-]*/.exec(selector) ?? [];
  if (tag !== '' && element.tag !== tag) return false;
  const classes = [...selector.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\.([\w-]+)/g)];
  if (classes.some(([, name = '']) => !element.classList.contains(name))) return false;
  if (selector.includes(':focus') && element.page.activeElement !== element) return false;
  return [...selector.matchAll(/\[([\w-]+)(?:=["']([^"']*)["'])?\]/g)].every(([, name = '', value]) => {
    const own = element.getAttribute(name);
    return own !== null && (value === undefined || own === value);
  });
}

export class PaperElement {
  readonly page: PaperPage;
  readonly tag: string;
  parent: PaperElement | null = null;
  children: (PaperElement | string)[] = [];
  hidden = false;
  value = '';
  type = '';
  min = '';
  max = '';
  ariaLabel = '';
  href = '';
  download = '';
  scrollTop = 0;
  scrollHeight = 100;
  clientWidth = 400;
  clientHeight = 300;
  rect: Rect = { left: 0, top: 0, width: 0, height: 0 };
  /** How far it was scrolled, in order. */
  readonly scrolled: { readonly left: number; readonly top: number }[] = [];
  readonly style = { setProperty: (name: string, value: string) => void this.styles.set(name, value) };
  readonly styles = new Map<string, string>();
  private readonly attributes = new Map<string, string>();
  private readonly listeners = new Map<string, Listener[]>();

  constructor(page: PaperPage, tag: string) {
    this.page = page;
    this.tag = tag;
  }

  get className(): string {
    return this.attributes.get('class') ?? '';
  }
  set className(names: string) {
    this.attributes.set('class', names);
  }
  readonly classList = {
    contains: (name: string) => this.className.split(' ').includes(name),
    toggle: (name: string, isOn: boolean) => {
      const others = this.className.split(' ').filter((one) => one !== name && one !== '');
      this.className = [...others, ...(isOn ? [name] : [])].join(' ');
    },
  };
  get dataset(): Readonly<Record<string, string>> {
    const own = [...this.attributes].filter(([name]) => name.startsWith('data-'));
    return Object.fromEntries(own.map(([name, value]) => [name.slice(5), value]));
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
    if (name === 'hidden') this.hidden = true;
    if (name === 'value') this.value = value;
  }

  append(...children: readonly (PaperElement | string)[]): void {
    this.children.push(...children);
    for (const child of children) if (typeof child !== 'string') child.parent = this;
  }
  replaceChildren(...children: readonly (PaperElement | string)[]): void {
    this.children = [];
    this.append(...children);
  }
  get textContent(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.textContent)).join('');
  }
  set textContent(text: string) {
    this.children = [text];
  }

  /** This one and all in it. */
  all(): PaperElement[] {
    return [this, ...this.children.flatMap((child) => (typeof child === 'string' ? [] : child.all()))];
  }
  matches(selectors: string): boolean {
    return selectors.split(', ').some((selector) => isMatch(this, selector));
  }
  querySelectorAll(selectors: string): PaperElement[] {
    return this.all().filter((one) => one !== this && one.matches(selectors));
  }
  querySelector(selectors: string): PaperElement | null {
    return this.querySelectorAll(selectors)[0] ?? null;
  }
  closest(selectors: string): PaperElement | null {
    return this.matches(selectors) ? this : (this.parent?.closest(selectors) ?? null);
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }
  /** Dispatches an event that bubbles. */
  say(type: string, more: { readonly key?: string } = {}): PaperEvent {
    const event: PaperEvent = {
      type,
      target: this,
      isPrevented: false,
      preventDefault: () => (event.isPrevented = true),
      ...more,
    };
    this.hear(event);
    return event;
  }
  private hear(event: PaperEvent): void {
    for (const listen of this.listeners.get(event.type) ?? []) listen(event);
    this.parent?.hear(event);
  }
  /** As one types into a field, or chooses in it. */
  fill(value: string, type = 'input'): void {
    this.value = value;
    this.say(type);
  }

  click(): void {
    this.page.pressed.push(this);
    this.say('click');
  }
  focus(): void {
    this.page.activeElement = this;
  }
  scrollIntoView(): void {
    this.page.shown.push(this);
  }
  scrollBy(by: { readonly left: number; readonly top: number }): void {
    this.scrolled.push(by);
  }
  getBoundingClientRect() {
    const { left, top, width, height } = this.rect;
    return { left, top, width, height, right: left + width, bottom: top + height };
  }
}

class PaperPage {
  readonly body = new PaperElement(this, 'body');
  activeElement: PaperElement = this.body;
  title = '';
  /** Scrolled into view, in order. */
  readonly shown: PaperElement[] = [];
  /** Pressed, in order. */
  readonly pressed: PaperElement[] = [];
  createElement(tag: string): PaperElement {
    return new PaperElement(this, tag);
  }
  createElementNS(_space: string, tag: string): PaperElement {
    return this.createElement(tag);
  }
  querySelector(selectors: string): PaperElement | null {
    return this.body.querySelector(selectors);
  }
  /** The one that says so to assistive technology, or that holds just this text. */
  named(name: string): PaperElement {
    const found = this.body
      .all()
      .find(
        (one) =>
          one.ariaLabel === name ||
          one.getAttribute('aria-label') === name ||
          (one.tag === 'button' && one.textContent === name),
      );
    if (!found) throw new Error(`nothing is called ${name}`);
    return found;
  }
}

/** What other pages say on channels, and what they are told. */
export class PaperChannels {
  readonly posted: unknown[] = [];
  private readonly heard: ((message: { readonly data: unknown }) => void)[] = [];
  readonly say = (data: unknown): void => this.heard.forEach((hear) => hear({ data }));
  readonly channel = () => ({
    postMessage: (message: unknown) => void this.posted.push(message),
    addEventListener: (_type: string, hear: (message: { readonly data: unknown }) => void) =>
      void this.heard.push(hear),
  });
}

/** @param opener the window that opened it */
export function paperWindow({ hash = '', opener = null }: { hash?: string; opener?: object | null } = {}) {
  const page = new PaperPage();
  const channels = new PaperChannels();
  const addresses: string[] = [];
  const heard: ((event: { readonly source: unknown; readonly data: unknown }) => void)[] = [];
  const window = {
    document: page,
    opener,
    performance: { timeOrigin: 1234.5 },
    location: { hash },
    history: { replaceState: (_state: unknown, _title: string, url: string) => void addresses.push(url) },
    CSS: { escape: (text: string) => text },
    BroadcastChannel: function BroadcastChannel() {
      return channels.channel();
    },
    addEventListener: (_type: string, hear: (typeof heard)[number]) => void heard.push(hear),
  };
  return {
    page,
    document: page as unknown as Document,
    window: Object.assign(window, { parent: window }) as unknown as Window & typeof globalThis,
    channels,
    addresses,
    /** A message from another window. */
    message: (source: unknown, data: unknown) => heard.forEach((hear) => hear({ source, data })),
  };
}

/** Once a diagram, other than the one before, stands in its pane: its layout is another task. */
export async function drawn(pane: PaperElement, before?: PaperElement): Promise<PaperElement> {
  for (let turn = 0; turn < 10_000; turn += 1) {
    const drawing = pane.querySelector('svg');
    if (drawing && drawing !== before) return drawing;
    await new Promise((next) => setImmediate(next));
  }
  throw new Error('no diagram was drawn');
}
