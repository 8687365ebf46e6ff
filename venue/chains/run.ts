import type { Pool } from 'pg';
import type { Network } from '../coins/network.ts';
import type { Fees } from '../fees/feed.ts';
import type { Log } from '../log.ts';
import { followChain, setClosed } from './follow.ts';
import { hasOwnCoins } from './grin/purse.ts';
import { endsWithin, startLoop } from './loop.ts';
import type { RealChain } from './open.ts';
import type { ChainReader } from './port.ts';
import { sendRound } from './sending.ts';
import {
  type ChainFigures,
  type ChainStatus,
  PATIENCE,
  readFigures,
  readStatus,
  type StatusParts,
} from './status.ts';

export const ROUND_EVERY = 2000;
/** Stored addresses checked before a coin starts, of the oldest and of the newest. */
const CHECKED = 5;

export interface RunParts extends Omit<StatusParts, 'chains'> {
  readonly fees: Pick<Fees, 'observe'>;
  /** Whether withdrawals are stopped (LOAD-02). */
  readonly isStopped: () => boolean;
  /** Whether another node does this. */
  readonly isElsewhere: () => boolean;
  readonly network: Pick<Network, 'expire' | 'refresh' | 'returnDeposits'>;
  readonly settleDebts: () => Promise<void>;
  readonly log: Log;
  readonly roundEvery?: number;
}

export interface RunningChains {
  /** What the last rounds found, by coin; empty while another node follows the chains. */
  readonly figures: ReadonlyMap<string, ChainFigures>;
  status(): Promise<ChainStatus[]>;
  /** Runs a whole round of a coin now, after the current one. */
  round(coin: string): Promise<void>;
  close(): Promise<void>;
}

/** Follows the chains and sends. Each coin has its own rounds, so that a slow node delays no other coin (CHAIN-14). */
export async function runChains(chains: readonly RealChain[], parts: RunParts): Promise<RunningChains> {
  const { pool, network, settleDebts, fees, isStopped, isElsewhere, sending, log, now } = parts;
  const { roundEvery = ROUND_EVERY, patience = PATIENCE } = parts;
  const figures = new Map<string, ChainFigures>();
  const checked = new Set<string>();
  let isClosing = false;

  async function roundOf({ reader, sender, upkeep }: RealChain): Promise<void> {
    const { coin } = reader;
    if (isElsewhere()) {
      figures.delete(coin);
      await sending.give(coin);
      return;
    }
    let nodeHeight: number | null = null;
    try {
      if (!checked.has(coin) && !(await hasOwnAddresses(pool, reader))) {
        await setClosed(pool, coin, 'wrong-key', log);
        return;
      }
      checked.add(coin);
      const onTip = ({ height }: { readonly height: number }): void => {
        nodeHeight = height;
      };
      const closed = await followChain({ pool, chain: reader, now, log, onTip });
      if (closed !== null) return;
      await upkeep?.({ pool, now, log });
      const price = await reader.feePrice();
      if (price !== null) fees.observe(coin, price);
      const stopped = (): boolean => isClosing || isStopped();
      if (sender && (await sending.take(coin)))
        await sendRound({ pool, chain: { ...reader, ...sender }, isStopped: stopped, now, log });
    } finally {
      const found = await readFigures(pool, coin);
      const isSent = sender !== null && sending.has(coin);
      if (found) figures.set(coin, { ...found, isSent: found.isSent || isSent, nodeHeight });
    }
  }

  async function settle(): Promise<void> {
    if (!isElsewhere()) {
      await network.expire();
      await settleDebts();
      await network.returnDeposits();
    }
    await network.refresh();
  }

  const loops = [...chains.map((chain) => () => roundOf(chain)), settle].map((round) =>
    startLoop(round, roundEvery, (error) => log.error('a round of the chains', error)),
  );
  // Before the first request, so that a coin whose node is down is closed from the start.
  await endsWithin(Promise.all(loops.map(({ first }) => first)), patience);
  for (const [at, { reader }] of chains.entries())
    if (!loops[at]?.hasRun() && !isElsewhere()) await setClosed(pool, reader.coin, 'down', log);
  return {
    figures,
    status: () => readStatus({ ...parts, chains }),
    round: async (coin) => loops[chains.findIndex(({ reader }) => reader.coin === coin)]?.now(),
    async close() {
      isClosing = true;
      // Transactions stored by a round are sent after the next start: a node that does not answer is not awaited.
      await endsWithin(Promise.all(loops.map((loop) => loop.stop())), patience);
    },
  };
}

/** Whether users' deposit addresses belong to the configured key: coins on others could not be spent. */
export async function hasOwnAddresses(pool: Pool, reader: ChainReader): Promise<boolean> {
  const { rows } = await pool.query<{ number: string; address: string }>(
    `(select number, address from deposit_addresses where coin = $1 order by number limit $2)
     union (select number, address from deposit_addresses where coin = $1 order by number desc limit $2)`,
    [reader.coin, CHECKED],
  );
  return (
    rows.every(({ number, address }) => reader.addressOf(BigInt(number)) === address) &&
    (!reader.hiddenIn || (await hasOwnCoins(pool, reader)))
  );
}
