import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { ANN } from './session.spec.ts';
import { testMachine } from './tools/model.ts';
import { appModel, world } from './app.model.ts';

testMachine(appModel);

it('the session begins with what was found in the browser', () => {
  const actor = createActor(world().machine, { input: { stored: ANN } }).start();
  const { session } = actor.getSnapshot().children;
  expect(session?.getSnapshot().context.session).toEqual(ANN);
  actor.stop();
});
