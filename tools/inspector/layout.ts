// The layout of a machine's diagram. Each transition is a line in the box of its state, and its arrow leaves from that
// line: so the text of 90 arrows never overlaps.
import ELK, { type ElkExtendedEdge, type ElkNode, type ElkPort } from 'elkjs/lib/elk.bundled.js';
import type { StateBox } from './stateBox.ts';

export const LINE = 18;
export const HEAD = 28;
/** Of a character, at 12 px of a system font: wide enough for most texts. */
const CHARACTER = 6.8;
export const MAX_CHARACTERS = 44;
const LEAST_WIDTH = 120;
const PADDING = 10;

/** A transition as a line; `place` in the machine's transitions. */
export interface Line {
  readonly place: number;
  readonly text: string;
  readonly to: readonly string[];
}

export interface Drawn {
  readonly id: string;
  readonly kind: 'state' | 'group' | 'region' | 'anywhere' | 'start';
  readonly name: string;
  readonly description: string;
  readonly isFinal: boolean;
  /** Whether its inner states are hidden; null where they cannot be. */
  readonly isFolded: boolean | null;
  readonly lines: readonly Line[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Arrow {
  /** None from the dot that marks the initial state. */
  readonly places: readonly number[];
  readonly to: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Outer ones before inner ones. */
  readonly boxes: readonly Drawn[];
  readonly arrows: readonly Arrow[];
}

type Part = Omit<Drawn, 'x' | 'y' | 'width' | 'height'>;

export const short = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;

const widthOf = (texts: readonly string[]) =>
  Math.ceil(Math.max(LEAST_WIDTH, ...texts.map((text) => short(text).length * CHARACTER + 2 * PADDING + 16)));

const SPACES = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '8',
  // The initial state is above what follows.
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  // Half as wide as the others make it.
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
};

/** Lines with the same target share an arrow. */
function byTarget(lines: readonly Line[]): Line[][] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = line.to.join();
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/** `#` is in no name of a state. */
const anywhereIn = (id: string) => `${id}#any`;
const startOf = (id: string) => `${id}#start`;

class Graph {
  readonly parts = new Map<string, Part>();
  readonly edges: ElkExtendedEdge[] = [];
  readonly targets = new Map<string, Pick<Arrow, 'places' | 'to'>>();
  private readonly boxes = new Map<string, StateBox>();
  private readonly places: ReadonlyMap<string, number>;

  constructor(root: StateBox, transitions: readonly string[]) {
    this.places = new Map(transitions.map((id, place) => [id, place]));
    const note = (box: StateBox) => {
      this.boxes.set(box.id, box);
      box.states.forEach(note);
    };
    note(root);
  }

  linesOf(box: StateBox): Line[] {
    return box.transitions.flatMap(({ id, on, guard, to }) => {
      const place = this.places.get(id);
      // A forbidden transition is none.
      return place === undefined ? [] : [{ place, text: guard === '' ? on : `${on} [${guard}]`, to }];
    });
  }

  /** An arrow into a group that contains its source leads to the group's initial state. */
  private targetFrom(source: string, target: string): string {
    const box = this.boxes.get(target);
    if (!box || !(source === target || source.startsWith(`${target}.`))) return target;
    const first = box.states.find(({ isFirst }) => isFirst);
    return first ? this.targetFrom(source, first.id) : target;
  }

