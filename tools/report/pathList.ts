// The paths of one machine, with search and filters.
import { make } from '../inspector/elements.ts';
import { inWords } from '../inspector/stateBox.ts';
import type { DiagramView } from './diagramView.ts';
import { secondsText } from './overview.ts';
import type { MachineFile, Overview } from './page.ts';
import { IGNORED_ROW, type Words } from './records.ts';
import { type AnyPath, isPassed } from './results.ts';
import { pictureOf } from './scenarioView.ts';
import { saidBy, stepText, titleOf, type countEvents } from './words.ts';

/** Paths that are drawn at a time. */
const MAX_PATHS = 100;
const MAX_OF_A_PART = 10;

export interface Machine extends Pick<
  MachineFile,
  'diagram' | 'unreachable' | 'lines' | 'leaves' | 'descriptions'
> {
  readonly name: string;
  readonly all: readonly AnyPath[];
  readonly rows: readonly string[];
  /** Requirements of each row. */
  readonly ids: readonly (readonly string[])[];
  /** Of the text of a state. */
  readonly leavesOf: (state: string) => readonly string[];
  readonly words: Words;
  readonly counts: ReturnType<typeof countEvents>;
  readonly pictures: Overview['pictures'];
}

/** `[ORDER-03: enter valid price] editing -- press --> (stay)`: the IDs lead to all paths that cite them. */
function rowLine({ rows, ids }: Machine, row: number) {
  const title = rows[row] ?? '';
  const rule = /^\[[A-Z\d, -]*:? ?(.*?)\] /.exec(title)?.[1] ?? '';
  return make(
    'span.row.quiet',
    {},
    ...(ids[row] ?? []).map((id) => make('a', { href: `#paths/${id}` }, id)),
    `${rule}${rule === '' ? '' : ': '}${title.slice(title.indexOf('] ') + 2)}`,
  );
}

function stepList(machine: Machine, { steps }: AnyPath, diagram?: DiagramView) {
  const { words, name, pictures } = machine;
  return make(
    'ol.steps',
    {},
    ...steps.map((step, index) => {
      const before = steps[index - 1];
      const picture =
        before?.[1] === step[1] ? null : pictureOf(pictures, { machine: name, state: step[1] }, words);
      return make(
        'li',
        { pointerenter: () => diagram?.light([step]), pointerleave: () => diagram?.dim() },
        stepText(words, step, before),
        step[2] === IGNORED_ROW ? null : rowLine(machine, step[2]),
        picture,
      );
    }),
  );
}

export function pathLine(
  machine: Machine,
  number: number,
  { isOpen = false, diagram }: { isOpen?: boolean; diagram?: DiagramView | undefined },
) {
  const path = machine.all[number];
  if (!path) return make('p.failed', {}, 'There is no such path.');
  const isGood = isPassed(path);
  const body = make('div');
  const draw = () => {
    if (body.hasChildNodes()) return;
    body.append(stepList(machine, path, diagram));
    if (path.error !== undefined) body.append(make('pre.failed', {}, path.error));
  };
  if (isOpen) draw();
  const title = titleOf(machine.words, path, machine.counts);
  const ids = [...new Set(path.steps.flatMap(([, , row]) => machine.ids[row] ?? []))];
  const details = make(
    'details',
    {
      open: isOpen,
      toggle: () => {
        draw();
        diagram?.light(details.hasAttribute('open') ? path.steps : [], true);
      },
      pointerenter: () => diagram?.light(path.steps),
      pointerleave: () => diagram?.dim(),
    },
    make(
      'summary',
      {},
      make(`span.${isGood ? 'passed' : 'failed'}`, {}, isGood ? 'passed' : 'failed'),
      make('strong.title', {}, title.what),
      ` – ${title.end}`,
      make(
        'span.facts.quiet',
        {},
        [
          path.where,
          path.variant,
          `${path.steps.length} steps`,
          secondsText(path.milliseconds),
          ids.length > 6 ? `${ids.slice(0, 6).join(' ')} and ${ids.length - 6} more` : ids.join(' '),
        ].join(', '),
      ),
    ),
    body,
  );
  return details;
}

/** Texts to search: first the end of a path, then all of it. Lower case. */
function searchable({ name, words, rows, ids }: Machine, { variant, steps }: AnyPath): readonly string[] {
  // The rest after the coin of a variant says what its paths try, and not their outcome.
  const about = `${inWords(name)} ${variant.split(',', 1)[0]}`;
  const texts = steps.map((step, index) => {
    const sentence = stepText(words, step, steps[index - 1]);
    return `${sentence} ${(ids[step[2]] ?? []).join(' ')} ${step[0]}`;
  });
  const rest = steps.map(([, state, row]) => `${inWords(state)} ${rows[row] ?? ''}`);
  return [`${about} ${texts.at(-1) ?? ''}`, [about, variant, ...texts, ...rest].join(' ')].map((text) =>
    text.toLowerCase(),
  );
}

