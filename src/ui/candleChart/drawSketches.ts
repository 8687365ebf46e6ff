import type { IPrimitivePaneView, ISeriesPrimitive, Logical } from 'lightweight-charts';
import type { Decimal } from '../../domain/decimal.ts';
import { type Interval, intervalRules } from '../../domain/intervals.ts';
import { ownPrice, type PriceDigits } from '../../domain/satoshi.ts';
import { type Anchor, isSameSketch, type Sketch, type Tool } from '../../domain/sketch.ts';
import { type SketchesRef, shownSketches } from '../../machines/sketches/sketches.machine.ts';
import type { Surface } from './drawing.ts';
import { nearestStep, toHeight } from './heights.ts';
import { handlesOf, hitOf, placeOf, timeAt, type Shape, type Spot } from './sketchPlane.ts';

export interface SketchOptions {
  readonly interval: Interval;
  readonly digits: PriceDigits;
  /** Of the pair's prices; null while it is not known: nothing can be drawn or chosen. */
  readonly step: Decimal | null;
}

/** In pixels. */
const [REACH, REACH_OF_FINGER, HANDLE, MARGIN] = [6, 14, 5, 4];
/** A press that moves more is a scroll, or a drag. */
const [SLACK, SLACK_OF_FINGER] = [4, 10];
const [FONT_SIZE, EDGE] = [12, 4];
const FILL_ALPHA = 0.08;
const [THIN, THICK] = [1.5, 2.5];

interface Drawn {
  readonly kind: Tool;
  readonly spots: readonly Spot[];
  readonly words: string;
  readonly isChosen: boolean;
}

interface Pressed {
  readonly pointer: number;
  readonly at: Spot;
  /** A drawing, or a part of one, is. */
  readonly isHeld: boolean;
  /** So far that it is no mere press. */
  readonly isMoved: boolean;
}

