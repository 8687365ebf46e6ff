// `node dist/venue/sender.js`: sends withdrawals and moves coins from deposit addresses, in a process of its own that
// holds the spending keys. It answers no user; the venue beside it needs no key (docs/operating.md).
import { openChain } from '../chains/open.ts';
import { securityHeaders } from '../http/security.ts';
import { auditAsSender } from '../ledger/audits.ts';
import { watchLedger } from '../ledger/watch.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { serveMetrics } from '../metrics/serve.ts';
import { openSenderStore } from '../sql/sender-store.ts';
import { closeOnSignals, failStart, startLog } from '../start.ts';
import { readSenderConfig, type SenderConfig } from './config.ts';
import { sendInRounds } from './rounds.ts';

/**
 * Sends the coins that it has keys for, from the database of a venue that may have none (CHAIN-36).
 * @returns a function that stops it. @throws Error when the database is not that of a live venue of this version, or
 * a key cannot be read.
 */
async function startSender(config: SenderConfig): Promise<() => Promise<void>> {
  const log = startLog(config.logFormat);
  const chains = config.chains.map((settings) => openChain(settings, Date.now));
  const { pool, audits, sending, close } = await openSenderStore(config.databaseUrl, log);
  const closers: (() => unknown)[] = [close];
  async function closeAll(): Promise<void> {
    for (const one of closers.splice(0).reverse()) await one();
  }
  try {
    const ledger = await watchLedger({ pool: audits, ...auditAsSender(audits), log });
    closers.push(() => ledger.close());
    // The whole journal too, before the first coin leaves.
    await ledger.check('whole');
    const metrics = createMetrics(Date.now());
    closers.push(() => metrics.close());
    const rounds = await sendInRounds(chains, {
      pool,
      sending,
      isStopped: () => ledger.whyStopped() !== null,
      now: () => new Date(),
      log,
    });
    closers.push(() => rounds.close());
    metrics.watchChains(rounds.figures);
    metrics.watchBooks(ledger);
    if (config.metrics) {
      const { port, host } = config.metrics;
      const served = await serveMetrics(() => metrics.text(), securityHeaders(false), port, host);
      closers.push(() => served.close());
    }
    return closeAll;
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function main(): Promise<void> {
  const config = readSenderConfig(process.env, process.argv.slice(2));
  closeOnSignals(await startSender(config));
  console.log(`The sender is ready. It sends ${config.chains.map(({ coin }) => coin).join(', ')}.`);
}

main().catch(failStart);
