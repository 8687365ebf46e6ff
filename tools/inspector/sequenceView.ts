import { ARROW_HEAD } from './diagram.ts';
import { nodeOf, shape, type Shape } from './elements.ts';
import { short } from './layout.ts';
import type { ActorSeen, Sent } from './session.ts';
import { eventTitle } from './stateBox.ts';

const COLUMN = 170;
const ROW = 26;
const HEAD = 34;
const OUTSIDE = '';

/** Who sent which event to whom, downwards in time. @param choose is called with the moment of a pressed event */
export function sequenceView(
  document: Document,
  sent: readonly Sent[],
  actors: ReadonlyMap<string, ActorSeen>,
  choose: (moment: number) => void,
): SVGElement {
  const names = [...new Set(sent.flatMap(({ from, to }) => [from ?? OUTSIDE, to]))];
  const middle = (id: string): number => names.indexOf(id) * COLUMN + COLUMN / 2;
  const width = Math.max(1, names.length) * COLUMN;
  const height = HEAD + sent.length * ROW + 10;
  const lifelines = names.flatMap((id): Shape[] => [
    shape(
      'text',
      { class: 'name', x: middle(id), y: 18, 'text-anchor': 'middle' },
      (id === OUTSIDE ? 'the page' : (actors.get(id)?.name ?? id)).slice(0, 24),
    ),
    shape('path', { class: 'lifeline', d: `M${middle(id)} 26V${height}` }),
  ]);
  const messages = sent.map(({ from, to, type, moment }, index) => {
    const y = HEAD + index * ROW + 16;
    const [start, end] = [middle(from ?? OUTSIDE), middle(to)];
    const path =
      start === end ? `M${start} ${y - 4}h24v8h-22` : `M${start} ${y}H${end + (start < end ? -2 : 2)}`;
    const x = start === end ? start + 30 : Math.min(start, end) + 8;
    return shape(
      'g',
      { class: 'message', 'data-moment': moment, role: 'button', tabindex: 0 },
      shape('title', {}, type),
      shape('rect', { x: 0, y: y - 15, width, height: ROW - 2 }),
      shape('path', { class: 'arrow', d: path, 'marker-end': 'url(#head)' }),
      shape('text', { x, y: y - 4 }, short(eventTitle(type)).slice(0, 28)),
    );
  });
  const view = nodeOf(
    document,
    shape(
      'svg',
      { class: 'diagram sequence', role: 'group', 'aria-label': 'Events between actors', width, height },
      ARROW_HEAD,
      ...lifelines,
      ...messages,
    ),
  );
  const hear = ({ target }: Event): void => {
    const message = (target as Element).closest<SVGElement>('[data-moment]');
    if (message) choose(Number(message.dataset.moment));
  };
  view.addEventListener('click', hear);
  view.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') hear(event);
  });
  return view;
}
