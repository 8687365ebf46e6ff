// A machine's diagram. The page styles it, lights its parts, and handles presses on them.
import { markupOf, shape, type Shape } from './elements.ts';
import { type Arrow, type Drawn, HEAD, layoutOf, LINE, short } from './layout.ts';
import { inWords, type StateBox } from './stateBox.ts';

type Causes = ReadonlyMap<number, readonly string[]>;
const round = (value: number) => Math.round(value * 10) / 10;

function drawnLine({ x, y, width, lines }: Drawn, index: number, causes: Causes): Shape {
  const { place, text, to } = lines[index] ?? { place: -1, text: '', to: [] };
  const top = y + HEAD + index * LINE;
  const stays = to.length === 0 ? ' ↺' : '';
  return shape(
    'g',
    { class: 'line', 'data-place': place, role: 'button', tabindex: 0 },
    shape('title', {}, [text, ...(causes.get(place) ?? [])].join('\n')),
    shape('rect', { x: round(x + 1), y: round(top), width: round(width - 2), height: LINE }),
    shape('text', { x: round(x + 10), y: round(top + 13) }, `${short(text)}${stays}`),
  );
}

/** The name of a group folds it and opens it. */
function drawnName({ id, x, y, name, isFolded }: Drawn): Shape {
  const at = { class: 'name', x: round(x + 10), y: round(y + 19) };
  if (isFolded === null) return shape('text', at, short(inWords(name)));
  const presses = { 'data-fold': id, role: 'button', tabindex: 0, 'aria-expanded': String(!isFolded) };
  return shape('text', { ...at, ...presses }, `${isFolded ? '▸' : '▾'} ${short(inWords(name))}`);
}

function drawnBox(box: Drawn, isLeaf: boolean, causes: Causes): Shape {
  const { id, kind, x, y, width, height, isFinal } = box;
  if (kind === 'start') {
    return shape('circle', { class: 'start', cx: round(x + width / 2), cy: round(y + height / 2), r: 5 });
  }
  const at = { x: round(x), y: round(y), width: round(width), height: round(height), rx: 6 };
  return shape(
    'g',
    {
      class: `box ${kind}${isLeaf ? ' leaf' : ''}${box.isFolded === true ? ' folded' : ''}${isFinal ? ' final' : ''}`,
      'data-state': id,
    },
    shape('rect', { class: 'frame', ...at }),
    ...(box.description === '' ? [] : [shape('title', {}, box.description)]),
    drawnName(box),
    ...box.lines.map((_, index) => drawnLine(box, index, causes)),
  );
}

const drawnArrow = ({ places, to, points }: Arrow): Shape =>
  shape('path', {
    class: 'arrow',
    'data-places': places.join(' '),
    'data-to': to,
    d: `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`,
    'marker-end': 'url(#head)',
  });

/** Named by `marker-end` of arrows. */
const ARROW_HEAD: Shape = shape(
  'defs',
  {},
  shape(
    'marker',
    {
      id: 'head',
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 9,
      markerHeight: 9,
      markerUnits: 'userSpaceOnUse',
      orient: 'auto',
    },
    shape('path', { d: 'M0 0.5 8 4 0 7.5Z' }),
  ),
);

/** @param causes in words, by the transition's index: shown when its line is hovered over */
export async function drawingOf(
  name: string,
  root: StateBox,
  transitions: readonly string[],
  causes: Causes = new Map(),
): Promise<Shape> {
  const layout = await layoutOf(root, transitions);
  const { boxes, arrows } = layout;
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  const isOuter = ({ id }: Drawn) => boxes.some((other) => other.id.startsWith(`${id}.`));
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return shape(
    'svg',
    { class: 'diagram', role: 'group', 'aria-label': `Diagram of ${name}`, ...size },
    ARROW_HEAD,
    ...boxes.filter(isOuter).map((box) => drawnBox(box, false, causes)),
    ...arrows.map(drawnArrow),
    ...boxes.filter((box) => !isOuter(box)).map((box) => drawnBox(box, box.kind !== 'anywhere', causes)),
  );
}

/** As SVG text. */
export async function diagramOf(...of: Parameters<typeof drawingOf>): Promise<string> {
  return markupOf(await drawingOf(...of));
}
