import { type ChainSettings, readChains } from '../chains/settings.ts';
import {
  ConfigError,
  type Environment,
  type MetricsSettings,
  readEnvironment,
  readLogFormat,
  readMetrics,
} from '../environment.ts';
import type { LogFormat } from '../log.ts';

/** Settings of the process that sends, from environment variables. */
export interface SenderConfig {
  readonly databaseUrl: string;
  /** Coins that it has a key for, or a wallet. */
  readonly chains: readonly ChainSettings[];
  readonly logFormat: LogFormat;
  readonly metrics: MetricsSettings | null;
}

const canSpend = (chain: ChainSettings): boolean =>
  chain.kind === 'monero' ? chain.walletUrl !== null : chain.kind !== 'grin' && chain.keyFile !== null;

/** @throws ConfigError naming every bad value and every combination that cannot work (CHAIN-36). */
export function readSenderConfig(env: Environment, args: readonly string[]): SenderConfig {
  const reading = readEnvironment(env);
  const { text, choice, faults } = reading;
  for (const argument of args) faults.push(`Unknown argument "${argument}". The sender takes none.`);
  const databaseUrl = text('DATABASE_URL') ?? '';
  // The value may contain a password, so the message does not repeat it.
  if (!/^postgres(ql)?:\/\//.test(databaseUrl))
    faults.push(
      'The sender needs DATABASE_URL, the PostgreSQL of the venue (postgres://…): an embedded database is of one process alone.',
    );
  if (text('DATABASE_OWNER_URL') !== null)
    faults.push('DATABASE_OWNER_URL is for the venue: the sender changes no tables.');
  choice('VENUE_MODE', ['live'], 'live');
  const read = readChains(reading, 'live');
  if (read.some(({ kind }) => kind === 'grin'))
    faults.push('CHAIN_GRIN is for the venue, which signs while the user waits: leave it out of the sender.');
  const chains = read.filter(canSpend);
  if (chains.length === 0)
    faults.push(
      'The sender has nothing to send with: it needs CHAIN_AVAX_KEY_FILE, CHAIN_USDT_KEY_FILE, CHAIN_BTC_KEY_FILE or CHAIN_XMR_WALLET_URL, beside the other settings of that coin.',
    );
  const config = { databaseUrl, chains, logFormat: readLogFormat(reading), metrics: readMetrics(reading) };
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}
