import { describe, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { machineOf } from '../../../tools/inspector/machineOf.ts';
import type { ProtocolEvent } from '../../../tools/inspector/protocol.ts';
import { actorsAt, MAX_EVENTS, sentIn, shortened, treeOf } from '../../../tools/inspector/session.ts';
import { createStream } from '../../../tools/inspector/stream.ts';

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
});

function watched(presses: readonly object[]): readonly ProtocolEvent[] {
  const stream = createStream(
    () => undefined,
    () => 0,
  );
  const actor = createActor(lamp, { inspect: stream.see });
  actor.start();
  for (const rest of presses) actor.send({ type: 'press', ...rest });
  return stream.sent();
}

describe('events of actors', () => {
  const told = watched([{ secret: 'hidden word' }, {}]);
  const sent = sentIn(told);
  const stateAt = (moment: number): unknown => [...actorsAt(told, moment).values()][0]?.snapshot.value;

  it('every moment can be looked at again (TOOLS-04)', () => {
    expect(sent.map(({ type }) => type)).toEqual(['xstate.init', 'press', 'press']);
    expect(sent.map(({ moment }) => stateAt(moment))).toEqual(['off', 'on', 'off']);
    const [actor] = actorsAt(told, sent[1]?.moment).values();
    expect(actor?.took).toEqual(['lamp.off | press#0 -> lamp.on']);
  });

  it('is masked (TOOLS-03)', () => {
    expect(JSON.stringify(told)).not.toContain('hidden word');
  });

  it('has the chart of an unknown application (TOOLS-06)', () => {
    const [actor] = actorsAt(told).values();
    const machine = actor ? machineOf(actor) : null;
    expect(Object.keys(machine?.states ?? {})).toEqual(['off', 'on']);
    expect(machineOf({ definition: '{"id":"promise"}' })).toBeNull();
    expect(machineOf({ definition: '{cut' })).toBeNull();
  });

  it('an actor that ended or was never announced is at the root of the tree', () => {
    const [actor] = actorsAt(told).values();
    if (!actor) throw new Error('no actor');
    const orphan = { ...actor, sessionId: 'x:9', parentId: 'x:8' };
    const child = { ...actor, sessionId: 'x:10', parentId: 'x:9' };
    const tree = treeOf(new Map([orphan, child].map((one) => [one.sessionId, one])));
    expect(tree.map(([depth, { sessionId }]) => [depth, sessionId])).toEqual([
      [0, 'x:9'],
      [1, 'x:10'],
    ]);
  });

  it('the oldest is forgotten, and what it led to is not', () => {
    const [announced, ...rest] = told;
    if (!announced) throw new Error('nothing was told');
    const half = rest.slice(0, rest.length - 3);
    const many = [announced, ...Array.from({ length: MAX_EVENTS }, () => half).flat()];
    const short = shortened(many);
    expect(short.length).toBeLessThan(MAX_EVENTS);
    expect(actorsAt(short)).toEqual(actorsAt(many));
  });
});
