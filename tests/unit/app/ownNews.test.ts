import { describe, expect, it } from 'vitest';
import { newsFollower } from '../../../src/app/ownNews.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}

function setUp() {
  const clock = new TestClock();
  const said: string[] = [];
  const world = { isThere: true };
  const follow = newsFollower({
    clock,
    log: { ...silentLog, defect: (where) => void said.push(where) },
    random: () => 0,
    load: async () => {
      if (!world.isThere) throw new TypeError('no such file');
      return (userId) => {
        said.push(`tells ${userId}`);
        return () => void said.push(`ends ${userId}`);
      };
    },
  });
  return { clock, said, world, follow };
}

describe('the fills of the user (TRADE-35)', () => {
  it('are announced to one user at a time, and to nobody after a logout', async () => {
    const { said, follow } = setUp();
    for (const userId of ['ann', 'ben', null]) {
      follow(userId);
      await settled();
    }
    expect(said).toEqual(['tells ann', 'ends ann', 'tells ben', 'ends ben']);
  });

  it('are announced although their code failed to load at first', async () => {
    const { clock, said, world, follow } = setUp();
    world.isThere = false;
    follow('ann');
    await settled();
    const began = clock.now();
    clock.advanceToNext();
    await settled();
    world.isThere = true;
    clock.advanceToNext();
    await settled();
    expect([said, clock.now() - began, clock.pending]).toEqual([['own news', 'tells ann'], 3000, 0]);
  });

  it('are not announced to a user who is gone when the code arrives', async () => {
    const { clock, said, world, follow } = setUp();
    follow('ann');
    follow(null);
    await settled();
    world.isThere = false;
    follow('ben');
    await settled();
    follow(null);
    expect([said, clock.pending]).toEqual([['own news'], 0]);
  });
});