/** A search for a phrase wants each case once: a path shows its last step. */
function firstOfEachEnd(paths: readonly (readonly [number, AnyPath])[]) {
  const ends = new Set<string>();
  return paths.filter(([, { steps }]) => {
    const end = steps
      .slice(-2)
      .map(([event, state], index, both) => (index < both.length - 1 ? state : `${event} ${state}`))
      .join(' ');
    return !ends.has(end) && ends.add(end);
  });
}

export interface Wanted {
  readonly row?: string;
  readonly requirement?: string;
}

function choice(
  name: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen = options[0]?.[0] ?? '',
) {
  const select = document.createElement('select');
  select.ariaLabel = name;
  select.append(...options.map(([value, text]) => make('option', { value }, text)));
  select.value = chosen;
  return select;
}

export function pathList(machine: Machine, wanted: Wanted, diagram?: DiagramView) {
  const { all, rows, lines, leaves, leavesOf } = machine;
  const ids = [...new Set(machine.ids.flat())].sort((a, b) => a.localeCompare(b));
  const list = make('div');
  const count = make('p.quiet', { role: 'status' });
  // Where there is no diagram, other machines follow.
  const first = diagram ? MAX_PATHS : MAX_OF_A_PART;
  let shown = first;
  const texts = new Map<AnyPath, readonly string[]>();
  const textOf = (path: AnyPath) => {
    const text = texts.get(path) ?? searchable(machine, path);
    texts.set(path, text);
    return text;
  };
  const result = choice('Result', [
    ['', 'passed and failed'],
    ['passed', 'passed'],
    ['failed', 'failed'],
  ]);
  const where = choice('Where', [
    ['', 'actor and screen'],
    ['actor', 'actor'],
    ['screen', 'screen'],
  ]);
  const state = choice('State', [
    ['', 'every state'],
    ...leaves.map((id) => [id, inWords(id.slice(machine.name.length + 1))] as const),
  ]);
  const transition = choice('Transition', [
    ['', 'every transition'],
    ...lines.map((line, place) => [String(place), line] as const),
  ]);
  const requirement = choice(
    'Requirement',
    [['', 'every requirement'], ...ids.map((id) => [id, id] as const)],
    wanted.requirement,
  );
  const row = choice(
    'Row of the table of requirements',
    [['', 'every row'], ...rows.map((title, index) => [String(index), title] as const)],
    wanted.row,
  );
  const order = choice('Order', [
    ['short', 'fewest steps first'],
    ['slow', 'longest time first'],
  ]);
  const text = document.createElement('input');
  text.type = 'search';
  text.placeholder = 'words, such as: GRIN, the answer is lost';
  text.ariaLabel = 'Words';
  const more = make('button', { type: 'button', click: showMore }, 'Show more');
  const rowsOf = new Map(
    ids.map((id) => [
      id,
      new Set(rows.flatMap((_, index) => (machine.ids[index]?.includes(id) ? [index] : []))),
    ]),
  );

  function found() {
    const cites = rowsOf.get(requirement.value);
    const chosen = [...all.entries()].filter(
      ([, path]) =>
        (where.value === '' || path.where === where.value) &&
        (result.value === '' || isPassed(path) === (result.value === 'passed')) &&
        (row.value === '' || path.steps.some(([, , judged]) => String(judged) === row.value)) &&
        (!cites || path.steps.some(([, , judged]) => cites.has(judged))) &&
        (state.value === '' || path.steps.some(([, reached]) => leavesOf(reached).includes(state.value))) &&
        (transition.value === '' ||
          path.steps.some(([, , , taken]) => taken.includes(Number(transition.value)))),
    );
    const saying = saidBy(
      text.value,
      chosen.map(([, path]) => textOf(path)),
    );
    const sorted = chosen
      .filter((_, place) => saying.has(place))
      .sort(([, a], [, b]) =>
        order.value === 'slow' ? b.milliseconds - a.milliseconds : a.steps.length - b.steps.length,
      );
    return text.value === '' ? sorted : firstOfEachEnd(sorted);
  }
  function show() {
    const paths = found();
    count.textContent = `${paths.length} of ${all.length} paths`;
    more.hidden = paths.length <= shown;
    list.replaceChildren(...paths.slice(0, shown).map(([number]) => pathLine(machine, number, { diagram })));
  }
  function showMore() {
    shown += MAX_PATHS;
    show();
  }
  const again = () => {
    shown = first;
    show();
  };
  for (const select of [where, result, state, transition, requirement, row, order]) {
    select.addEventListener('change', again);
  }
  text.addEventListener('input', again);
  show();
  const element = make(
    'div',
    {},
    make('div.filters', {}, text, requirement, state, transition, row, where, result, order),
    count,
    list,
    more,
  );
  return {
    element,
    /** Paths that take a transition, or pass a state. */
    only(what: { readonly place?: number; readonly state?: string }) {
      transition.value = what.place === undefined ? '' : String(what.place);
      state.value = what.state ?? '';
      for (const select of [requirement, row]) select.value = '';
      again();
      element.scrollIntoView({ block: 'nearest' });
    },
  };
}
