import { make } from '../inspector/elements.ts';
import type { RowPlace } from '../../scripts/requirements/proofs.ts';
import type { Overview } from './page.ts';
import type { Words } from './records.ts';
import { NO_WORDS, stateText, stepText } from './words.ts';

/** Null where the walks took no picture of this state. */
export function pictureOf(
  pictures: Overview['pictures'],
  { machine, state }: { readonly machine: string; readonly state: string },
  words: Words,
) {
  const picture = pictures[`${machine}--${state.replace(/[^\w.&-]+/g, '_')}`];
  if (picture === undefined) return null;
  const href = `pictures/${picture}`;
  const alt = `The screen: ${stateText(words, state)}`;
  const link = make('a.picture', { href }, make('img', { src: href, alt, loading: 'lazy' }));
  link.addEventListener('click', (event) => {
    // With a modifier key the browser opens it as usual.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    enlarge(href, alt);
  });
  return link;
}

function enlarge(href: string, alt: string) {
  const close = make('button', { type: 'button', click: () => dialog.close() }, 'Close');
  const dialog = make(
    'dialog.large',
    { 'aria-label': alt, close: () => dialog.remove() },
    make('p', {}, `${alt} `, close),
    make('img', { src: href, alt: '' }),
  ) as HTMLDialogElement;
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** The shortest path that proves the row, with a picture of its last state. */
export function scenarioView({ scenarios, pictures, words: all }: Overview, { machine, row }: RowPlace) {
  const scenario = scenarios[machine]?.[row];
  if (!scenario) return null;
  const words = all[machine] ?? NO_WORDS;
  const { before, steps, path } = scenario;
  const state = steps.at(-1)?.[1] ?? '';
  return make(
    'div.scenario',
    {},
    before > 0 ? make('p.quiet', {}, `After ${before} steps of the path:`) : null,
    make('ol', {}, ...steps.map((step, index) => make('li', {}, stepText(words, step, steps[index - 1])))),
    make('a', { href: `#${encodeURIComponent(machine)}/path/${path}` }, 'the whole path'),
    pictureOf(pictures, { machine, state }, words),
  );
}
