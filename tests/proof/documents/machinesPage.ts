import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { eventTitle, guardText } from '../../../tools/inspector/stateBox.ts';
import { allNodes, type Transition } from '../../../tools/inspector/transitions.ts';

const INTRODUCTION = `# Statecharts

Eight of the statecharts that hold money, secrets or time, as diagrams. This page is made from the machines in
\`src/machines\`: \`npm run atlas\` writes it anew after a change of one of them.

How to read them: a box is a state, and an arrow says what leads out of it.

- \`user.cancel\`: an event. Its first word says who speaks: the user, the server, the clock of the session and so on.
- \`done cancelOrder\`, \`error cancelOrder\`: what a started service (a request, a search, a subscription) ended with.
- \`after retryPause\`: a delay that has run out.
- \`always\`: at once.
- \`[isFilled]\`: only if this condition holds. An arrow without one is taken
  where no other arrow of the same event is.
- A dashed line divides a box into regions: each of them has a state at any time.

What changes no state is left out, such as a key that is pressed in a form. The development server shows every machine
live and whole at \`/__machines\`, and \`npm run report\` shows the paths that tests take through them.`;

function* transitionsOf(node: AnyStateNode): Generator<Transition> {
  for (const transitions of node.transitions.values()) yield* transitions;
  yield* node.always ?? [];
}

const childrenOf = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states as Record<string, AnyStateNode>);

/** Its own name, or with those around it where another state has the same. */
function idsIn(machine: AnyStateMachine): (node: AnyStateNode) => string {
  const nodes = allNodes(machine);
  return (node) =>
    nodes.filter(({ key }) => key === node.key).length === 1 ? node.key : node.path.join('_');
}

const labelOf = ({ eventType, guard }: Transition): string =>
  `${eventTitle(eventType)}${guard === undefined ? '' : ` [${guardText(guard)}]`}`;

const isInside = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node !== outer && node.id.startsWith(`${outer.id}.`);

interface Arrow {
  readonly from: AnyStateNode;
  readonly to: AnyStateNode;
  readonly labels: string[];
}

/** What leads from one state to another is one arrow. */
function arrowsOf(machine: AnyStateMachine): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const from of allNodes(machine)) {
    if (from === machine.root) continue;
    for (const transition of transitionsOf(from)) {
      for (const to of transition.target ?? []) {
        if (to === machine.root) continue;
        const known = arrows.get(`${from.id} ${to.id}`) ?? { from, to, labels: [] };
        known.labels.push(labelOf(transition));
        arrows.set(`${from.id} ${to.id}`, known);
      }
    }
  }
  return [...arrows.values()];
}

/** The lines of a diagram. Each arrow stands in the innermost box that holds both of its ends. */
function diagram(machine: AnyStateMachine, idOf: (node: AnyStateNode) => string): string[] {
  const all = arrowsOf(machine);
  const within = (node: AnyStateNode): string[] => {
    const children = childrenOf(node);
    const first =
      node.type === 'compound' ? (node.initial.target?.[0] as AnyStateNode | undefined) : undefined;
    const arrows = all.filter(
      ({ from, to }) =>
        isInside(from, node) &&
        isInside(to, node) &&
        !children.some((child) => isInside(from, child) && isInside(to, child)),
    );
    const isNamed = (child: AnyStateNode): boolean =>
      child === first ||
      child.type === 'final' ||
      arrows.some(({ from, to }) => child === from || child === to);
    return [
      ...(first ? [`[*] --> ${idOf(first)}`] : []),
      ...children.flatMap((child, index) => {
        const id = idOf(child);
        const name = id === child.key ? id : `"${child.key}" as ${id}`;
        const inner = within(child).map((line) => `  ${line}`);
        return [
          ...(node.type === 'parallel' && index > 0 ? ['--'] : []),
          ...(inner.length > 0 ? [`state ${name} {`, ...inner, '}'] : []),
          ...(inner.length === 0 && (id !== child.key || !isNamed(child)) ? [`state ${name}`] : []),
          ...(child.type === 'final' ? [`${id} --> [*]`] : []),
        ];
      }),
      ...arrows.map(({ from, to, labels }) => `${idOf(from)} --> ${idOf(to)} : ${labels.join('<br>')}`),
    ];
  };
  const root = machine.root as AnyStateNode;
  const lines = within(root);
  // Mermaid divides only what is in a box.
  const boxed = root.type === 'parallel' ? [`state ${machine.id} {`, ...lines, '}'] : lines;
  return ['stateDiagram-v2', ...boxed.map((line) => `  ${line}`)];
}

/** Mermaid cannot draw what leads out of the whole machine. */
function fromEverywhere(machine: AnyStateMachine, idOf: (node: AnyStateNode) => string): string[] {
  const root = machine.root as AnyStateNode;
  const lines = [...transitionsOf(root)].flatMap((transition) =>
    (transition.target ?? []).map(
      (target) =>
        `- \`${labelOf(transition)}\` leads to ${target === root ? 'the beginning' : idOf(target)}.`,
    ),
  );
  return lines.length === 0 ? [] : ['In any state:', '', ...lines, ''];
}

function section(machine: AnyStateMachine): string[] {
  const root = machine.root as AnyStateNode;
  const idOf = idsIn(machine);
  return [
    `## ${machine.id}`,
    '',
    root.description ?? '',
    '',
    ...fromEverywhere(machine, idOf),
    '```mermaid',
    ...diagram(machine, idOf),
    '```',
    '',
  ];
}

/** The page `docs/machines.md`. */
export const machinesPage = (machines: readonly AnyStateMachine[]): string =>
  [INTRODUCTION, '', ...machines.flatMap(section)].join('\n');
