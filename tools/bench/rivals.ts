// Our loads beside those of other exchanges, which were recorded once in the same way: the same two lines, a processor
// four times slower, an empty cache.
import { print, round } from './figures.ts';
import { measureLoads } from './load.ts';

interface Load {
  readonly page: string;
  readonly requests: number;
  /** Milliseconds to the largest paint on the fast line, and in which the page did not respond. */
  readonly fastLargest: number;
  readonly fastBlocked: number;
  /** Milliseconds to the first and to the largest paint on the slow line. */
  readonly slowPaint: number;
  readonly slowLargest: number;
}

const load = (
  page: string,
  [requests, fastLargest, fastBlocked, slowPaint, slowLargest]: readonly [
    number,
    number,
    number,
    number,
    number,
  ],
): Load => ({ page, requests, fastLargest, fastBlocked, slowPaint, slowLargest });

const RECORDED: readonly Load[] = [
  load('HollaEx landing', [26, 3476, 115, 21_228, 21_548]),
  load('HollaEx trade', [40, 2788, 387, 21_228, 21_548]),
  load('baseapp landing', [30, 1804, 17, 8996, 9448]),
  load('baseapp trade', [59, 1824, 704, 8996, 8592]),
  load('dYdX v4 trade', [45, 4800, 3156, 2692, 27_404]),
  // Its largest paint is a splash.
  load('RoboSats', [16, 2504, 1575, 1208, 1208]),
];

export async function run() {
  const rows = (await measureLoads()).filter(({ load: kind }) => kind === 'cold');
  const own = ['landing', 'trade'].map((page): Load => {
    const at = (line: string) => {
      const found = rows.find((row) => row.page === page && row.line === line);
      if (!found) throw new Error(`${page} was not measured on the ${line} line`);
      return found;
    };
    const [fast, slow] = [at('fast'), at('slow')];
    return load(`Quietbook ${page}`, [slow.requests, fast.largest, fast.blocked, slow.paint, slow.largest]);
  });
  print(
    'First loads, processor 4 times slower; fast: 20 ms and 40 Mbit/s, slow: 500 ms and 1.5 Mbit/s',
    [...own, ...RECORDED].map(({ page, requests, fastLargest, fastBlocked, slowPaint, slowLargest }) => ({
      page,
      requests,
      'fast: largest paint ms': round(fastLargest, 0),
      'blocking ms': round(fastBlocked, 0),
      'slow: first paint ms': round(slowPaint, 0),
      'largest paint ms': round(slowLargest, 0),
    })),
  );
}
