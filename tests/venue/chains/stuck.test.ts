import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LiveCoin, startCoin } from '../../chains/venue.ts';
import { type ScriptedChain, scriptedChain } from './scripted.ts';

const TO = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('a stored transaction that the node refuses', () => {
  let world: ScriptedChain;
  let venue: LiveCoin;
  let account: string;
  const stages = (ids: readonly string[]) => Promise.all(ids.map((id) => venue.withdrawalStage(account, id)));
  const unsent = async (): Promise<number> => {
    const { rowCount } = await venue.core.store.pool.query(
      'select from chain_transactions where unsent_since is not null',
    );
    return rowCount ?? 0;
  };

  beforeAll(async () => {
    world = scriptedChain('AVAX');
    venue = await startCoin(world);
  });
  afterAll(() => venue?.close());
  beforeEach(async () => {
    world.isDeaf = false;
    world.refuses.clear();
    account = await venue.core.account({ AVAX: '100' });
  });

  it('lets nothing else be built for the same wallet, and all are sent once it is accepted (CHAIN-13)', async () => {
    world.isDeaf = true;
    const first = await venue.withdraw(account, '1', TO);
    await venue.send();
    const built = world.built.length;
    const later = [await venue.withdraw(account, '2', TO), await venue.withdraw(account, '3', TO)];
    await venue.send();
    await venue.send();
    expect(world.built).toHaveLength(built);
    expect(await stages([first, ...later])).toEqual(['sent', 'created', 'created']);
    expect(await unsent()).toBe(1);

    world.isDeaf = false;
    await venue.send();
    expect(world.built).toHaveLength(built + 2);
    expect(await stages([first, ...later])).toEqual(['sent', 'sent', 'sent']);
    expect(await unsent()).toBe(0);
    await world.mine(1);
    await venue.confirm();
    expect(await stages([first, ...later])).toEqual(['completed', 'completed', 'completed']);
    await venue.audited();
  });

  it('keeps the time of its first refusal, however often it is retried (CHAIN-13)', async () => {
    world.isDeaf = true;
    await venue.withdraw(account, '1', TO);
    await venue.send();
    const since = () =>
      venue.core.store.pool.query<{ unsent_since: Date }>(
        'select unsent_since from chain_transactions where unsent_since is not null',
      );
    const { rows } = await since();
    await venue.send();
    expect((await since()).rows).toEqual(rows);
    world.isDeaf = false;
    await venue.send();
    expect(await unsent()).toBe(0);
  });

  it('no longer blocks once it turns up by itself (CHAIN-13)', async () => {
    world.refuses.add(`AVAX-built-${world.built.length}`);
    const first = await venue.withdraw(account, '1', TO);
    await venue.send();
    expect(await unsent()).toBe(1);
    // Another node has passed it on.
    const [txHash = ''] = [...world.refuses];
    world.refuses.clear();
    await world.chain.send(Buffer.from(txHash));
    world.isDeaf = true;
    await world.mine(1);
    await venue.confirm();
    await venue.send();
    expect(await unsent()).toBe(0);
    expect(await stages([first])).toEqual(['completed']);
    await venue.audited();
  });
});
