import type { AnyStateMachine } from 'xstate';
import { drawingOf } from './diagram.ts';
import { makerOf, nodeOf } from './elements.ts';
import { boxOf, folded, idsOfState, toggled } from './stateBox.ts';
import { allTransitions } from './transitions.ts';

const SCALES = [0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6];
/** Smaller text cannot be read. */
const READABLE = 0.7;

interface Moment {
  readonly state: unknown;
  readonly took: readonly string[];
}

export interface MachineView {
  readonly element: HTMLElement;
  /** @param now null when no actor runs it */
  show(machine: AnyStateMachine | null, now: Moment | null): void;
}

/** `withdrawal.form | user.submit#0 -> withdrawal.sending`: the event's type. */
const eventOf = (transition: string): string => /\| (.*?)#\d/.exec(transition)?.[1] ?? '';

/** One machine's diagram at a time. @param press is called with the event of a line */
export function machineView(document: Document, press: (type: string) => void): MachineView {
  const make = makerOf(document);
  const pane = make('div.pane', { tabindex: '0', role: 'region', 'aria-label': 'Diagram' });
  let drawn: AnyStateMachine | null | undefined;
  let drawing: SVGElement | null = null;
  let transitions: readonly string[] = [];
  let moment: Moment | null = null;
  let shut: ReadonlySet<string> = new Set();
  let scale = 1;
  let width = 0;
  let height = 0;

  function zoom(to: number): void {
    scale = to;
    drawing?.setAttribute('width', String(Math.round(width * scale)));
    drawing?.setAttribute('height', String(Math.round(height * scale)));
  }
  const fitting = (): number => Math.min(1, (pane.clientWidth - 4) / width);

  function mark(): void {
    if (!drawn || !drawing) return;
    const active = moment?.state === undefined ? [] : idsOfState(drawn.id, moment.state);
    const took = new Set(moment?.took.map((id) => String(transitions.indexOf(id))));
    let innermost: SVGElement | undefined;
    for (const part of drawing.querySelectorAll<SVGElement>('[data-state], [data-place], [data-places]')) {
      const { state, place = '', places = '' } = part.dataset;
      const isActive = state !== undefined && active.includes(state);
      part.classList.toggle('is-active', isActive);
      part.classList.toggle(
        'is-lit',
        [place, ...places.split(' ')].some((one) => took.has(one)),
      );
      if (isActive && part.classList.contains('leaf')) innermost = part;
    }
    drawing.classList.toggle('has-light', took.size > 0);
    if (innermost) reveal(innermost);
  }

  function reveal(part: SVGElement): void {
    const [at, frame] = [part.getBoundingClientRect(), pane.getBoundingClientRect()];
    const isSeen =
      at.left >= frame.left && at.right <= frame.right && at.top >= frame.top && at.bottom <= frame.bottom;
    if (isSeen) return;
    pane.scrollBy({
      left: at.left + at.width / 2 - frame.left - frame.width / 2,
      top: at.top + at.height / 2 - frame.top - frame.height / 2,
    });
  }

  async function draw(machine: AnyStateMachine): Promise<void> {
    const box = boxOf(machine);
    const all = allTransitions(machine);
    const wanted = shut;
    const shape = await drawingOf(machine.id, folded(box, wanted), all);
    // Another one may have been chosen, or another group folded, while this one was laid out.
    if (drawn !== machine || wanted !== shut) return;
    transitions = all;
    drawing = nodeOf(document, shape);
    width = Number(shape.attributes.width);
    height = Number(shape.attributes.height);
    const hadFocus = pane.querySelector(':focus')?.getAttribute('data-fold');
    pane.replaceChildren(drawing);
    if (hadFocus) pane.querySelector<SVGElement>(`[data-fold='${hadFocus}']`)?.focus();
    zoom(Math.max(READABLE, fitting()));
    mark();
  }

  function hear(event: Event): void {
    const pressed = event.target as Element;
    const id = pressed.closest<SVGElement>('[data-fold]')?.dataset.fold;
    if (id !== undefined && drawn) {
      shut = toggled(shut, id);
      void draw(drawn);
      return;
    }
    const place = pressed.closest<SVGElement>('[data-place]')?.dataset.place;
    const transition = transitions[Number(place)];
    if (transition !== undefined) press(eventOf(transition));
  }
  pane.addEventListener('click', hear);
  pane.addEventListener('keydown', (event) => {
    if (event.target === pane || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    hear(event);
  });

  const button = (text: string, name: string, click: () => void): HTMLElement =>
    make('button', { type: 'button', 'aria-label': name, click }, text);
  const bar = make(
    'div.bar',
    {},
    button('−', 'Smaller', () => zoom(SCALES.findLast((one) => one < scale - 0.01) ?? scale)),
    button('+', 'Larger', () => zoom(SCALES.find((one) => one > scale + 0.01) ?? scale)),
    button('Whole', 'The whole diagram', () => zoom(Math.min(fitting(), (pane.clientHeight - 4) / height))),
  );
  return {
    element: make('div.diagramPane', {}, bar, pane),
    show(machine, now) {
      moment = now;
      if (machine === drawn) return mark();
      drawn = machine;
      drawing = null;
      shut = new Set();
      pane.replaceChildren(
        make('p.quiet', {}, machine ? 'Drawing …' : 'This actor is no statechart: it has no diagram.'),
      );
      if (machine) void draw(machine);
    },
  };
}
