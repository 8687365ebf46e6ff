import type { Pool } from 'pg';
import { topOf } from '../chains/follow.ts';
import { endsWithin, startLoop } from '../chains/loop.ts';
import type { RealChain } from '../chains/open.ts';
import type { ChainReader, ChainSender, ClosedReason } from '../chains/port.ts';
import { hasOwnAddresses, ROUND_EVERY } from '../chains/run.ts';
import { sendRound } from '../chains/sending.ts';
import { type ChainFigures, PATIENCE, readFigures } from '../chains/status.ts';
import type { Log } from '../log.ts';
import type { SendingLocks } from '../sql/sending-locks.ts';

export interface RoundParts {
  readonly pool: Pool;
  readonly sending: SendingLocks;
  /** Whether withdrawals are stopped (CHAIN-39). */
  readonly isStopped: () => boolean;
  readonly now: () => Date;
  readonly log: Log;
  readonly roundEvery?: number;
  readonly patience?: number;
}

export interface Rounds {
  /** Results of the last rounds, by coin. */
  readonly figures: ReadonlyMap<string, ChainFigures>;
  /** Runs a whole round of a coin now, after the current one. */
  round(coin: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Why nothing of a coin is sent: its node, `unread` while the venue has not recorded that node's blocks, or `closed` by
 * the venue.
 */
type WaitReason = ClosedReason | 'unread' | 'closed';

/** Sends what the venue has accepted. Stores no blocks and credits nothing, which is for the venue (CHAIN-36). */
export async function sendInRounds(chains: readonly RealChain[], parts: RoundParts): Promise<Rounds> {
  const { pool, sending, isStopped, now, log, roundEvery = ROUND_EVERY, patience = PATIENCE } = parts;
  const figures = new Map<string, ChainFigures>();
  const reasons = new Map<string, WaitReason>();
  const checked = new Set<string>();
  let isClosing = false;

  async function whyNot(reader: ChainReader, onTip: (height: number) => void): Promise<WaitReason | null> {
    const { coin } = reader;
    if (!checked.has(coin) && !(await hasOwnAddresses(pool, reader))) return 'wrong-key';
    checked.add(coin);
    const health = await reader.health();
    if (!health.isOpen) return health.reason;
    onTip(health.tip.height);
    const { rows } = await pool.query<{ closed: string | null }>(
      'select closed from chains where coin = $1',
      [coin],
    );
    if (rows[0]?.closed !== null) return 'closed';
    // A credit from a block that this node does not have may never have been paid.
    const top = await topOf(pool, coin);
    return top === null || (await reader.blockAt(top.height))?.hash !== top.hash ? 'unread' : null;
  }

  function note(coin: string, reason: WaitReason | null): void {
    const before = reasons.get(coin) ?? null;
    if (reason === before) return;
    if (reason === null) reasons.delete(coin);
    else reasons.set(coin, reason);
    if (reason === null) log.info('a coin is sent again', { coin });
    // The next round may have it already.
    else if (reason === 'unread') log.info('a coin waits until the venue has read its blocks', { coin });
    else log.warn('a coin is not sent', { coin, reason });
  }

  async function roundOf(reader: ChainReader, sender: ChainSender): Promise<void> {
    const { coin } = reader;
    let nodeHeight: number | null = null;
    try {
      const reason = await whyNot(reader, (height) => {
        nodeHeight = height;
      });
      note(coin, reason);
      // Another process may have a better node.
      if (reason !== null) await sending.give(coin);
      else if (await sending.take(coin))
        await sendRound({
          pool,
          chain: { ...reader, ...sender },
          isStopped: () => isClosing || isStopped(),
          now,
          log,
        });
    } finally {
      const found = await readFigures(pool, coin);
      if (found) figures.set(coin, { ...found, nodeHeight });
    }
  }

  const coins: string[] = [];
  const loops = chains.flatMap(({ reader, sender }) => {
    if (!sender) return [];
    coins.push(reader.coin);
    const round = (): Promise<void> => roundOf(reader, sender);
    return [startLoop(round, roundEvery, (error) => log.error('a round of the sender', error))];
  });
  // Its timers alone would not keep the process alive while the database is away.
  const alive = setInterval(() => undefined, roundEvery);
  await endsWithin(Promise.all(loops.map(({ first }) => first)), patience);
  return {
    figures,
    round: async (coin) => loops[coins.indexOf(coin)]?.now(),
    async close() {
      isClosing = true;
      clearInterval(alive);
      await endsWithin(Promise.all(loops.map((loop) => loop.stop())), patience);
    },
  };
}
