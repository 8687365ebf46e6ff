// A window of happy-dom for the tools' tests: everything outside of the document is scripted and recorded.
import { GlobalWindow } from 'happy-dom';

type Hear = (message: { readonly data: unknown }) => void;

/** @param opener the window that opened it */
export function openWindow({
  hash = '',
  opener = null,
  mayCopy = true,
}: { hash?: string; opener?: object | null; mayCopy?: boolean } = {}) {
  const window = new GlobalWindow() as unknown as Window & typeof globalThis;
  const { document } = window;
  const posted: unknown[] = [];
  const heard: Hear[] = [];
  const addresses: string[] = [];
  const copied: string[] = [];
  const shown: Element[] = [];
  const saved: string[] = [];
  const define = (of: object, values: object): void => {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(of, name, { value, configurable: true, writable: true });
  };
  window.location.hash = hash;
  class BroadcastChannel {
    postMessage = (message: unknown) => void posted.push(message);
    addEventListener = (_type: string, hear: Hear) => void heard.push(hear);
  }
  define(window, { opener, BroadcastChannel, performance: { timeOrigin: 1234.5 } });
  define(window.history, { replaceState: (_: unknown, _title: string, url: string) => addresses.push(url) });
  define(window.navigator, {
    clipboard: {
      writeText: async (text: string) => {
        if (!mayCopy) throw new Error('not allowed');
        copied.push(text);
      },
    },
  });
  define(window.Element.prototype, {
    scrollIntoView(this: Element) {
      shown.push(this);
    },
  });
  define(window.HTMLAnchorElement.prototype, {
    click(this: HTMLAnchorElement) {
      saved.push(this.download);
    },
  });
  /** The element that announces to assistive technology, or the button with exactly this text. */
  const named = (name: string): HTMLInputElement => {
    const found = [...document.querySelectorAll<HTMLInputElement>('body *')].find(
      (one) =>
        // The property is not reflected by the attribute here.
        (one.ariaLabel ?? one.getAttribute('aria-label')) === name ||
        (one.localName === 'button' && one.textContent === name),
    );
    if (!found) throw new Error(`nothing is called ${name}`);
    return found;
  };
  /** What other pages send on channels, and receive. */
  const channels = { posted, say: (data: unknown) => heard.forEach((hear) => hear({ data })) };
  return { window, document, channels, addresses, copied, shown, saved, named };
}

/** Texts of the elements. */
export const textsOf = (elements: Iterable<Element>): string[] =>
  Array.from(elements, ({ textContent }) => textContent);

/** @returns whether it was prevented */
export function say(element: Element, type: string, more: object = {}): boolean {
  const { Event } = element.ownerDocument.defaultView as Window & typeof globalThis;
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), more);
  return !element.dispatchEvent(event);
}

/** Types into a field, or chooses in it. */
export function fill(field: HTMLInputElement, value: string, type = 'input'): void {
  field.value = value;
  say(field, type);
}

/** Waits for a new diagram in its pane: its layout is another task. */
export async function drawn(pane: Element, before?: Element): Promise<SVGElement> {
  for (let turn = 0; turn < 10_000; turn += 1) {
    const drawing = pane.querySelector('svg');
    if (drawing && drawing !== before) return drawing;
    await new Promise((next) => setImmediate(next));
  }
  throw new Error('no diagram was drawn');
}
