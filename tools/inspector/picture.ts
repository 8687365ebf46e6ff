/**
 * A picture of the page that holds no private text: boxes in their places, and only the program's own texts. It is
 * drawn from the DOM, because a page cannot photograph itself without asking, and a photo could not be masked.
 */

/** Later ones are left out: the file must stay small. */
const MAX_PARTS = 8000;
/** Pixels: a masked text is as wide as a multiple of this, so that its length says nothing of its digits. */
const MASK_STEP = 24;
const SVG = 'http://www.w3.org/2000/svg';
const UNDRAWN = 'script, style, template, noscript, [data-tool]';
/** Icons, charts and codes of addresses and secrets. */
const DRAWINGS = 'svg, canvas, img, video';
const FIELDS = 'input, textarea, select';

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
type Attributes = Readonly<Record<string, string | number>>;

const round = (value: number): number => Math.round(value * 10) / 10;
const isVisible = (box: Box): boolean => box.right - box.left > 1 && box.bottom - box.top > 1;
const isInk = (color: string): boolean => color !== 'transparent' && !/[,/]\s*0\)$/.test(color);

const within = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** @param isKnown whether a text is the program's own. @returns an element that no document holds yet */
export function pictureOf(document: Document, isKnown: (text: string) => boolean): SVGSVGElement {
  const window = document.defaultView ?? globalThis.window;
  const { innerWidth: width, innerHeight: height } = window;
  const screen: Box = { left: 0, top: 0, right: width, bottom: height };
  const make = <K extends keyof SVGElementTagNameMap>(
    name: K,
    attributes: Attributes,
  ): SVGElementTagNameMap[K] => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
      element.setAttribute(key, String(typeof value === 'number' ? round(value) : value));
    }
    return element;
  };
  const picture = make('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
  // Fixed elements cover those that come after them in the document.
  const layers = [make('g', {}), make('g', {})] as const;
  let parts = 0;
  let layer: SVGGElement = layers[0];
  const draw = (part: SVGElement): void => {
    parts += 1;
    layer.append(part);
  };

  function drawRect(box: Box, attributes: Attributes): void {
    if (!isVisible(box)) return;
    const { left: x, top: y, right, bottom } = box;
    draw(make('rect', { x, y, width: right - x, height: bottom - y, ...attributes }));
  }

  function drawFrame(style: CSSStyleDeclaration, box: Box, clip: Box): void {
    const seen = within(box, clip);
    const rx = style.borderTopLeftRadius;
    if (isInk(style.backgroundColor)) drawRect(seen, { fill: style.backgroundColor, rx });
    const sides = {
      Top: { ...seen, bottom: seen.top + 1.1 },
      Bottom: { ...seen, top: seen.bottom - 1.1 },
      Left: { ...seen, right: seen.left + 1.1 },
      Right: { ...seen, left: seen.right - 1.1 },
    } as const;
    for (const side of ['Top', 'Bottom', 'Left', 'Right'] as const) {
      const color = style[`border${side}Color`];
      if (style[`border${side}Style`] === 'none' || style[`border${side}Width`] === '0px') continue;
      if (isInk(color)) drawRect(sides[side], { fill: color });
    }
  }

  function drawMask(box: Box, clip: Box, fill: string): void {
    const middle = (box.top + box.bottom) / 2;
    const half = (box.bottom - box.top) * 0.28;
    const steps = Math.ceil((box.right - box.left) / MASK_STEP);
    const bar = {
      left: box.left,
      right: box.left + steps * MASK_STEP,
      top: middle - half,
      bottom: middle + half,
    };
    drawRect(within(bar, clip), { fill, opacity: 0.3, rx: 3 });
  }

  function drawWord(text: string, box: Box, style: CSSStyleDeclaration): void {
    const word = make('text', {
      x: box.left,
      y: (box.top + box.bottom) / 2,
      'dominant-baseline': 'central',
      fill: style.color,
      textLength: box.right - box.left,
      lengthAdjust: 'spacingAndGlyphs',
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
      'font-family': 'system-ui, sans-serif',
    });
    word.textContent = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
    draw(word);
  }

  function drawText(node: Text, style: CSSStyleDeclaration, clip: Box): void {
    const range = document.createRange();
    range.selectNodeContents(node);
    if (!isKnown(node.data.trim())) {
      for (const line of range.getClientRects()) drawMask(line, clip, style.color);
      return;
    }
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      if (isVisible(within(box, clip))) drawWord(word, box, style);
    }
  }

  /** Whether it is filled, never its value. */
  function drawField(field: Element, style: CSSStyleDeclaration, box: Box, clip: Box): void {
    const { value = '', checked = false, type = '' } = field as Partial<HTMLInputElement>;
    const isFilled = type === 'checkbox' || type === 'radio' ? checked : value !== '';
    const inset = (box.bottom - box.top) / 4;
    const bar = { ...box, left: box.left + inset, right: Math.min(box.left + inset + 48, box.right - inset) };
    if (isFilled) drawMask(bar, clip, style.color);
  }

  function visit(element: Element, outer: Box): void {
    if (parts > MAX_PARTS || element.matches(UNDRAWN)) return;
    const style = window.getComputedStyle(element);
    if (style.display === 'none' || style.opacity === '0') return;
    const isAbove = style.position === 'fixed' || style.position === 'sticky';
    const previous = layer;
    if (isAbove) layer = layers[1];
    const box = element.getBoundingClientRect();
    const clip = style.position === 'fixed' ? screen : outer;
    if (style.visibility === 'visible') drawFrame(style, box, clip);
    if (element.matches(DRAWINGS)) drawRect(within(box, clip), { fill: style.color, opacity: '0.15', rx: 3 });
    else if (element.matches(FIELDS)) drawField(element, style, box, clip);
    else {
      const inner = /visible/.test(style.overflow) ? clip : within(box, clip);
      for (const child of element.childNodes) {
        if (child instanceof window.Element) visit(child, inner);
        else if (child instanceof window.Text && child.data.trim() !== '' && style.visibility === 'visible')
          drawText(child, style, inner);
      }
    }
    layer = previous;
  }

  const { backgroundColor } = window.getComputedStyle(document.body);
  picture.append(make('rect', { width, height, fill: isInk(backgroundColor) ? backgroundColor : 'Canvas' }));
  visit(document.body, screen);
  picture.append(...layers);
  return picture;
}