  private leaf(part: Part, source: string): ElkNode {
    const groups = byTarget(part.lines);
    const lines = groups.flat();
    this.parts.set(part.id, { ...part, lines });
    const width = widthOf([part.name, ...lines.map(({ text }) => text)]);
    const ports: ElkPort[] = [{ id: `${part.id}#in`, x: 0, y: HEAD / 2, width: 0, height: 0 }];
    let count = 0;
    for (const group of groups) {
      const y = HEAD + (count + group.length / 2) * LINE;
      count += group.length;
      for (const id of group[0]?.to ?? []) {
        const target = this.targetFrom(source, id);
        if (target === part.id) continue;
        const port = `${part.id}#${target}`;
        ports.push({ id: port, x: width, y, width: 0, height: 0 });
        this.connect(
          port,
          target,
          group.map(({ place }) => place),
        );
      }
    }
    return {
      id: part.id,
      width,
      height: HEAD + lines.length * LINE + (lines.length > 0 ? 6 : 0),
      ports: ports.map((port) => ({
        ...port,
        layoutOptions: { 'elk.port.side': port.x === 0 ? 'WEST' : 'EAST' },
      })),
      layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
    };
  }

  private connect(from: string, to: string, places: readonly number[]) {
    const id = `${from}>${to}`;
    const hasPorts = this.boxes.get(to)?.states.length === 0;
    this.targets.set(id, { places, to });
    this.edges.push({ id, sources: [from], targets: [hasPorts ? `${to}#in` : to] });
  }

  nodeOf(box: StateBox, kind: Drawn['kind']): ElkNode {
    const { id, name, description } = box;
    const lines = this.linesOf(box);
    const isFolded = box.isFolded ?? null;
    const part: Part = { id, kind, name, description, isFinal: box.type === 'final', isFolded, lines: [] };
    if (box.states.length === 0) return this.leaf({ ...part, lines }, id);
    this.parts.set(id, part);
    return {
      id,
      children: this.childrenOf(box, lines),
      layoutOptions: { ...SPACES, 'elk.padding': `[top=${HEAD + 10},left=18,bottom=18,right=18]` },
    };
  }

  childrenOf(box: StateBox, lines: readonly Line[]): ElkNode[] {
    const isParallel = box.type === 'parallel';
    const first = isParallel ? undefined : box.states.find(({ isFirst }) => isFirst);
    const common = { description: '', isFinal: false, isFolded: null };
    const start: Part = { ...common, id: startOf(box.id), kind: 'start', name: '', lines: [] };
    if (first) {
      this.parts.set(start.id, start);
      this.connect(start.id, first.id, []);
    }
    const anywhere: Part = {
      ...common,
      id: anywhereIn(box.id),
      kind: 'anywhere',
      name: 'in each state',
      lines,
    };
    return [
      ...(first ? [{ id: start.id, width: 10, height: 10 }] : []),
      ...(lines.length > 0 ? [this.leaf(anywhere, box.id)] : []),
      ...box.states.map((child) =>
        this.nodeOf(child, isParallel ? 'region' : child.states.length > 0 ? 'group' : 'state'),
      ),
    ];
  }
}

/** @param transitions their places are those of the lines and arrows */
export async function layoutOf(root: StateBox, transitions: readonly string[]): Promise<Layout> {
  const graph = new Graph(root, transitions);
  const children =
    root.states.length === 0 ? [graph.nodeOf(root, 'state')] : graph.childrenOf(root, graph.linesOf(root));
  const placed = await new ELK().layout({
    id: '#root',
    layoutOptions: { ...SPACES, 'elk.padding': '[top=8,left=8,bottom=8,right=8]' },
    children,
    edges: graph.edges,
  });
  const boxes: Drawn[] = [];
  const visit = ({ id, x = 0, y = 0, width = 0, height = 0, children: inner = [] }: ElkNode) => {
    const part = graph.parts.get(id);
    if (part) boxes.push({ ...part, x, y, width, height });
    inner.forEach(visit);
  };
  visit(placed);
  const arrows = (placed.edges ?? []).map(({ id, sections = [] }): Arrow => ({
    ...(graph.targets.get(id) ?? { places: [], to: '' }),
    points: sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
      [startPoint, ...bendPoints, endPoint].map(({ x, y }) => [x, y] as const),
    ),
  }));
  const { width = 0, height = 0 }: ElkNode = placed;
  return { width, height, boxes, arrows };
}
