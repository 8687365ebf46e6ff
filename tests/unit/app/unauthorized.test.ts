import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { sessionImplementations } from '../../../src/machines/session/session.actors.ts';
import { sessionMachine } from '../../../src/machines/session/session.machine.ts';
import { calls } from '../../../src/services/contract/index.ts';
import { createHttp } from '../../../src/services/http/http.ts';
import { createSessionStore } from '../../../src/services/sessionStore.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';
import { ANN, NOW, wire } from '../../models/session.model.ts';

it('20 answers of 401 at once give one clear and one way to the login', async () => {
  const clock = new TestClock(NOW);
  const kept = new Map<string, string>();
  const removed: string[] = [];
  const told: string[] = [];
  const store = createSessionStore({
    keys: () => [...kept.keys()],
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => {
      removed.push(key);
      kept.delete(key);
    },
  });
  store.write(ANN);
  store.writeToken('a token');
  removed.length = 0;
  const answers: ((answer: { status: number; body: unknown }) => void)[] = [];
  const http = createHttp({
    clock,
    log: silentLog,
    sendsIdempotencyKeys: true,
    sessionHeaders: () => ({}),
    onUnauthorized: () => session.send({ type: 'server.unauthorized' }),
    transport: () => new Promise((resolve) => answers.push(resolve)),
  });
  const session = createActor(
    sessionMachine.provide(
      sessionImplementations({
        http,
        store,
        clock,
        drafts: { hold: () => undefined, forget: () => undefined },
        page: { listen: () => () => undefined },
        tabs: { tell: ({ type }) => void told.push(type), listen: () => () => undefined },
      }),
    ),
    { clock, input: { stored: ANN } },
  );
  const emitted: string[] = [];
  session.on(
    '*',
    (event) => void emitted.push(event.type === 'navigate' ? `navigate ${event.to}` : event.type),
  );
  session.start();
  answers.shift()?.({ status: 200, body: wire(ANN.user) });
  await new Promise((resolve) => setImmediate(resolve));
  expect(session.getSnapshot().matches('signedIn')).toBe(true);

  const sent = Array.from({ length: 20 }, () => http.send(calls.balances, {}));
  expect(answers).toHaveLength(20);
  for (const answer of answers) answer({ status: 401, body: {} });
  const results = await Promise.all(sent);
  expect(results.every(({ ok }) => !ok)).toBe(true);
  expect(session.getSnapshot().matches('visitor')).toBe(true);
  expect(removed).toEqual(['user', 'expires_at', 'access_token']);
  expect([...kept.keys()]).toEqual([]);
  expect(emitted.filter((event) => event === 'navigate /login')).toHaveLength(1);
  expect(emitted.filter((event) => event === 'toast')).toHaveLength(1);
  expect(told).toEqual(['sessionEnded']);
  session.stop();
});
