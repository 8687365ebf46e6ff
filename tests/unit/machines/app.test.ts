import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { ANN } from '../../models/session.model.ts';
import { sut } from '../../models/app.model.ts';

it('the session starts with what was found in the browser', () => {
  const actor = createActor(sut().machine, { input: { stored: ANN } }).start();
  const { session } = actor.getSnapshot().children;
  expect(session?.getSnapshot().context.session).toEqual(ANN);
  actor.stop();
});
