// All data is set as text, never as markup; only the diagrams, which the report itself has made, are SVG.
import { make } from '../inspector/elements.ts';
import { inWords } from '../inspector/stateBox.ts';
import { idsOfRow } from '../../scripts/requirements/proofs.ts';
import { type DiagramView, diagramView } from './diagramView.ts';
import { overviewView } from './overview.ts';
import { unpacked } from './pack.ts';
import type { FoldedDiagram } from './foldClient.ts';
import type { MachineFile, Overview } from './page.ts';
import { type Machine, pathLine, pathList } from './pathList.ts';
import { requirementsView } from './requirements.ts';
import { pictureOf } from './scenarioView.ts';
import { countEvents, leavesAt, NO_WORDS, stateText } from './words.ts';

type Summary = Overview['machines'][number];

(() => {
  const find = (selector: string): HTMLElement => {
    const element = document.querySelector(selector);
    if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
    return element;
  };
  const overview: Overview = JSON.parse(find('#data').textContent ?? '');
  const { machines, pictures, rows } = overview;
  const FIRST = 'requirements';
  const files = new Map<string, MachineFile>();
  const read = new Map<string, Machine>();

  // Pages of `file://` may load scripts, but not fetch.
  Object.assign(globalThis, {
    quietbookReport: (name: string, file: MachineFile) => void files.set(name, file),
  });

  function load(name: string, then: () => void) {
    if (files.has(name)) return then();
    const script = document.createElement('script');
    script.src = `data/${encodeURIComponent(name)}.js`;
    script.addEventListener('load', then);
    script.addEventListener('error', () => {
      find('#machine').append(make('p.failed', {}, `data/${name}.js is missing: copy the whole folder.`));
    });
    document.head.append(script);
  }

  /** Provided by `fold.js`. */
  async function foldedDiagram(name: string, shut: ReadonlySet<string>): Promise<string> {
    const file = files.get(name);
    if (!file) throw new Error(`no ${name}`);
    if (shut.size === 0) return file.diagram;
    const draw = (): FoldedDiagram | undefined =>
      (globalThis as { quietbookFold?: FoldedDiagram }).quietbookFold;
    if (!draw())
      await new Promise<void>((resolve) => {
        load('fold', resolve);
      });
    return (await draw()?.(name, file, shut)) ?? file.diagram;
  }

  function machineOf(name: string): Machine | null {
    const known = read.get(name);
    if (known) return known;
    const file = files.get(name);
    if (!file) return null;
    const states = new Map<string, readonly string[]>();
    const own = rows[name] ?? [];
    const all = unpacked(file);
    const machine: Machine = {
      ...file,
      name,
      pictures,
      all,
      counts: countEvents(all),
      rows: own,
      ids: own.map(idsOfRow),
      words: overview.words[name] ?? NO_WORDS,
      leavesOf(state) {
        const found = states.get(state) ?? leavesAt(name, file.leaves, state);
        states.set(state, found);
        return found;
      },
    };
    read.set(name, machine);
    return machine;
  }

  function pictureList({ name, words }: Machine) {
    const own = Object.keys(pictures).filter((key) => key.startsWith(`${name}--`));
    if (own.length === 0) return [];
    const figures = own.map((key) => {
      const state = key.slice(name.length + 2);
      return make(
        'figure',
        {},
        pictureOf(pictures, { machine: name, state }, words),
        make('figcaption', {}, stateText(words, state)),
      );
    });
    return [make('h2', {}, 'Its states on the screen'), make('div.pictures', {}, ...figures)];
  }

  /** A state with its description, and its screen where there is one. */
  function stateParts({ name, words, descriptions, leavesOf }: Machine, state: string) {
    const own = Object.keys(pictures)
      .filter((key) => key.startsWith(`${name}--`))
      .map((key) => key.slice(name.length + 2))
      .find((text) => leavesOf(text).includes(state));
    return [
      make('h2', {}, inWords(state.slice(name.length + 1))),
      make('p', {}, descriptions[state] ?? ''),
      ...(own === undefined ? [] : [pictureOf(pictures, { machine: name, state: own }, words) ?? '']),
    ];
  }

  /** @param part `12` of a row, or `path` and its `number` */
  function show({ description, coverage }: Summary, machine: Machine, part: string, number: string) {
    const reasons = Object.entries(machine.unreachable);
    const isPath = part === 'path';
    const about = make('div.about');
    let list: ReturnType<typeof pathList> | undefined;
    const diagram: DiagramView = diagramView(machine.diagram, machine.leavesOf, {
      transition: (place) => list?.only({ place }),
      fold: (shut) => foldedDiagram(machine.name, shut),
      state: (state) => {
        list?.only({ state });
        about.replaceChildren(...stateParts(machine, state));
      },
    });
    list = pathList(machine, isPath ? {} : { row: part }, diagram);
    const chosen = machine.all[Number(number)];
    find('#machine').replaceChildren(
      make('h1', {}, machine.name),
      make('p.quiet', {}, description),
      make(
        'dl.figures',
        {},
        ...Object.entries(coverage).map(([name, value]) =>
          make('div', {}, make('dt', {}, name), make('dd', {}, String(value))),
        ),
      ),
      make(
        'div.machine',
        {},
        diagram.element,
        make(
          'div',
          {},
          ...(isPath
            ? [
                make('h2', {}, 'The chosen path'),
                pathLine(machine, Number(number), { isOpen: true, diagram }),
              ]
            : []),
          about,
          make('h2', { id: 'paths' }, 'Its paths'),
          list.element,
        ),
      ),
      ...pictureList(machine),
      ...(reasons.length === 0
        ? []
        : [
            make('h2', {}, 'What no path can take'),
            make('ul', {}, ...reasons.map(([id, why]) => make('li', {}, `${id}: ${why}`))),
          ]),
    );
    scrollTo(0, 0);
    if (isPath && chosen) requestAnimationFrame(() => diagram.light(chosen.steps, true));
  }

  function requirementChoice(chosen: string) {
    const select = document.createElement('select');
    select.ariaLabel = 'Requirement';
    select.append(
      ...overview.features.map(({ title, requirements }) =>
        make(
          'optgroup',
          { label: title },
          ...requirements
            .filter((proof) => proof.rows.length > 0)
            .map(({ id, text }) => make('option', { value: id, selected: id === chosen }, `${id} ${text}`)),
        ),
      ),
    );
    select.addEventListener('change', () => {
      location.hash = `#paths/${select.value}`;
    });
    return make('div.filters', {}, select);
  }

  /** The paths of every machine that take a step judged by a row of the requirement. */
  function showRequirement(id: string) {
    const proof = overview.features.flatMap(({ requirements }) => requirements).find((one) => one.id === id);
    const names = [...new Set(proof?.rows.map(({ machine }) => machine))];
    const parts = names.map((name) => ({
      name,
      part: make('section', {}, make('p.quiet', {}, 'Loading …')),
    }));
    find('#machine').replaceChildren(
      make('h1', {}, id),
      requirementChoice(id),
      make('p', {}, proof?.text ?? 'There is no such requirement.'),
      names.length === 0 ? make('p.quiet', {}, 'No path proves it.') : '',
      ...parts.flatMap(({ name, part }) => [
        make('h2', {}, make('a', { href: `#${encodeURIComponent(name)}` }, name)),
        part,
      ]),
    );
    scrollTo(0, 0);
    for (const { name, part } of parts) {
      load(name, () => {
        const machine = machineOf(name);
        part.replaceChildren(
          machine ? pathList(machine, { requirement: id }).element : make('p.quiet', {}, 'It did not run.'),
        );
      });
    }
  }

  function navigation(wanted: string) {
    const isMachine = machines.some(({ name }) => name === wanted);
    find('#machines').replaceChildren(
      make('a', { href: `#${FIRST}`, 'aria-current': isMachine ? false : 'page' }, 'Report'),
      make('p.quiet', {}, `${machines.length} machines`),
      ...machines.map(({ name, coverage }) =>
        make(
          'a',
          { href: `#${encodeURIComponent(name)}`, 'aria-current': name === wanted ? 'page' : false },
          name,
          make(
            `small.${coverage.failed > 0 ? 'failed' : 'passed'}`,
            {},
            coverage.failed > 0 ? `${coverage.failed} failed` : String(coverage.paths),
          ),
        ),
      ),
    );
  }

  function route() {
    const [wanted = '', part = '', number = ''] = location.hash.slice(1).split('/').map(decodeURIComponent);
    navigation(wanted);
    if (wanted === 'paths') return showRequirement(part);
    const summary = machines.find(({ name }) => name === wanted);
    if (!summary) {
      const requirements = requirementsView(overview);
      const parts = [...overviewView(overview, requirements), ...requirements.draw()];
      return find('#machine').replaceChildren(...parts.filter((one) => one !== null));
    }
    load(wanted, () => {
      const machine = machineOf(wanted);
      // Another one may have been chosen while this one was loading.
      if (!machine || location.hash.slice(1).split('/')[0] !== encodeURIComponent(wanted)) return;
      show(summary, machine, part, number);
    });
  }
  addEventListener('hashchange', route);
  route();
})();
