// As much of a document as React needs to show a screen and to hear what is pressed in it, with no browser behind it.
// Nothing has a size or a style here: what that changes is tested in a real browser (tests/e2e).

export interface PaperEvent {
  readonly type: string;
  readonly target: PaperNode;
  readonly bubbles: boolean;
  readonly timeStamp: number;
  defaultPrevented: boolean;
  isStopped: boolean;
  preventDefault(): void;
  stopPropagation(): void;
}
type Listener = ((event: PaperEvent) => void) | { handleEvent(event: PaperEvent): void };
type How = boolean | { readonly capture?: boolean } | undefined;

const isCapture = (how: How): boolean => (typeof how === 'object' ? (how.capture ?? false) : (how ?? false));

export class PaperTarget {
  #heard: { type: string; listener: Listener; capture: boolean }[] = [];
  addEventListener(type: string, listener: Listener, how?: How): void {
    this.#heard.push({ type, listener, capture: isCapture(how) });
  }
  removeEventListener(type: string, listener: Listener, how?: How): void {
    const capture = isCapture(how);
    this.#heard = this.#heard.filter(
      (one) => one.type !== type || one.listener !== listener || one.capture !== capture,
    );
  }
  hear(event: PaperEvent, capture: boolean): void {
    for (const one of this.#heard) {
      if (one.type !== event.type || one.capture !== capture) continue;
      if (typeof one.listener === 'function') one.listener.call(this, event);
      else one.listener.handleEvent(event);
    }
  }
}

export class PaperNode extends PaperTarget {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly ownerDocument: PaperPage | null;
  parentNode: PaperNode | null = null;
  childNodes: PaperNode[] = [];
  nodeValue: string | null = null;

  constructor(owner: PaperPage | null, nodeType: number, nodeName: string) {
    super();
    this.ownerDocument = owner;
    this.nodeType = nodeType;
    this.nodeName = nodeName;
  }
  get parentElement(): PaperElement | null {
    return this.parentNode instanceof PaperElement ? this.parentNode : null;
  }
  get firstChild(): PaperNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): PaperNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  #beside(by: number): PaperNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + by] ?? null;
  }
  get nextSibling(): PaperNode | null {
    return this.#beside(1);
  }
  get previousSibling(): PaperNode | null {
    return this.parentNode?.firstChild === this ? null : this.#beside(-1);
  }
  get data(): string {
    return this.nodeValue ?? '';
  }
  set data(text: string) {
    this.nodeValue = text;
  }
  get textContent(): string {
    return this.nodeType === 3
      ? (this.nodeValue ?? '')
      : this.childNodes.map((one) => one.textContent).join('');
  }
  set textContent(text: string) {
    if (this.nodeType === 3) {
      this.nodeValue = text;
      return;
    }
    for (const one of this.childNodes) one.parentNode = null;
    this.childNodes = [];
    if (text !== '' && this.ownerDocument) this.appendChild(this.ownerDocument.createTextNode(text));
  }
  insertBefore<N extends PaperNode>(node: N, before: PaperNode | null): N {
    node.parentNode?.removeChild(node);
    const at = before === null ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }
  appendChild<N extends PaperNode>(node: N): N {
    return this.insertBefore(node, null);
  }
  removeChild<N extends PaperNode>(node: N): N {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }
  remove(): void {
    this.parentNode?.removeChild(this);
  }
  contains(other: PaperNode | null): boolean {
    return other !== null && (other === this || this.contains(other.parentNode));
  }
  getRootNode(): PaperNode {
    return this.parentNode?.getRootNode() ?? this;
  }
  get isConnected(): boolean {
    return this.getRootNode().nodeType === 9;
  }
  /** All elements in it, in the order of the page. */
  elements(): PaperElement[] {
    return this.childNodes.flatMap((one) => [
      ...(one instanceof PaperElement ? [one] : []),
      ...one.elements(),
    ]);
  }
  querySelectorAll(selectors: string): PaperElement[] {
    return this.elements().filter((one) => one.matches(selectors));
  }
  querySelector(selectors: string): PaperElement | null {
    return this.querySelectorAll(selectors)[0] ?? null;
  }
  /** This one and all around it. */
  upwards(): PaperNode[] {
    return [this, ...(this.parentNode?.upwards() ?? [])];
  }
  /** @returns false where somebody has prevented what a browser would do by itself. */
  say(type: string, more: object = {}): boolean {
    const event: PaperEvent = {
      type,
      target: this,
      bubbles: true,
      timeStamp: 0,
      defaultPrevented: false,
      isStopped: false,
      preventDefault: () => (event.defaultPrevented = true),
      stopPropagation: () => (event.isStopped = true),
      ...more,
    };
    const way = this.upwards();
    for (const one of way.toReversed()) if (!event.isStopped) one.hear(event, true);
    for (const one of way) if (!event.isStopped) one.hear(event, false);
    return !event.defaultPrevented;
  }
}

/** The document that a node belongs to. */
export interface PaperPage extends PaperNode {
  readonly body: PaperElement;
  readonly defaultView: object | null;
  activeElement: PaperElement;
  createTextNode(text: string): PaperNode;
  getElementById(id: string): PaperElement | null;
}

