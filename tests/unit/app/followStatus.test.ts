import { describe, expect, it } from 'vitest';
import {
  createFollowStatus,
  createFollowWaiting,
} from '../../../src/machines/withdrawal/withdrawal.actors.ts';
import type { Http } from '../../../src/services/http/port.ts';
import type { PageFact } from '../../../src/services/page.ts';
import { TestClock } from '../../models/tools/clock.ts';

async function following(isWindowOver: boolean, answers: readonly ('fails' | 'awaited')[] = []) {
  const clock = new TestClock();
  const asked: number[] = [];
  let told = 0;
  const send = async (_call: never, request: { params: { id: string } }) => {
    expect(request.params.id).toBe('w-1');
    asked.push(clock.now());
    if (answers[asked.length - 1] === 'fails') throw new TypeError('no answer');
    return { ok: true, value: {} };
  };
  const start = clock.now();
  const stop = createFollowStatus({ send } as unknown as Pick<Http, 'send'>, clock)(
    'w-1',
    isWindowOver,
    () => {
      told += 1;
    },
  );
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    }
  };
  return { pass, stop, at: () => asked.map((time) => (time - start) / 1000), told: () => told };
}

describe('how a GRIN withdrawal that waits is asked about (WITHDRAW-24)', () => {
  it('is every 15 s while there is time', async () => {
    const status = await following(false);
    await status.pass(46);
    expect(status.at()).toEqual([15, 30, 45]);
  });

  it('is at once when the time is over, and every 3 s until the server has decided', async () => {
    const status = await following(true);
    await status.pass(8);
    expect(status.at().length).toBe(3);
  });

  it('continues after a question without an answer, and ends with the screen', async () => {
    const status = await following(false, ['fails']);
    await status.pass(31);
    expect([status.at().length, status.told()]).toEqual([2, 1]);
    status.stop();
    await status.pass(60);
    expect(status.at().length).toBe(2);
  });
});

describe('a GRIN withdrawal that another page starts (WITHDRAW-26)', () => {
  function watching() {
    const clock = new TestClock();
    const told: (string | null)[] = [];
    let records: readonly object[] | null = [];
    let comeBack: (fact: PageFact) => void = () => undefined;
    let isHeard = true;
    const stop = createFollowWaiting(
      () =>
        records === null
          ? Promise.reject(new TypeError())
          : Promise.resolve({ ok: true, value: records as never }),
      clock,
      {
        listen: (heard) => {
          comeBack = heard;
          return () => {
            isHeard = false;
          };
        },
      },
    )('GRIN', (waiting) => void told.push(waiting?.id ?? null));
    const settle = async (): Promise<void> => {
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    };
    return {
      told,
      stop,
      isHeard: () => isHeard,
      list: (...listed: object[]) => {
        records = listed;
      },
      lose: () => {
        records = null;
      },
      pass: async (seconds: number) => {
        clock.advance(seconds * 1000);
        await settle();
      },
      comeBack: async (fact: PageFact) => {
        comeBack(fact);
        await settle();
      },
    };
  }
  const ONE = { id: 'w-2', currency: 'GRIN', status: 'created', amount: '1.5' };

  it('is seen within 15 s, and its end; one that is paid out is not in the way', async () => {
    const page = watching();
    page.list(ONE);
    await page.pass(14);
    expect(page.told).toEqual([]);
    await page.pass(1);
    expect(page.told).toEqual(['w-2']);
    page.list({ ...ONE, status: 'pending' });
    await page.pass(15);
    expect(page.told).toEqual(['w-2', null]);
  });

  it('is seen at once when the user comes back; what cannot be read changes nothing', async () => {
    const page = watching();
    page.list(ONE);
    await page.comeBack('visible');
    expect(page.told).toEqual(['w-2']);
    page.lose();
    await page.pass(15);
    expect(page.told).toEqual(['w-2']);
    page.list();
    await page.pass(15);
    expect(page.told).toEqual(['w-2', null]);
    page.stop();
    await page.pass(60);
    expect([page.told.length, page.isHeard()]).toEqual([2, false]);
  });
});
