// A machine's diagram as SVG text. The page styles it, lights its parts, and hears presses on them.
import { type Arrow, type Drawn, HEAD, layoutOf, LINE, short } from './layout.ts';
import { inWords, type StateBox } from './stateBox.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
const round = (value: number) => Math.round(value * 10) / 10;

function drawnLine(
  { x, y, width, lines }: Drawn,
  index: number,
  causes: ReadonlyMap<number, readonly string[]>,
) {
  const { place, text, to } = lines[index] ?? { place: -1, text: '', to: [] };
  const top = y + HEAD + index * LINE;
  const stays = to.length === 0 ? ' ↺' : '';
  return [
    `<g class="line" data-place="${place}" role="button" tabindex="0">`,
    `<title>${escaped([text, ...(causes.get(place) ?? [])].join('\n'))}</title>`,
    `<rect x="${round(x + 1)}" y="${round(top)}" width="${round(width - 2)}" height="${LINE}"/>`,
    `<text x="${round(x + 10)}" y="${round(top + 13)}">${escaped(short(text))}${stays}</text>`,
    '</g>',
  ].join('');
}

function drawnBox(box: Drawn, isLeaf: boolean, causes: ReadonlyMap<number, readonly string[]>): string {
  const { id, kind, x, y, width, height, isFinal } = box;
  if (kind === 'start') {
    return `<circle class="start" cx="${round(x + width / 2)}" cy="${round(y + height / 2)}" r="5"/>`;
  }
  const at = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="6"`;
  return [
    `<g class="box ${kind}${isLeaf ? ' leaf' : ''}${isFinal ? ' final' : ''}" data-state="${escaped(id)}">`,
    `<rect class="frame" ${at}/>`,
    box.description === '' ? '' : `<title>${escaped(box.description)}</title>`,
    `<text class="name" x="${round(x + 10)}" y="${round(y + 19)}">${escaped(short(inWords(box.name)))}</text>`,
    ...box.lines.map((_, index) => drawnLine(box, index, causes)),
    '</g>',
  ].join('');
}

const drawnArrow = ({ places, to, points }: Arrow) =>
  `<path class="arrow" data-places="${places.join(' ')}" data-to="${escaped(to)}" d="M${points
    .map(([x, y]) => `${round(x)} ${round(y)}`)
    .join('L')}" marker-end="url(#head)"/>`;

/** @param causes in words, by the transition's place: what its line says when it is pointed at */
export async function diagramOf(
  name: string,
  root: StateBox,
  transitions: readonly string[],
  causes: ReadonlyMap<number, readonly string[]> = new Map(),
): Promise<string> {
  const { width, height, boxes, arrows } = await layoutOf(root, transitions);
  const isOuter = ({ id }: Drawn) => boxes.some((other) => other.id.startsWith(`${id}.`));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="diagram" role="group" aria-label="Diagram of ${escaped(name)}"`,
    ` width="${Math.ceil(width)}" height="${Math.ceil(height)}" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}">`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">',
    '<path d="M0 0.5 8 4 0 7.5Z"/></marker></defs>',
    ...boxes.filter(isOuter).map((box) => drawnBox(box, false, causes)),
    ...arrows.map(drawnArrow),
    ...boxes.filter((box) => !isOuter(box)).map((box) => drawnBox(box, box.kind !== 'anywhere', causes)),
    '</svg>',
  ].join('');
}
