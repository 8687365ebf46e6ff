import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../venue/log.ts';
import {
  IS_SENT,
  openSendingLocks,
  type SendingLocks,
  type SendingTimes,
} from '../../../venue/sql/sending-locks.ts';
import { hasPostgres, postgres, type TestDatabase } from '../databases.ts';

describe.runIf(hasPostgres)('the right to send a coin (CHAIN-37)', () => {
  let database: TestDatabase;
  let client: Client;
  let open: SendingLocks[] = [];
  const log: string[] = [];

  beforeAll(async () => {
    database = await postgres.create();
    client = new Client({ connectionString: database.options.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.remove();
  });
  afterEach(async () => {
    for (const one of open) await one.close();
    open = [];
  });
  function start(times?: SendingTimes): SendingLocks {
    const locks = openSendingLocks(
      database.options.databaseUrl ?? '',
      createLog((line) => log.push(line)),
      times,
    );
    open.push(locks);
    return locks;
  }
  async function isSent(coin: string): Promise<boolean> {
    const { rows } = await client.query<{ sent: boolean }>(`select ${IS_SENT} as sent`, [coin]);
    return rows[0]?.sent === true;
  }

  it('belongs to one process at a time, per coin, and everybody can see whether it is taken (CHAIN-38)', async () => {
    const [one, other] = [start(), start()];
    expect(await isSent('AVAX')).toBe(false);
    expect(await Promise.all([one.take('AVAX'), one.take('BTC')])).toEqual([true, true]);
    expect([await other.take('AVAX'), await other.take('XMR')]).toEqual([false, true]);
    expect([one.has('AVAX'), other.has('AVAX')]).toEqual([true, false]);
    const seen: boolean[] = [];
    for (const coin of ['AVAX', 'BTC', 'XMR', 'USDT']) seen.push(await isSent(coin));
    expect(seen).toEqual([true, true, true, false]);
    await one.give('AVAX');
    expect([one.has('AVAX'), await other.take('AVAX'), await one.take('AVAX')]).toEqual([false, true, false]);
    await other.close();
    await expect.poll(() => isSent('AVAX')).toBe(false);
    expect(await one.take('AVAX')).toBe(true);
  });

  it('ends with the connection, is known to be lost, and can be taken again', async () => {
    const locks = start();
    await locks.take('AVAX');
    await client.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    await expect.poll(() => locks.has('AVAX')).toBe(false);
    expect(await start().take('AVAX')).toBe(true);
    expect(await locks.take('AVAX')).toBe(false);
    expect(log.join('\n')).toContain('the connection that holds the right to send failed');
  });

  it('is lost by a process that hangs, as the server ends its session, and kept by one that is merely idle', async () => {
    const { rows } = await client.query<{ is_known: boolean }>(
      `select current_setting('server_version_num')::int >= 140000 as is_known`,
    );
    const [hanging, idle] = [
      start({ pingEvery: 1_000_000, idleFor: 300 }),
      start({ pingEvery: 50, idleFor: 300 }),
    ];
    expect([await hanging.take('AVAX'), await idle.take('BTC')]).toEqual([true, true]);
    // Older servers do not end it.
    await expect.poll(() => isSent('AVAX'), { timeout: 5000 }).toBe(!rows[0]?.is_known);
    expect([await isSent('BTC'), idle.has('BTC')]).toEqual([true, true]);
  });

  it('cannot be taken without a server, and is requested again later', async () => {
    const locks = openSendingLocks(
      'postgres://nobody@127.0.0.1:9/none',
      createLog((line) => log.push(line)),
    );
    open.push(locks);
    await expect(locks.take('AVAX')).rejects.toThrow('ECONNREFUSED');
    await expect(locks.take('AVAX')).rejects.toThrow('ECONNREFUSED');
    expect(locks.has('AVAX')).toBe(false);
  });
});
