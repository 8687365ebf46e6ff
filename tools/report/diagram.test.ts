import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { diagramOf } from '../inspector/diagram.ts';
import { type Drawn, layoutOf } from '../inspector/layout.ts';
import { boxOf, folded, type StateBox } from '../inspector/stateBox.ts';
import { allTransitions } from '../inspector/transitions.ts';
import { socketMachine } from '../../src/machines/socket/socket.machine.ts';
import { withdrawalMachine } from '../../src/machines/withdrawal/withdrawal.machine.ts';

const isApart = (a: Drawn, b: Drawn) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

describe.each([
  ['withdrawal', withdrawalMachine],
  ['socket', socketMachine],
])('the diagram of %s', (_name, machine) => {
  const transitions = allTransitions(machine);
  const layout = layoutOf(boxOf(machine), transitions);

  it('has a line for each transition, and an arrow for each that leads elsewhere', async () => {
    const { boxes, arrows } = await layout;
    const lines = boxes.flatMap((box) => box.lines.map((line) => ({ ...line, id: box.id })));
    expect(lines.map(({ place }) => place).sort((a, b) => a - b)).toEqual([...transitions.keys()]);
    const drawn = new Set(arrows.flatMap(({ places }) => places));
    const leading = lines.filter(({ id, to }) => to.length > 0 && !to.includes(id));
    expect(leading.filter(({ place }) => !drawn.has(place))).toEqual([]);
    expect(arrows.every(({ points }) => points.length > 1)).toBe(true);
  });

  it('has no box that covers another one, and none outside', async () => {
    const { boxes, width, height } = await layout;
    const leaves = boxes.filter(({ id }) => !boxes.some((other) => other.id.startsWith(`${id}.`)));
    const covered = leaves.flatMap((a, index) => leaves.slice(index + 1).filter((b) => !isApart(a, b)));
    expect(covered).toEqual([]);
    expect(boxes.filter((box) => box.x + box.width > width || box.y + box.height > height)).toEqual([]);
  });
});

describe('a folded group (TOOLS-10)', () => {
  const transitions = allTransitions(withdrawalMachine);
  const box = boxOf(withdrawalMachine);
  const all = (one: StateBox): StateBox[] => [one, ...one.states.flatMap(all)];
  const groups = all(box).filter(({ id, states }) => states.length > 0 && id !== box.id);
  const isIn = (id: string, outer: string) => id === outer || id.startsWith(`${outer}.`);

  it.each(groups.map(({ id }) => id))('%s is one box, and what leads in or out still does', async (id) => {
    const { boxes, arrows } = await layoutOf(folded(box, new Set([id])), transitions);
    expect(boxes.filter((one) => isIn(one.id, id)).map((one) => [one.id, one.isFolded])).toEqual([
      [id, true],
    ]);
    const leading = all(box).flatMap((state) =>
      state.transitions.flatMap((one) => one.to.map((to) => ({ ...one, from: state.id, to }))),
    );
    const place = (one: { readonly id: string }) => transitions.indexOf(one.id);
    const out = leading.filter(({ from, to }) => isIn(from, id) && !isIn(to, id)).map(place);
    const into = leading.filter(({ from, to }) => !isIn(from, id) && isIn(to, id)).map(place);
    const lines = boxes.find((one) => one.id === id)?.lines.map((line) => line.place);
    expect(new Set(lines)).toEqual(new Set(out));
    const arriving = arrows.filter(({ to }) => to === id).flatMap(({ places }) => places);
    expect(new Set(arriving)).toEqual(new Set(into));
  });
});

it('the text of a diagram is no markup', async () => {
  const machine = createMachine({
    id: 'm',
    description: '<b>&',
    initial: 'a',
    states: { a: { description: '"<i>', on: { '<script>': 'b' } }, b: { type: 'final' } },
  });
  const causes = new Map([[0, ['When <somebody> asks']]]);
  const svg = await diagramOf('m', boxOf(machine), allTransitions(machine), causes);
  expect(svg).toContain('&lt;script&gt;');
  expect(svg).toContain('&quot;&lt;i&gt;');
  expect(svg).toContain('When &lt;somebody&gt; asks');
  expect(svg).not.toMatch(/<script|<i>|<b>|<somebody>/);
});