/** Draws what the user drew, and tells the statechart what is pressed (DRAW-01 to DRAW-03). @returns a function that ends it */
export function drawSketches(surface: Surface, ref: SketchesRef, options: SketchOptions): () => void {
  const { chart, candles } = surface;
  const { digits, step } = options;
  const { seconds } = intervalRules(options.interval);
  const root = chart.chartElement();
  const style = getComputedStyle(document.documentElement);
  const [ink, paper, measure] = ['--text', '--surface', '--info'].map((name) =>
    style.getPropertyValue(name).trim(),
  );
  const font = `${FONT_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  /** Widths of words as they were drawn last. */
  const widths = new Map<string, number>();
  let times: readonly number[] = [];
  let requestUpdate: () => void = () => undefined;

  /** Null before there is a scale. */
  function grid(): { readonly start: number; readonly spacing: number } | null {
    const [start, next] = [0, 1].map((at) => chart.timeScale().logicalToCoordinate(at as Logical));
    const spacing = Number(next) - Number(start);
    return times.length > 0 && spacing > 0 ? { start: Number(start), spacing } : null;
  }
  function spotOf({ time, price }: Anchor): Spot | null {
    const known = grid();
    const y = candles.priceToCoordinate(toHeight(price));
    return known && y !== null
      ? { x: known.start + placeOf(time, { times, seconds }) * known.spacing, y }
      : null;
  }
  const spotsOf = (points: readonly Anchor[]): readonly Spot[] =>
    points.map(spotOf).filter((spot) => spot !== null);
  function anchorAt({ x, y }: Spot): Anchor | null {
    const known = grid();
    const height = candles.coordinateToPrice(y);
    return known && step && height !== null
      ? {
          time: timeAt((x - known.start) / known.spacing, { times, seconds }),
          price: nearestStep(height, step),
        }
      : null;
  }
  const shapeOf = ({ kind, points, words }: Sketch): Shape => ({
    kind,
    spots: spotsOf(points),
    width: widths.get(words) ?? 0,
  });
  /** The one on top. */
  function hitAt(at: Spot, reach: number): { readonly sketch: Sketch; readonly part: number | null } | null {
    const { context } = ref.getSnapshot();
    if (!step) return null;
    for (const sketch of [...context.sketches, ...(context.chosen ? [context.chosen] : [])].toReversed()) {
      const part = hitOf(shapeOf(sketch), at, reach);
      if (part !== undefined) return { sketch, part };
    }
    return null;
  }

  function all(): readonly Drawn[] {
    const snapshot = ref.getSnapshot();
    const { chosen, dragged, points, tool } = snapshot.context;
    const held = dragged ?? chosen;
    const kept = shownSketches(snapshot).map((sketch) => ({
      kind: sketch.kind,
      spots: spotsOf(sketch.points),
      words: sketch.kind === 'level' ? ownPrice(sketch.points[0]?.price ?? null, digits) : sketch.words,
      isChosen: held !== null && isSameSketch(sketch, held),
    }));
    const isBegun = snapshot.matches('ending') || snapshot.matches('measured');
    return isBegun ? [...kept, { kind: tool, spots: spotsOf(points), words: '', isChosen: true }] : kept;
  }

  /** With an edge, because candles may be behind. */
  function write(context: CanvasRenderingContext2D, words: string, { x, y }: Spot): void {
    const { strokeStyle, lineWidth } = context;
    context.strokeStyle = paper ?? '';
    context.lineWidth = EDGE;
    context.lineJoin = 'round';
    context.strokeText(words, x, y);
    context.fillText(words, x, y);
    Object.assign(context, { strokeStyle, lineWidth });
  }

  function paint(context: CanvasRenderingContext2D, { kind, spots, words, isChosen }: Drawn): void {
    const [from, to] = spots;
    if (!from) return;
    const right = chart.timeScale().width();
    context.strokeStyle = context.fillStyle = (kind === 'measure' ? measure : ink) ?? '';
    context.lineWidth = isChosen ? THICK : THIN;
    context.beginPath();
    if (kind === 'level') {
      context.moveTo(0, from.y);
      context.lineTo(right, from.y);
      context.textAlign = 'right';
      context.textBaseline = 'bottom';
      write(context, words, { x: right - MARGIN, y: from.y - 2 });
    } else if (kind === 'text') {
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      write(context, words, from);
      widths.set(words, context.measureText(words).width);
    } else if (to && kind === 'trend') {
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    } else if (to) {
      context.rect(from.x, from.y, to.x - from.x, to.y - from.y);
      context.globalAlpha = FILL_ALPHA;
      context.fill();
      context.globalAlpha = 1;
    }
    context.stroke();
    if (!isChosen) return;
    const handles = kind === 'level' ? [{ x: right / 2, y: from.y }] : handlesOf(kind, spots);
    context.fillStyle = paper ?? '';
    for (const { x, y } of handles) {
      context.beginPath();
      context.arc(kind === 'text' ? x - MARGIN - HANDLE : x, y, HANDLE, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }

  const view: IPrimitivePaneView = {
    zOrder: () => 'top',
    renderer: () => ({
      draw(target) {
        target.useMediaCoordinateSpace(({ context }) => {
          context.font = font;
          for (const one of all()) paint(context, one);
        });
      },
    }),
  };
  const views = [view];
  const primitive: ISeriesPrimitive = {
    attached: (given) => {
      requestUpdate = given.requestUpdate;
    },
    paneViews: () => views,
    hitTest(x, y) {
      const isAiming = ref.getSnapshot().hasTag('aiming');
      const hit = isAiming ? null : hitAt({ x, y }, REACH);
      if (!isAiming && !hit) return null;
      const cursorStyle = isAiming ? 'crosshair' : hit?.part === null ? 'move' : 'pointer';
      return { externalId: 'sketch', zOrder: 'top', cursorStyle };
    },
  };

  /** What is held, or only pressed: the library reports no press that follows another one fast. */
  let pressed: Pressed | null = null;
  const placed = ({ clientX, clientY }: PointerEvent): Spot => {
    const { left, top } = root.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const isFinger = ({ pointerType }: PointerEvent): boolean => pointerType !== 'mouse';
  const isPress = (event: PointerEvent, { at }: Pressed): boolean => {
    const { x, y } = placed(event);
    return Math.hypot(x - at.x, y - at.y) <= (isFinger(event) ? SLACK_OF_FINGER : SLACK);
  };
  /** @returns whether the drawing at the spot is held now */
  function grasp(hit: ReturnType<typeof hitAt>, spot: Spot): boolean {
    const at = anchorAt(spot);
    if (hit && at) ref.send({ type: 'sketch.pressed', ...hit, at });
    return ref.getSnapshot().matches('dragging');
  }
  function press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    drop();
    const at = placed(event);
    const isInPlot = at.x < chart.timeScale().width() && at.y < (chart.panes()[0]?.getHeight() ?? 0);
    if (!isInPlot) return;
    pressed = { pointer: event.pointerId, at, isHeld: false, isMoved: false };
    const hit = hitAt(at, isFinger(event) ? REACH_OF_FINGER : REACH);
    const { chosen } = ref.getSnapshot().context;
    // A finger may begin to scroll there: it drags only what it chose before.
    if (isFinger(event) && !(hit && chosen && isSameSketch(hit.sketch, chosen))) return;
    if (!grasp(hit, at)) return;
    pressed = { ...pressed, isHeld: true };
    root.setPointerCapture(event.pointerId);
  }
  function follow(event: PointerEvent): void {
    if (pressed?.isHeld === true && event.pointerId === pressed.pointer) {
      // It was let go where nobody heard it.
      if ((event.buttons & 1) === 0) return drop();
      if (!pressed.isMoved && isPress(event, pressed)) return;
      pressed = { ...pressed, isMoved: true };
    } else if (!ref.getSnapshot().matches('ending')) return;
    const at = anchorAt(placed(event));
    if (at) ref.send({ type: 'point.moved', at });
  }
  function letGo(event: PointerEvent): void {
    if (event.pointerId !== pressed?.pointer) return;
    const before = pressed;
    pressed = null;
    if (before.isHeld) return ref.send({ type: 'sketch.released' });
    const at = anchorAt(placed(event));
    if (!at || !isPress(event, before)) return;
    if (isFinger(event) && grasp(hitAt(before.at, REACH_OF_FINGER), before.at))
      return ref.send({ type: 'sketch.released' });
    ref.send({ type: 'point.placed', at });
  }
  /** What is held goes back to where it was. */
  function drop(): void {
    if (pressed?.isHeld === true && ref.getSnapshot().matches('dragging')) ref.send({ type: 'user.cancel' });
    pressed = null;
  }
  function lose(event: PointerEvent): void {
    if (event.pointerId === pressed?.pointer) drop();
  }
  /** The chart must not be scrolled by the pointer that drags, nor the page. */
  function keepStill(event: Event): void {
    if (pressed?.isHeld !== true) return;
    event.stopPropagation();
    if (event.type === 'touchstart') event.preventDefault();
  }
  const hearing = new AbortController();
  const early = { capture: true, passive: false, signal: hearing.signal };
  root.addEventListener('pointerdown', press, early);
  root.addEventListener('mousedown', keepStill, early);
  root.addEventListener('touchstart', keepStill, early);
  root.addEventListener('pointermove', follow, early);
  root.addEventListener('pointerup', letGo, early);
  root.addEventListener('pointercancel', lose, early);
  root.addEventListener('lostpointercapture', lose, early);
  candles.attachPrimitive(primitive);
  const end = surface.follow((bars) => {
    times = bars.map(({ time }) => time);
  });
  const subscription = ref.subscribe(() => requestUpdate());
  return () => {
    drop();
    subscription.unsubscribe();
    end();
    candles.detachPrimitive(primitive);
    hearing.abort();
  };
}
