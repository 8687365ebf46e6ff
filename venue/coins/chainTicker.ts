import type { Log } from '../log.ts';
import type { Network } from './network.ts';

const TICK = 2000;
/** Milliseconds until a payment is confirmed, for every coin. */
const CONFIRMED_WITHIN = 60_000;
const EXPIRY_EVERY = 5;

export interface ChainTickerParts {
  readonly network: Network;
  readonly settleDebts: () => Promise<void>;
  readonly mines: boolean;
  /** Whether another node mines. */
  readonly isElsewhere?: () => boolean;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface ChainTicker {
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Mines while something waits for blocks, and refunds what was not signed in time. */
export function startChainTicker({
  network,
  settleDebts,
  mines,
  isElsewhere = () => false,
  log,
  now,
}: ChainTickerParts): ChainTicker {
  const minedAt = new Map<string, number>();
  let ticks = 0;
  let last: Promise<void> = Promise.resolve();

  /** A failure on one chain does not stop the others. */
  const attempt = (work: () => Promise<unknown>): Promise<void> =>
    work().then(
      () => undefined,
      (error: unknown) => log.error('the clock of the chains', error),
    );

  async function tick(): Promise<void> {
    if (isElsewhere()) return attempt(() => network.refresh());
    if (ticks % EXPIRY_EVERY === 0) await attempt(() => network.expire());
    ticks += 1;
    await attempt(settleDebts);
    await attempt(() => network.returnDeposits());
    if (!mines) return;
    const busy = new Set(await network.busy());
    for (const coin of minedAt.keys()) if (!busy.has(coin)) minedAt.delete(coin);
    for (const coin of busy) {
      const since = minedAt.get(coin);
      // The wait for a block starts when the chain is first seen busy.
      if (since === undefined) minedAt.set(coin, now());
      else if (now() - since >= CONFIRMED_WITHIN / network.requiredFor(coin)) {
        await attempt(() => network.mine(coin, 1));
        minedAt.set(coin, now());
      }
    }
  }

  function next(): Promise<void> {
    last = last.then(() => attempt(tick));
    return last;
  }

  const timer = setInterval(() => void next(), TICK);
  timer.unref();
  return {
    tick: next,
    async close() {
      clearInterval(timer);
      await last;
    },
  };
}
