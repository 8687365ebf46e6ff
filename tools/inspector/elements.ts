type Make = (
  what: string,
  attributes?: Readonly<Record<string, string | boolean | (() => void)>>,
  ...children: readonly (string | Node | null)[]
) => HTMLElement;

/** Makes elements of a document: `make('p.quiet', {title: '…'}, 'text', child)`. Text never becomes markup. */
export const makerOf =
  (page: Document): Make =>
  (what, attributes = {}, ...children) => {
    const [tag = '', ...classes] = what.split('.');
    const element = page.createElement(tag);
    element.className = classes.join(' ');
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === 'function') element.addEventListener(name, value);
      else if (value !== false) element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  };

/** Of the document that the script runs in. */
export const make: Make = (...what) => makerOf(document)(...what);

/** Part of an SVG drawing, for a file or for a page. */
export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

export const shape = (
  tag: string,
  attributes: Shape['attributes'],
  ...children: readonly (Shape | string)[]
): Shape => ({ tag, attributes, children });

const NAMESPACE = 'http://www.w3.org/2000/svg';
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

export function markupOf({ tag, attributes, children }: Shape): string {
  const all = tag === 'svg' ? { xmlns: NAMESPACE, ...attributes } : attributes;
  const set = Object.entries(all).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : markupOf(child)));
  return `<${tag}${set.join('')}>${inner.join('')}</${tag}>`;
}

/** Not from the markup: the policy of the page allows none. */
export function nodeOf(page: Document, { tag, attributes, children }: Shape): SVGElement {
  const element = page.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.map((child) => (typeof child === 'string' ? child : nodeOf(page, child))));
  return element;
}
