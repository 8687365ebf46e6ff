import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { StoredSession } from '../../../src/machines/session/index.ts';
import { testChart } from '../tools/chart.ts';
import { appModel, world } from './app.model.ts';

const SESSION: StoredSession = {
  user: {
    id: 'u1',
    email: 'ann@example.org',
    username: 'Ann',
    role: null,
    twoFactorEnabled: false,
    lastLogin: null,
    securityRisk: false,
    securityCooldownUntil: null,
    securityRiskReason: null,
  },
  expiresAt: Date.UTC(2099, 0, 1),
};

testChart(appModel);

it('the session begins with what was found in the browser', () => {
  const actor = createActor(world().machine, { input: { stored: SESSION } }).start();
  const { session } = actor.getSnapshot().children;
  expect(session?.getSnapshot().context.session).toEqual(SESSION);
  actor.stop();
});
