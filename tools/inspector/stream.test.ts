import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, createMachine, fromPromise, sendTo } from 'xstate';
import { machineOf } from './machineOf.ts';
import { MACHINES } from './machines.ts';
import { isProtocolEvent, type ProtocolEvent } from './protocol.ts';
import { actorsAt, isEnded, MAX_EVENTS, sentIn, shortened } from './session.ts';
import { createStream } from './stream.ts';
import { watchActors } from './watchActors.ts';

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { press: 'on' } },
    on: { on: { press: 'off', burn: 'burnt' } },
    burnt: { type: 'final' },
  },
});

/** A room with one lamp in it, which it can press. */
const room = createMachine({
  id: 'room',
  invoke: { id: 'ceiling', src: lamp },
  on: { enter: { actions: sendTo('ceiling', { type: 'press' }) } },
});

/** Messages about a machine, on a clock that stands still until it is set. */
function follow(machine: AnyStateMachine) {
  const clock = { now: 0 };
  const heard: ProtocolEvent[] = [];
  const stream = createStream(
    (event) => void heard.push(event),
    () => clock.now,
  );
  const actor = createActor(machine, { inspect: stream.see });
  actor.start();
  return { actor, stream, clock, heard };
}

const ofType = (events: readonly ProtocolEvent[], type: string) =>
  events.filter((one) => one.type === '@xstate.event' && one.event.type === type);

describe('the stream of an actor', () => {
  it('is sent once to listeners, and kept', () => {
    const { actor, stream, heard } = follow(lamp);
    actor.send({ type: 'press' });
    expect(heard).toEqual(stream.sent());
    expect(new Set(heard.map(({ id }) => id)).size).toBe(heard.length);
  });

  it('names the first by its machine and others by their own names, and says who is whose', () => {
    const { actor, stream } = follow(room);
    actor.send({ type: 'enter' });
    const [outer, inner] = actorsAt(stream.sent()).values();
    expect([outer?.name, outer?.parentId]).toEqual(['room', undefined]);
    expect([inner?.name, inner?.parentId]).toEqual(['ceiling', outer?.sessionId]);
    const [init, press] = sentIn(stream.sent()).filter(({ to }) => to === inner?.sessionId);
    expect([init?.type, press?.type, press?.from]).toEqual(['xstate.init', 'press', outer?.sessionId]);
  });

  it('has the parts of a snapshot that are there, and no others', () => {
    const [said] = follow(lamp).stream.sent();
    expect(said?.type === '@xstate.actor' && Object.keys(said.snapshot).sort()).toEqual([
      'context',
      'status',
      'value',
    ]);
    const { stream } = follow(
      createMachine({ id: 'asks', invoke: { id: 'answer', src: fromPromise(() => Promise.resolve(1)) } }),
    );
    const answer = [...actorsAt(stream.sent()).values()].find(({ name }) => name === 'answer');
    expect(answer?.definition).toBeUndefined();
    expect(Object.keys(answer?.snapshot ?? {})).toEqual(['status']);
  });

  it('leaves out what comes too often and changes no state, until the next second', () => {
    const { actor, stream, clock } = follow(lamp);
    clock.now = 1000;
    const make = (count: number) => {
      for (let sent = 0; sent < count; sent += 1) actor.send({ type: 'noise' });
      return ofType(stream.sent(), 'noise').length;
    };
    expect(make(90)).toBe(20);
    clock.now = 1999;
    expect(make(1)).toBe(20);
    actor.send({ type: 'press' });
    expect(ofType(stream.sent(), 'press')).toHaveLength(1);
    expect([...actorsAt(stream.sent()).values()].map(({ snapshot }) => snapshot.value)).toEqual(['on']);
    clock.now = 2000;
    expect(make(1)).toBe(21);
  });

  it('ends with the actor, which then takes no events', () => {
    const { actor, stream } = follow(lamp);
    const { sessionId } = actor;
    expect(stream.actor(sessionId)).toBe(actor);
    actor.send({ type: 'press' });
    actor.send({ type: 'burn' });
    expect(stream.actor(sessionId)).toBeUndefined();
    expect([...actorsAt(stream.sent()).values()].map(isEnded)).toEqual([true]);
  });
});

it('an actor that has ended is forgotten with its events', () => {
  const { actor, stream } = follow(lamp);
  actor.send({ type: 'press' });
  actor.send({ type: 'burn' });
  const other = follow(lamp);
  const [announced, ...rest] = other.stream.sent();
  if (!announced) throw new Error('nothing was told');
  const many = [...stream.sent(), announced, ...Array.from({ length: MAX_EVENTS }, () => rest).flat()];
  expect([...actorsAt(shortened(many)).keys()]).toEqual([other.actor.sessionId]);
});

it('an event is known whose actor was never announced, and when nothing is told of its end', () => {
  const sent = ofType(follow(lamp).stream.sent(), 'xstate.init');
  expect(sentIn(sent).map(({ moment, type }) => [moment, type])).toEqual([[1, 'xstate.init']]);
  expect(actorsAt(sent).size).toBe(0);
});

it('every actor that starts is watched once, with those in it, until the watch ends', () => {
  const seen: string[] = [];
  const stop = watchActors((fact) => {
    if (fact.type === '@xstate.event') seen.push(fact.event.type);
  });
  const actor = createActor(room).start();
  actor.send({ type: 'enter' });
  expect(seen).toEqual(['xstate.init', 'xstate.init', 'enter', 'press']);
  stop();
  actor.send({ type: 'enter' });
  createActor(lamp).start();
  expect(seen).toHaveLength(4);
});

describe('a message of another page is taken', () => {
  const said = { _version: '1', sessionId: 'x:1', type: '@xstate.event' };
  const { _version, sessionId, type } = said;
  it.each(['actor', 'event', 'snapshot', 'microstep'])('if it is of the type %s', (kind) => {
    expect(isProtocolEvent({ ...said, type: `@xstate.${kind}` })).toBe(true);
  });
  it.each([
    [null],
    [undefined],
    ['@xstate.event'],
    [{ sessionId, type }],
    [{ _version, type }],
    [{ _version, sessionId }],
    [{ ...said, type: '@xstate.eventually' }],
    [{ ...said, type: 'an @xstate.event' }],
    [{ ...said, type: '@statelyai.connected' }],
  ])('but not %j', (data) => {
    expect(isProtocolEvent(data)).toBe(false);
  });
});

describe('the chart of an actor', () => {
  const definitionOf = (config: object) => ({ definition: JSON.stringify(config) });
  it('is that of the program where it has the same states', () => {
    const own = MACHINES.get('withdrawal') as AnyStateMachine;
    expect(machineOf(definitionOf(own.config))).toBe(own);
  });
  it('is another one of the same name where it has other states', () => {
    const machine = machineOf(definitionOf({ id: 'withdrawal', initial: 'other', states: { other: {} } }));
    expect(Object.keys(machine?.states ?? {})).toEqual(['other']);
  });
  it('needs no states, only events', () => {
    expect(machineOf(definitionOf({ id: 'hears', on: { shout: {} } }))?.id).toBe('hears');
  });
  it('is none without a definition', () => {
    expect(machineOf({ definition: undefined })).toBeNull();
  });
});
