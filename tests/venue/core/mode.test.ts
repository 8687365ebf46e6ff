import { describe, expect, it } from 'vitest';
import { bindMode } from '../../../venue/sql/mode.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { silentLog } from '../../../venue/log.ts';
import { databases } from '../databases.ts';

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

    it('of one that is older than the note is recognised by the starter coins that were given', async () => {
      const database = await kind.create();
      const store = await openStore({ ...database.options, log: silentLog });
      await store.pool.query(
        `insert into entries (id, kind, reason, at) values (gen_random_uuid(), 'fund', 'starter', now())`,
      );
      await expect(bindMode(store.pool, 'live')).rejects.toThrow(/belongs to a sandbox/);
      await bindMode(store.pool, 'sandbox');
      await store.close();
      await database.remove();
    });
  },
);
