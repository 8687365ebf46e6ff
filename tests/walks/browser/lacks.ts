import { isSeen } from './roles.ts';

// Parts that happy-dom's document lacks and the client uses.

const canvas: unknown = new Proxy(
  {},
  {
    get: (_, name) =>
      name === 'measureText' ? () => ({ width: 10 }) : () => ({ addColorStop: () => undefined }),
  },
);

/** A button, a field or their group, disabled by itself or by the group around it. */
const isOff = (element: Element): boolean =>
  /^(?:button|input|select|textarea|option|fieldset)$/.test(element.localName) &&
  (element.hasAttribute('disabled') || element.closest('fieldset[disabled]') !== null);

interface Kind {
  readonly prototype: object;
}
function add(kind: Kind, name: string, what: PropertyDescriptor): void {
  Object.defineProperty(kind.prototype, name, { ...what, configurable: true });
}

/** Called for each window. */
export function addWhatLacks(window: Window & typeof globalThis): void {
  const { Element, HTMLCanvasElement, HTMLTableRowElement, HTMLTableSectionElement } = window;
  add(HTMLCanvasElement, 'getContext', { value: () => canvas });
  add(HTMLTableSectionElement, 'rows', {
    get(this: Element) {
      return [...this.children].filter(({ localName }) => localName === 'tr');
    },
  });
  add(HTMLTableRowElement, 'sectionRowIndex', {
    get(this: Element) {
      return [...(this.parentElement?.children ?? [])].indexOf(this);
    },
  });
  // The controls of a disabled fieldset are disabled, too.
  const matches = Reflect.get(Element.prototype, 'matches') as (selectors: string) => boolean;
  add(Element, 'matches', {
    value(this: Element, selectors: string) {
      const [, base, state] = /^(.*?):(disabled|enabled)$/.exec(selectors) ?? [];
      if (base === undefined) return matches.call(this, selectors);
      return (base === '' || matches.call(this, base)) && isOff(this) === (state === 'disabled');
    },
  });
  add(Element, 'checkVisibility', {
    value(this: Element) {
      return isSeen(this);
    },
  });
  // Nothing has a place here.
  for (const name of ['scrollIntoView', 'scrollTo', 'scrollBy', 'animate', 'showPopover', 'hidePopover'])
    if (!(name in Element.prototype)) add(Element, name, { value: () => undefined });
}
