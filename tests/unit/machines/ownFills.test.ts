import { expect, it } from 'vitest';
import type { App } from '../../../src/machines/app/app.ts';
import type { Execution } from '../../../src/domain/order.ts';
import { followOwnFills } from '../../../src/machines/live/ownFills.actors.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';

const NOW = 1_000_000;

/** A tab that reads its fills. */
function tab() {
  const attracted: string[] = [];
  const said: string[] = [];
  let data: readonly Execution[] | null = null;
  const hearers = new Set<() => void>();
  const read = {
    watch: () => () => undefined,
    ref: {
      getSnapshot: () => ({ context: { data } }),
      subscribe(hear: () => void) {
        hearers.add(hear);
        return { unsubscribe: () => void hearers.delete(hear) };
      },
    },
  };
  const clock = new TestClock();
  clock.advance(NOW - clock.now());
  const stop = followOwnFills(
    {
      resources: { of: () => read } as unknown as App['resources'],
      notices: { send: ({ toast }: { toast: { key: string } }) => said.push(toast.key) } as never,
      attract: (occasion, name) => attracted.push(`${occasion}: ${name}`),
      services: { clock, log: silentLog },
    },
    'ann',
  );
  return {
    attracted,
    said,
    stop,
    list: (...fills: Partial<Execution>[]) => {
      data = fills.map((fill) => ({
        pair: 'XMR-BTC',
        side: 'buy',
        quantity: '1',
        price: '2',
        ...fill,
      })) as never;
      for (const hear of hearers) hear();
    },
  };
}

it('a fill attracts attention by its ID, the same in every tab, several that come together once (TRADE-36)', () => {
  const { list, attracted, said, stop } = tab();
  list({ id: 'a', createdAt: NOW - 9000 });
  expect(attracted).toEqual([]);
  const b = { id: 'b', createdAt: NOW - 2000 };
  list(b, { id: 'a', createdAt: NOW - 9000 });
  list({ id: 'd', createdAt: NOW }, { id: 'c', createdAt: NOW - 1000, side: 'sell' }, b);
  expect(said).toEqual(['toast.fill.buy', 'toast.fill.sell', 'toast.fill.buy']);
  expect([...new Set(attracted)]).toEqual(['fill: fill b', 'fill: fill d']);
  stop();
});

it('one that a tab learns of a minute late is announced, and attracts nothing (TRADE-36)', () => {
  const { list, attracted, said, stop } = tab();
  list();
  list({ id: 'a', createdAt: NOW - 60_000 });
  expect([said, attracted]).toEqual([['toast.fill.buy'], []]);
  // A server that gives no times is believed.
  list({ id: 'b', createdAt: null });
  expect(attracted).toEqual(['fill: fill b']);
  stop();
});