const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const dashed = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Splits at spaces, or at commas, that are in no brackets. */
function split(text: string, mark: ' ' | ','): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text.trim()) {
    if ('[('.includes(letter)) depth += 1;
    if ('])'.includes(letter)) depth -= 1;
    if (letter === mark && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts.filter(Boolean);
}

/** One part of a selector, such as `input[name="a"]:not([disabled])`. */
function isPart(element: PaperElement, part: string): boolean {
  const not = [...part.matchAll(/:not\(([^()]*)\)/g)].map(([, inner = '']) => inner);
  const own = part.replaceAll(/:not\([^()]*\)/g, '');
  const bare = own.replaceAll(/\[[^\]]*\]/g, '');
  if (bare.includes(':')) return false;
  const [tag = ''] = /^[\w-]*/.exec(bare) ?? [];
  if (tag !== '' && element.localName !== tag) return false;
  const [, id] = /#([\w-]+)/.exec(bare) ?? [];
  if (id !== undefined && element.id !== id) return false;
  if ([...bare.matchAll(/\.([\w-]+)/g)].some(([, name = '']) => !element.classList.contains(name)))
    return false;
  const hasAll = [...own.matchAll(/\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]/g)].every(
    ([, name = '', value]) => {
      const is = element.getAttribute(name);
      return is !== null && (value === undefined || is === value);
    },
  );
  return hasAll && !not.some((one) => element.matches(one));
}

/** With the parts that stand before it, which are somewhere around it. */
function isMatch(element: PaperElement, selector: string): boolean {
  const parts = split(selector, ' ');
  const last = parts.pop() ?? '';
  if (!isPart(element, last)) return false;
  let around = element.parentElement;
  for (const part of parts.toReversed()) {
    while (around !== null && !isPart(around, part)) around = around.parentElement;
    if (around === null) return false;
    around = around.parentElement;
  }
  return true;
}

export class PaperElement extends PaperNode {
  readonly namespaceURI: string;
  readonly localName: string;
  readonly #attributes = new Map<string, string>();
  readonly style: Record<string, unknown> = {
    setProperty: (name: string, value: string) => void (this.style[name] = value),
    removeProperty: (name: string) => Reflect.deleteProperty(this.style, name),
    getPropertyValue: (name: string) => this.style[name] ?? '',
  };
  scrollTop = 0;
  scrollLeft = 0;

  constructor(owner: PaperPage, name: string, space: string) {
    const isHtml = space.endsWith('xhtml');
    super(owner, 1, isHtml ? name.toUpperCase() : name);
    this.localName = name;
    this.namespaceURI = space;
  }
  get tagName(): string {
    return this.nodeName;
  }
  get children(): PaperElement[] {
    return this.childNodes.filter((one) => one instanceof PaperElement);
  }
  /** Those of HTML have no capitals. */
  #nameOf(name: string): string {
    return this.namespaceURI.endsWith('xhtml') ? name.toLowerCase() : name;
  }
  getAttribute(name: string): string | null {
    return this.#attributes.get(this.#nameOf(name)) ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.#attributes.has(this.#nameOf(name));
  }
  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(this.#nameOf(name), String(value));
  }
  setAttributeNS(_space: string, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }
  removeAttribute(name: string): void {
    this.#attributes.delete(this.#nameOf(name));
  }
  get id(): string {
    return this.getAttribute('id') ?? '';
  }
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  get tabIndex(): number {
    return Number(this.getAttribute('tabindex') ?? 0);
  }
  set tabIndex(place: number) {
    this.setAttribute('tabindex', place);
  }
  get open(): boolean {
    return this.hasAttribute('open');
  }
  set open(isOpen: boolean) {
    this.toggleAttribute('open', isOpen);
  }
  get hidden(): boolean {
    return this.hasAttribute('hidden');
  }
  set hidden(isHidden: boolean) {
    this.toggleAttribute('hidden', isHidden);
  }
  get className(): string {
    return this.getAttribute('class') ?? '';
  }
  set className(names: string) {
    this.setAttribute('class', names);
  }
  toggleAttribute(name: string, isOn: boolean): void {
    if (isOn) this.setAttribute(name, '');
    else this.removeAttribute(name);
  }
  append(...nodes: readonly PaperNode[]): void {
    for (const one of nodes) this.appendChild(one);
  }
  replaceChildren(...nodes: readonly PaperNode[]): void {
    this.textContent = '';
    this.append(...nodes);
  }
  readonly classList = {
    contains: (name: string) => (this.getAttribute('class') ?? '').split(' ').includes(name),
    add: (name: string) => this.setAttribute('class', `${this.getAttribute('class') ?? ''} ${name}`),
    remove: () => undefined,
  };
  readonly dataset: Record<string, string | undefined> = new Proxy(
    {},
    {
      get: (_, name) => this.getAttribute(`data-${dashed(String(name))}`) ?? undefined,
      has: (_, name) => this.hasAttribute(`data-${dashed(String(name))}`),
      set: (_, name, value) => (this.setAttribute(`data-${dashed(String(name))}`, value), true),
      deleteProperty: (_, name) => (this.removeAttribute(`data-${dashed(String(name))}`), true),
      ownKeys: () =>
        [...this.#attributes.keys()]
          .filter((one) => one.startsWith('data-'))
          .map((one) => camel(one.slice(5))),
    },
  );
  matches(selectors: string): boolean {
    return split(selectors, ',').some((one) => isMatch(this, one));
  }
  closest(selectors: string): PaperElement | null {
    return this.matches(selectors) ? this : (this.parentElement?.closest(selectors) ?? null);
  }
  focus(): void {
    const page = this.ownerDocument;
    if (!page || page.activeElement === this) return;
    page.activeElement.say('focusout');
    page.activeElement = this;
    this.say('focusin');
  }
  blur(): void {
    const page = this.ownerDocument;
    if (page?.activeElement !== this) return;
    this.say('focusout');
    page.activeElement = page.body;
  }
  /** Of a dialog. */
  showModal(): void {
    this.setAttribute('open', '');
  }
  close(): void {
    this.removeAttribute('open');
  }
  scrollIntoView(): void {}
  scrollTo(): void {}
  select(): void {}
  setPointerCapture(): void {}
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 0, height: 0, right: 0, bottom: 0, x: 0, y: 0 };
  }
}
