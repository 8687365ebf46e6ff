// The diagram in the page: presses on its parts, and the highlighted paths.
import { make } from '../inspector/elements.ts';
import { toggled } from '../inspector/stateBox.ts';
import type { StepRecord } from './records.ts';

const SCALES = [0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6];
/** Smaller text cannot be read. */
const READABLE = 0.7;
/** Milliseconds per step of a played path, and at most for all of them. */
const BEAT = 250;
const LONGEST_PLAY = 3000;

export interface DiagramView {
  readonly element: HTMLElement;
  /** Highlights a path or one step, one transition after the other. @param stays until another path is chosen */
  light(steps: readonly StepRecord[], stays?: boolean): void;
  /** Back to the chosen path. */
  dim(): void;
}

interface Presses {
  readonly transition: (place: number) => void;
  readonly state: (id: string) => void;
  /** The diagram with these groups folded; without it none can be. */
  readonly fold?: (shut: ReadonlySet<string>) => Promise<string>;
}

/** @param svg made by the report itself, with its texts escaped */
function drawnParts(svg: string) {
  const drawing = document.importNode(
    new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement,
    true,
  );
  const parts = [...drawing.querySelectorAll<SVGElement>('[data-state], [data-place], [data-places]')];
  const byState = new Map<string, SVGElement>();
  const byPlace = new Map<string, SVGElement[]>();
  for (const part of parts) {
    const { state, place, places = '' } = part.dataset;
    if (state !== undefined) byState.set(state, part);
    for (const one of [place ?? '', ...places.split(' ')].filter(Boolean)) {
      byPlace.set(one, [...(byPlace.get(one) ?? []), part]);
    }
  }
  /** The state, or the folded group that hides it. */
  const partOf = (id: string): SVGElement | undefined =>
    byState.get(id) ?? (id.includes('.') ? partOf(id.slice(0, id.lastIndexOf('.'))) : undefined);
  const size = (name: string) => Number(drawing.getAttribute(name));
  return { drawing, parts, partOf, byPlace, width: size('width'), height: size('height') };
}

export function diagramView(
  svg: string,
  leavesOf: (state: string) => readonly string[],
  presses: Presses,
): DiagramView {
  let shown = drawnParts(svg);
  let shut: ReadonlySet<string> = new Set();
  let chosen: readonly StepRecord[] = [];
  function show(steps: readonly StepRecord[], isPlayed: boolean) {
    const { drawing, parts, partOf, byPlace } = shown;
    for (const part of parts) part.classList.remove('is-lit');
    drawing.classList.toggle('has-light', steps.length > 0);
    const beat = isPlayed ? Math.min(BEAT, LONGEST_PLAY / Math.max(1, steps.length)) : 0;
    const lit = new Set<SVGElement>();
    for (const [index, step] of steps.entries()) {
      const own = [
        ...step[3].flatMap((place) => byPlace.get(String(place)) ?? []),
        ...leavesOf(step[1]).map(partOf),
      ];
      for (const part of own) {
        if (!part || lit.has(part)) continue;
        lit.add(part);
        part.style.setProperty('--wait', `${Math.round(index * beat)}ms`);
        part.classList.add('is-lit');
      }
    }
    return lit;
  }

  const pane = make('div.pane', { tabindex: '0', role: 'region', 'aria-label': 'Diagram' });
  pane.append(shown.drawing);
  let scale = 1;
  function zoom(to: number) {
    const { drawing, width, height } = shown;
    scale = to;
    drawing.setAttribute('width', String(Math.round(width * scale)));
    drawing.setAttribute('height', String(Math.round(height * scale)));
  }
  const fitting = () => Math.min(1, (pane.clientWidth - 4) / shown.width);
  const step = (by: 1 | -1) => {
    const next =
      by > 0 ? SCALES.find((one) => one > scale + 0.01) : SCALES.findLast((one) => one < scale - 0.01);
    zoom(next ?? scale);
  };
  const button = (text: string, name: string, click: () => void) =>
    make('button', { type: 'button', 'aria-label': name, click }, text);
  const bar = make(
    'div.bar',
    {},
    button('−', 'Smaller', () => step(-1)),
    button('+', 'Larger', () => step(1)),
    button('Whole', 'The whole diagram', () =>
      zoom(Math.min(fitting(), (pane.clientHeight - 4) / shown.height)),
    ),
    make(
      'span.quiet',
      {},
      `Press a line for the paths that take it, a name for those that pass there${presses.fold ? ', ▾ to fold a group' : ''}.`,
    ),
  );
  requestAnimationFrame(() => zoom(Math.max(READABLE, fitting())));

  async function fold(id: string) {
    shut = toggled(shut, id);
    const wanted = shut;
    const drawn = await presses.fold?.(wanted);
    // Another press may have been faster.
    if (wanted !== shut || drawn === undefined) return;
    shown = drawnParts(drawn);
    pane.replaceChildren(shown.drawing);
    zoom(scale);
    show(chosen, false);
    pane.querySelector<SVGElement>(`[data-fold="${CSS.escape(id)}"]`)?.focus();
  }

  function press(target: EventTarget | null) {
    const group = target instanceof Element ? target.closest<SVGElement>('[data-fold]') : null;
    if (group?.dataset.fold !== undefined) {
      void fold(group.dataset.fold);
      return;
    }
    const part = target instanceof Element ? target.closest<SVGElement>('[data-place], [data-state]') : null;
    if (part?.dataset.place !== undefined) presses.transition(Number(part.dataset.place));
    else if (part?.classList.contains('leaf')) presses.state(part.dataset.state ?? '');
  }
  pane.addEventListener('click', ({ target }) => press(target));
  pane.addEventListener('keydown', (event) => {
    if ((event.key !== 'Enter' && event.key !== ' ') || event.target === pane) return;
    event.preventDefault();
    press(event.target);
  });

  return {
    element: make('div.diagramPane', {}, bar, pane),
    light(steps, stays = false) {
      const lit = show(steps, true);
      if (!stays) return;
      chosen = steps;
      const last = [...lit].at(-1)?.getBoundingClientRect();
      const frame = pane.getBoundingClientRect();
      if (!last) return;
      pane.scrollBy({
        left: last.left + last.width / 2 - frame.left - frame.width / 2,
        top: last.top + last.height / 2 - frame.top - frame.height / 2,
        behavior: 'smooth',
      });
    },
    dim: () => void show(chosen, false),
  };
}
