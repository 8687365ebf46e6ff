import { expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { callback, effect, promise } from '../../../src/machines/shared/common.ts';

const chart = setup({ actors: { load: promise<string>(), listen: callback() }, actions: { save: effect() } });

it.each(['load', 'listen'] as const)('the actor %s that was not given throws, and says which', (src) => {
  let error: unknown;
  const machine = chart.createMachine({
    invoke: { id: src, src, onError: { actions: ({ event }) => (error = event.error) } },
  });
  createActor(machine).start();
  return expect.poll(() => error).toEqual(new Error(`not wired: ${src}`));
});

it('a missing effect throws, and names its chart', () => {
  const actor = createActor(chart.createMachine({ entry: 'save' }), { id: 'login' });
  let error: unknown;
  actor.subscribe({ error: (thrown) => (error = thrown) });
  actor.start();
  expect(error).toEqual(new Error('not wired: login'));
});
