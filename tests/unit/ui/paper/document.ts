import { PaperElement, PaperNode, type PaperPage, PaperTarget } from './nodes.ts';

const HTML = 'http://www.w3.org/1999/xhtml';

/** React watches both by accessors of its own; `fill` and `toggle` pass these by, as a hand does. */
export class PaperField extends PaperElement {
  #value: string | null = null;
  #isChecked = false;
  defaultValue = '';
  defaultChecked = false;
  get value(): string {
    return this.#value ?? this.defaultValue;
  }
  set value(text: string) {
    this.#value = text;
  }
  get checked(): boolean {
    return this.#isChecked;
  }
  set checked(isChecked: boolean) {
    this.#isChecked = isChecked;
  }
  get type(): string {
    return this.getAttribute('type') ?? (this.localName === 'input' ? 'text' : this.localName);
  }
  set type(type: string) {
    this.setAttribute('type', type);
  }
  get name(): string {
    return this.getAttribute('name') ?? '';
  }
  set name(name: string) {
    this.setAttribute('name', name);
  }
  setSelectionRange(): void {}
  fill(text: string): void {
    this.#value = text;
  }
  toggle(): void {
    this.#isChecked = this.type === 'radio' || !this.#isChecked;
  }
}

class PaperOption extends PaperElement {
  selected = false;
  defaultSelected = false;
  get value(): string {
    return this.getAttribute('value') ?? this.textContent;
  }
  set value(value: string) {
    this.setAttribute('value', value);
  }
}

export class PaperSelect extends PaperElement {
  multiple = false;
  get options(): PaperOption[] {
    return this.elements().filter((one) => one instanceof PaperOption);
  }
  get value(): string {
    return (this.options.find(({ selected }) => selected) ?? this.options[0])?.value ?? '';
  }
  set value(value: string) {
    for (const one of this.options) one.selected = one.value === value;
  }
}

export class PaperDocument extends PaperNode implements PaperPage {
  static readonly layOut = layOut;
  readonly documentElement = new PaperElement(this, 'html', HTML);
  readonly head = new PaperElement(this, 'head', HTML);
  readonly body = new PaperElement(this, 'body', HTML);
  activeElement: PaperElement = this.body;
  title = '';
  cookie = '';
  readonly visibilityState = 'visible';
  readonly hidden = false;
  readonly readyState = 'complete';
  /** Says to React that fields have this event. */
  readonly oninput = null;
  defaultView: object | null = null;

  constructor() {
    super(null, 9, '#document');
    this.appendChild(this.documentElement);
    this.documentElement.appendChild(this.head);
    this.documentElement.appendChild(this.body);
  }
  createElement(name: string): PaperElement {
    if (name === 'input' || name === 'textarea') return new PaperField(this, name, HTML);
    if (name === 'select') return new PaperSelect(this, name, HTML);
    if (name === 'option') return new PaperOption(this, name, HTML);
    return new PaperElement(this, name, HTML);
  }
  createElementNS(space: string, name: string): PaperElement {
    return space === HTML ? this.createElement(name) : new PaperElement(this, name, space);
  }
  createTextNode(text: string): PaperNode {
    const node = new PaperNode(this, 3, '#text');
    node.nodeValue = text;
    return node;
  }
  createComment(): PaperNode {
    return new PaperNode(this, 8, '#comment');
  }
  getElementById(id: string): PaperElement | null {
    return this.elements().find((one) => one.id === id) ?? null;
  }
}

/** There are none; React asks whether the focus is in one. */
class PaperFrame extends PaperElement {}

class PaperText extends PaperNode {
  constructor() {
    super(null, 3, '#text');
    this.nodeValue = '';
  }
}

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/** What a window has that screens and their libraries ask for. */
function windowOf(document: PaperDocument) {
  return Object.assign(new PaperTarget(), {
    document,
    // Not itself: React would recommend its developer tools.
    top: {},
    event: undefined,
    location: {
      pathname: '/',
      search: '',
      hash: '',
      protocol: 'http:',
      origin: 'http://localhost',
      href: 'http://localhost/',
    },
    history: { state: null, scrollRestoration: 'auto' },
    scrollX: 0,
    scrollY: 0,
    innerWidth: 1280,
    innerHeight: 800,
    devicePixelRatio: 1,
    scrollTo: () => undefined,
    navigator: { userAgent: 'paper', language: 'en', languages: ['en'], onLine: true },
    matchMedia: (media: string) => ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
    getComputedStyle: () => ({ getPropertyValue: () => '', display: 'block', visibility: 'visible' }),
    requestAnimationFrame: (run: (time: number) => void) => setTimeout(() => run(performance.now()), 0),
    cancelAnimationFrame: (timer: NodeJS.Timeout) => clearTimeout(timer),
    getSelection: () => ({ anchorNode: null, anchorOffset: 0, focusNode: null, focusOffset: 0 }),
    setTimeout,
    clearTimeout,
    Node: PaperNode,
    Text: PaperText,
    Element: PaperElement,
    HTMLElement: PaperElement,
    HTMLInputElement: PaperField,
    HTMLSelectElement: PaperSelect,
    HTMLIFrameElement: PaperFrame,
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    MutationObserver: Observer,
  });
}

/** Those that Node has not, or has others of. */
const GLOBALS = [
  'document',
  'location',
  'history',
  'navigator',
  'matchMedia',
  'getComputedStyle',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'Node',
  'Text',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'ResizeObserver',
  'IntersectionObserver',
  'MutationObserver',
] as const;

/** Node has no window: from here on there is one, until `remove`, which leaves everything as it was. */
function layOut(): { readonly document: PaperDocument; readonly remove: () => void } {
  const document = new PaperDocument();
  const window = windowOf(document);
  document.defaultView = window;
  const all: Readonly<Record<string, unknown>> = {
    window,
    IS_REACT_ACT_ENVIRONMENT: true,
    ...Object.fromEntries(GLOBALS.map((name) => [name, window[name]])),
  };
  const before = Object.keys(all).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(all))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return {
    document,
    remove: () => {
      for (const [name, was] of before)
        if (was) Object.defineProperty(globalThis, name, was);
        else Reflect.deleteProperty(globalThis, name);
    },
  };
}
