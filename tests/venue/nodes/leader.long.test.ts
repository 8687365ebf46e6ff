import { expect, test } from 'vitest';
import type { Sessions } from '../../../venue/accounts/sessions.ts';
import { silentLog } from '../../../venue/log.ts';
import { createSingleNode } from '../../../venue/nodes/cluster.ts';
import { createLeader } from '../../../venue/nodes/leader.ts';
import { shareSessionEnds } from '../../../venue/nodes/shared.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('work that is still ending when this node becomes the leader again is started anew', async () => {
  const leader = createLeader(
    { ask: () => Promise.reject(new Error()) },
    { leader: () => undefined },
    silentLog,
  );
  let begun = 0;
  let ends: (() => void)[] = [];
  leader.whileLeading(() => {
    begun += 1;
    return () => new Promise<void>((resolve) => ends.push(resolve));
  });
  leader.set(true);
  await turn();
  leader.set(false);
  await turn();
  leader.set(true);
  expect(begun).toBe(1);
  for (const end of ends.splice(0)) end();
  await turn();
  expect(begun).toBe(2);
  const closed = leader.close();
  await turn();
  for (const end of ends) end();
  await closed;
  ends = [];
  leader.set(true);
  await turn();
  expect(begun).toBe(2);
});

test('a reconnected node looks up what it has missed, and has the others look up what it could not announce', async () => {
  const said: string[] = [];
  const received = new Map<string, (value: unknown) => void>();
  let back = (): void => undefined;
  const ended: string[] = [];
  const sessions = {
    onEnded: () => () => undefined,
    findEnded: async (keys: readonly string[]) => keys.filter((key) => key === 'over'),
  } satisfies Pick<Sessions, 'onEnded' | 'findEnded'>;
  const onEnded = shareSessionEnds(
    sessions,
    {
      ...createSingleNode(),
      publish: (topic) => void said.push(topic),
      subscribe: (topic, listener) => void received.set(topic, listener),
      onReconnect(listener) {
        back = listener;
      },
    },
    () => ['over', 'alive'],
    silentLog,
  );
  onEnded((keys) => void ended.push(...keys));
  back();
  await turn();
  expect(ended).toEqual(['over']);
  expect(said).toHaveLength(1);
  // Another one announces the same when it is back.
  received.get(said[0] ?? '')?.(null);
  await turn();
  expect(ended).toEqual(['over', 'over']);
});
