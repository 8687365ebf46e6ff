import type { Pool, PoolClient } from 'pg';
import { transaction } from '../sql/transaction.ts';
import type { CandleRecord, Frame } from './types.ts';

export interface CandleTable {
  isEmpty(): Promise<boolean>;
  write(bars: readonly StoredBar[]): Promise<void>;
  /** In order of time, from the last bar at or before `start`, which gives the first close. */
  read(pair: string, frame: Frame, start: number, stop: number): Promise<CandleRecord[]>;
  span(pair: string, frame: Frame): Promise<Span | null>;
  rollUp(pair: string, frame: 'hour' | 'day', end: number): Promise<void>;
  prune(before: number): Promise<void>;
}

export interface Span {
  readonly oldest: number;
  readonly newest: number;
}

export interface StoredBar {
  readonly pair: string;
  readonly frame: Frame;
  readonly bar: CandleRecord;
}

interface Row {
  time: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  quote_volume: string;
}

const COLUMNS = 'time, open, high, low, close, volume, quote_volume';
const REPLACE = `on conflict (pair, frame, time) do update set open = excluded.open, high = excluded.high,
  low = excluded.low, close = excluded.close, volume = excluded.volume, quote_volume = excluded.quote_volume`;
/** More rows per insert would block the embedded database for too long. */
const CHUNK = 4000;

export function createCandleTable(pool: Pool): CandleTable {
  return {
    async isEmpty() {
      const found = await pool.query('select 1 from candles limit 1');
      return found.rows.length === 0;
    },

    async write(bars) {
      if (bars.length === 0) return;
      await transaction(pool, async (client) => {
        for (let start = 0; start < bars.length; start += CHUNK)
          await insert(client, bars.slice(start, start + CHUNK));
      });
    },

    async read(pair, frame, start, stop) {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from candles
         where pair = $1 and frame = $2 and time <= $4 and time >= coalesce(
           (select max(time) from candles where pair = $1 and frame = $2 and time <= $3), $3)
         order by time`,
        [pair, frame, start, stop],
      );
      return rows.map(toBar);
    },

    async span(pair, frame) {
      const { rows } = await pool.query<{ oldest: string | null; newest: string | null }>(
        'select min(time) as oldest, max(time) as newest from candles where pair = $1 and frame = $2',
        [pair, frame],
      );
      const { oldest, newest } = rows[0] ?? { oldest: null, newest: null };
      return oldest === null || newest === null ? null : { oldest: Number(oldest), newest: Number(newest) };
    },

    async rollUp(pair, frame, end) {
      const [source, length] = frame === 'hour' ? ['minute', 3600] : ['hour', 86_400];
      // The newest bar is made again, because it may be incomplete.
      await pool.query(
        `insert into candles (pair, frame, ${COLUMNS})
         select pair, $2, time / $4 * $4, (array_agg(open order by time))[1], max(high), min(low),
           (array_agg(close order by time desc))[1], sum(volume)::bigint, sum(quote_volume)::bigint
         from candles where pair = $1 and frame = $3 and time < $5 and time >= coalesce(
           (select max(time) from candles where pair = $1 and frame = $2), 0)
         group by pair, time / $4 ${REPLACE}`,
        [pair, frame, source, length, end],
      );
    },

    async prune(before) {
      await pool.query(`delete from candles where frame = 'minute' and time < $1`, [before]);
    },
  };
}

async function insert(client: PoolClient, bars: readonly StoredBar[]): Promise<void> {
  const amounts = (['open', 'high', 'low', 'close', 'volume', 'quoteVolume'] as const).map((name) =>
    bars.map(({ bar }) => String(bar[name])),
  );
  await client.query(
    `insert into candles (pair, frame, ${COLUMNS})
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::bigint[], $9::bigint[]) ${REPLACE}`,
    [
      bars.map(({ pair }) => pair),
      bars.map(({ frame }) => frame),
      bars.map(({ bar }) => bar.time),
      ...amounts,
    ],
  );
}

function toBar(row: Row): CandleRecord {
  return {
    time: Number(row.time),
    open: BigInt(row.open),
    high: BigInt(row.high),
    low: BigInt(row.low),
    close: BigInt(row.close),
    volume: BigInt(row.volume),
    quoteVolume: BigInt(row.quote_volume),
  };
}
