import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { SANDBOX_EMAIL } from '../../../venue/sandbox/accounts.ts';
import { bindMode, bindNodes } from '../../../venue/sql/mode.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { silentLog } from '../../../venue/log.ts';
import { databases } from '../databases.ts';

async function addSandboxAccount(pool: Pool): Promise<void> {
  const added = 'insert into accounts (id) values (gen_random_uuid()) returning id';
  await pool.query(
    `with account as (${added}) insert into users (account_id, email, username, password_hash)
     select id, $1, 'trader', 'x' from account`,
    [SANDBOX_EMAIL.toUpperCase()],
  );
}

describe.each(databases.map((kind) => [kind.name, kind] as const))(
  'the mode of a database on %s',
  (_name, kind) => {
    it.each([
      [
        'sandbox',
        'live',
        /^This database belongs to a sandbox: .*VENUE_MODE=live needs a database of its own/,
      ],
      [
        'live',
        'sandbox',
        /^This database belongs to a live venue, .*VENUE_MODE=sandbox needs a database of its own/,
      ],
    ] as const)('is that of its first start: %s, and not %s', async (first, other, words) => {
      const database = await kind.create();
      const store = await openStore({ ...database.options, log: silentLog });
      await bindMode(store.pool, first);
      await bindMode(store.pool, first);
      await expect(bindMode(store.pool, other)).rejects.toThrow(words);
      await bindMode(store.pool, first);
      await store.close();
      await database.remove();
    });

    it('of a live one is refused while it has the account with the public password (LOGIN-17)', async () => {
      const database = await kind.create();
      const store = await openStore({ ...database.options, log: silentLog });
      await bindMode(store.pool, 'live');
      await addSandboxAccount(store.pool);
      await expect(bindMode(store.pool, 'live')).rejects.toThrow(/belongs to a sandbox/);
      await store.close();
      await database.remove();
    });

    it('remembers which coins are on nodes, and refuses others (CHAIN-25)', async () => {
      const database = await kind.create();
      const store = await openStore({ ...database.options, log: silentLog });
      const nodes = [{ coin: 'XMR' }, { coin: 'BTC' }];
      await bindNodes(store.pool, nodes);
      await bindNodes(store.pool, nodes.toReversed());
      await expect(bindNodes(store.pool, [])).rejects.toThrow(
        /^The coins on nodes of this database are BTC, XMR, and now none\. Another choice needs a database/,
      );
      await expect(bindNodes(store.pool, [{ coin: 'XMR' }])).rejects.toThrow(/and now XMR\./);
      await store.close();
      await database.remove();
    });
  },
);
