import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { eventTitle, guardText, nameOf } from '../../../src/app/development/stateBox.ts';
import { allNodes, type Transition } from '../../../src/app/development/transitions.ts';

const pathOf = (node: AnyStateNode): string => node.path.join('.') || '(whole machine)';

function transitionsOf(node: AnyStateNode): readonly Transition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

const mermaidId = (node: AnyStateNode): string => node.id.replace(/\W/g, '_');

function diagramStates(node: AnyStateNode, indent: string, isRoot: boolean): string[] {
  const children = Object.values(node.states as Record<string, AnyStateNode>);
  const lines: string[] = [];
  const inner = isRoot ? indent : `${indent}  `;
  if (!isRoot)
    lines.push(`${indent}state "${node.key}" as ${mermaidId(node)}${children.length > 0 ? ' {' : ''}`);
  const first = node.type === 'compound' ? (node.initial.target?.[0] as AnyStateNode | undefined) : undefined;
  if (first) lines.push(`${inner}[*] --> ${mermaidId(first)}`);
  for (const [index, child] of children.entries()) {
    if (node.type === 'parallel' && index > 0) lines.push(`${inner}--`);
    lines.push(...diagramStates(child, inner, false));
  }
  if (!isRoot && children.length > 0) lines.push(`${indent}}`);
  return lines;
}

function diagramEdges(machine: AnyStateMachine): string[] {
  const root = machine.root as AnyStateNode;
  const lines: string[] = [];
  for (const node of allNodes(machine)) {
    // Mermaid cannot draw an edge from the whole machine; the table has them.
    if (node === root) continue;
    for (const { eventType, guard, target } of transitionsOf(node)) {
      const guarded = guard === undefined ? '' : ` [${guardText(guard)}]`;
      for (const to of target ?? [node]) {
        if (to === root) continue;
        lines.push(`  ${mermaidId(node)} --> ${mermaidId(to)} : ${eventTitle(eventType)}${guarded}`);
      }
    }
    if (node.type === 'final') lines.push(`  ${mermaidId(node)} --> [*]`);
  }
  return lines;
}

export function diagram(machine: AnyStateMachine): string {
  return [
    'stateDiagram-v2',
    ...diagramStates(machine.root as AnyStateNode, '  ', true),
    ...diagramEdges(machine),
  ].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function stateRows(machine: AnyStateMachine): string[] {
  return allNodes(machine)
    .filter((node) => node !== machine.root)
    .map((node) =>
      row(
        `\`${pathOf(node)}\``,
        node.description ?? '',
        [...node.tags].map((tag) => `\`${tag}\``).join(' '),
        node.invoke.map(({ id }) => `\`${id}\``).join(' '),
        [
          ...node.entry.map((action) => `entry \`${nameOf(action)}\``),
          ...node.exit.map((action) => `exit \`${nameOf(action)}\``),
        ].join(', '),
      ),
    );
}

function transitionRows(machine: AnyStateMachine): string[] {
  return allNodes(machine).flatMap((node) =>
    transitionsOf(node).map(({ eventType, guard, target, actions }) =>
      row(
        `\`${pathOf(node)}\``,
        `\`${eventTitle(eventType)}\``,
        guard === undefined ? '' : `\`${guardText(guard)}\``,
        target?.map((to) => `\`${pathOf(to)}\``).join(', ') ?? 'stays',
        actions.map((action) => `\`${nameOf(action)}\``).join(', '),
      ),
    ),
  );
}

export function atlasPage(machine: AnyStateMachine): string {
  const root = machine.root as AnyStateNode;
  return [
    `# ${machine.id}`,
    '',
    'Generated from the machine; `npm run atlas` writes it anew, and a test fails when it is stale.',
    '',
    ...(root.description ? [root.description, ''] : []),
    '```mermaid',
    diagram(machine),
    '```',
    '',
    '## States',
    '',
    row('state', 'what is happening', 'tags', 'actors', 'on the way in and out'),
    row('---', '---', '---', '---', '---'),
    ...stateRows(machine),
    '',
    '## Events',
    '',
    row('in', 'on', 'if', 'to', 'does'),
    row('---', '---', '---', '---', '---'),
    ...transitionRows(machine),
    '',
  ].join('\n');
}
