import type { StateBox } from './stateBox.ts';

/** Makes an element: `make('p.quiet', {title: '…'}, 'text', child)`. Text never becomes markup. */
export function make(
  what: string,
  attributes: Readonly<Record<string, string | boolean | (() => void)>> = {},
  ...children: readonly (string | Node | null)[]
): HTMLElement {
  const [tag = '', ...classes] = what.split('.');
  const element = document.createElement(tag);
  element.className = classes.join(' ');
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export const leafName = (id: string): string => id.split('.').slice(1).join('.');

/** @param mark is called with the target states of a transition that is pressed */
export function drawBox(state: StateBox, mark: (ids: readonly string[]) => void): HTMLElement {
  const lines = state.transitions.map(({ on, guard, to }) => {
    const target = to.length === 0 ? 'stays' : to.map(leafName).join(', ');
    const text = `${on}${guard === '' ? '' : ` [${guard}]`} → ${target}`;
    return make('li', {}, make('button', { type: 'button', click: () => mark(to) }, text));
  });
  return make(
    `div.box${state.isFirst ? '.is-first' : ''}`,
    { 'data-id': state.id, title: state.description },
    make(
      'header',
      {},
      make('strong', {}, state.name),
      ...state.tags.map((tag) => make('span.tag', {}, tag)),
      ...state.actors.map((actor) => make('span.tag', {}, `runs ${actor}`)),
    ),
    make('div.quiet', {}, state.description),
    lines.length > 0 ? make('ul', {}, ...lines) : null,
    state.states.length > 0
      ? make('div.boxes', {}, ...state.states.map((child) => drawBox(child, mark)))
      : null,
  );
}

export function markBoxes(below: ParentNode, className: string, ids: readonly string[]): void {
  for (const one of below.querySelectorAll('.box')) {
    one.classList.toggle(className, ids.includes(one.getAttribute('data-id') ?? ''));
  }
}
