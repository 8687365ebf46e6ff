import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, readBrand } from './brand/folder.ts';
import { type ChainSettings, readChains, readRegtest, type RegtestSettings } from './chains/settings.ts';
import type { Ceilings } from './coins/ceilings.ts';
import { SESSION_IDLE, SESSION_LIFETIME } from './accounts/sessions.ts';
import {
  ConfigError,
  type Environment,
  type MetricsSettings,
  readEnvironment,
  readLogFormat,
  readMetrics,
} from './environment.ts';
import type { LogFormat } from './log.ts';

/** Settings from environment variables and `--seed`. */
export interface VenueConfig {
  readonly port: number;
  readonly host: string;
  /** Folder of the embedded database; null keeps it in memory. */
  readonly dataDir: string | null;
  readonly databaseUrl: string | null;
  /** A role that owns the tables; the role of `databaseUrl` then cannot rewrite the journal (LEDGER-06). */
  readonly databaseOwnerUrl: string | null;
  /** The role of a process that sends, which gets its rights from that owner (CHAIN-40). */
  readonly databaseSenderRole: string | null;
  /** NATS address for several nodes; null for a single one. */
  readonly brokerUrl: string | null;
  /** File with the keys of the database's secrets; null where a sandbox makes its own. */
  readonly secretsKeyFile: string | null;
  readonly mode: 'sandbox' | 'live';
  readonly seed: string;
  readonly makers: boolean;
  readonly history: boolean;
  /** Whether pages follow the streams of the socket (LIVE-01). */
  readonly liveStreams: boolean;
  readonly makersRate: number;
  /** Sandbox only: whether blocks are made automatically, or on request. */
  readonly chains: 'auto' | 'manual';
  readonly realChains: readonly ChainSettings[];
  /** Sandbox only: real chains run on local nodes. */
  readonly regtest: RegtestSettings | null;
  readonly clientDir: string | null;
  /** Read from the operator's folder (BRAND-01). */
  readonly brand: Brand | null;
  /** Such as `https://example.org`; null allows only the names of this machine. */
  readonly publicOrigin: string | null;
  /** The same site as an onion service; its pages offer it to Tor Browser. */
  readonly onionOrigin: string | null;
  readonly allowedOrigins: readonly string[];
  /** Seconds without a request after which a session ends. */
  readonly sessionIdle: number;
  readonly limits: LimitSettings;
  /** By pair or quote coin, as decimal text. */
  readonly minOrderValues: Readonly<Record<string, string>>;
  /** Also of coins that cannot be deposited (MARKET-15). */
  readonly listsAllPairs: boolean;
  readonly ceilings: Ceilings;
  readonly captcha: CaptchaSettings | null;
  readonly btcUsdOrigin: string | null;
  readonly logFormat: LogFormat;
  /** Path of the operators' unix-domain socket; null for none. */
  readonly operatorSocket: string | null;
  /** Number of the group that may open it beside the venue's own user; null for none. */
  readonly operatorGroup: number | null;
  readonly metrics: MetricsSettings | null;
  /** The operator's proxies, which append the last entries of `X-Forwarded-For`. */
  readonly trustedProxies: number;
}

export interface LimitSettings {
  /** Per account (by email), action and window. */
  readonly attempts: number;
  /** Failures per network address, action and window. */
  readonly sourceAttempts: number;
  /** Seconds. */
  readonly window: number;
  /** Bits of work that a stranger does instead of waiting; 0 for none (LOGIN-21). */
  readonly difficulty: number;
  /** Orders and cancellations per account in 10 seconds. */
  readonly orders: number;
  /** Stop orders of an account that wait in one pair. */
  readonly stops: number;
  /** Calls that move coins, per account in a minute. */
  readonly coins: number;
  /** Requests of programs, per account in 10 seconds. */
  readonly signed: number;
  readonly sockets: number;
  /** Processor time per network address and second, in points (`BudgetSettings`). */
  readonly socketPoints: number;
}

export interface CaptchaSettings {
  readonly secret: string;
  readonly verifyUrl: string;
  readonly origin: string;
}

/** @param clientDir used unless `CLIENT_DIR` is set. @throws ConfigError naming every bad value. */
export function readConfig(env: Environment, args: readonly string[], clientDir: string | null): VenueConfig {
  const reading = readEnvironment(env);
  const { text, number, choice, faults } = reading;

  function origin(name: string, raw: string): string {
    if (URL.canParse(raw) && /^https?:$/.test(new URL(raw).protocol) && new URL(raw).origin === raw)
      return raw;
    faults.push(`${name} must be an origin like https://example.org, without a path; it is "${raw}".`);
    return raw;
  }

  function amounts(name: string, fallback: string): Record<string, string> {
    const raw = text(name) ?? fallback;
    if (raw === '') return {};
    const parts = raw.split(',').map((part) => part.trim());
    const pairs = parts.map((part) => /^([A-Z0-9-]{1,25}):(\d{1,10}(?:\.\d{1,8})?)$/.exec(part)?.slice(1, 3));
    if (pairs.every((pair) => pair !== undefined)) return Object.fromEntries(pairs);
    faults.push(`${name} must be amounts like BTC:0.00001,XMR-BTC:0.0001; it is "${raw}".`);
    return {};
  }

  function captcha(): CaptchaSettings | null {
    const file = text('TURNSTILE_SECRET_FILE');
    const secret = text('TURNSTILE_SECRET') ?? (file === null ? null : readSecret(file, faults));
    const verifyUrl = text('TURNSTILE_VERIFY_URL') ?? `${TURNSTILE}/turnstile/v0/siteverify`;
    if (!SAFE_ADDRESS.test(verifyUrl) || !URL.canParse(verifyUrl))
      faults.push('TURNSTILE_VERIFY_URL must start with https://: the key is sent there.');
    const own = origin('TURNSTILE_ORIGIN', text('TURNSTILE_ORIGIN') ?? TURNSTILE);
    if (secret !== null) return { secret, verifyUrl, origin: own };
    for (const name of ['TURNSTILE_VERIFY_URL', 'TURNSTILE_ORIGIN'])
      if (text(name) !== null && file === null) faults.push(`${name} needs TURNSTILE_SECRET.`);
    return null;
  }

  const databaseUrl = text('DATABASE_URL');
  // The value may contain a password, so the message does not repeat it.
  const databaseOwnerUrl = text('DATABASE_OWNER_URL');
  for (const [name, url] of Object.entries({
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
  }))
    if (url !== null && !isDatabaseUrl(url))
      faults.push(
        `${name} must be an address that starts with postgres:// or postgresql://, in which / : @ # ? of a password are written as %2F %3A %40 %23 %3F.`,
      );
  const brokerUrl = text('BROKER_URL');
  const brokers = brokerUrl?.split(',').map((entry) => entry.trim()) ?? [];
  if (!brokers.every((entry) => /^(nats|tls):\/\//.test(entry) && URL.canParse(entry))) {
    faults.push('BROKER_URL must be one or more addresses like nats://host:4222 or tls://host:4222.');
  }
  if (brokerUrl !== null && databaseUrl === null) {
    faults.push('BROKER_URL needs DATABASE_URL: several nodes share a PostgreSQL server, not a folder.');
  }
  const mode = choice('VENUE_MODE', ['sandbox', 'live'], 'sandbox');
  if (databaseOwnerUrl !== null && (databaseUrl === null || mode !== 'live'))
    faults.push(
      'DATABASE_OWNER_URL needs DATABASE_URL and VENUE_MODE=live: makers of a sandbox delete old orders.',
    );
  const databaseSenderRole = text('DATABASE_SENDER_ROLE');
  if (databaseSenderRole !== null && databaseOwnerUrl === null)
    faults.push('DATABASE_SENDER_ROLE needs DATABASE_OWNER_URL: the owner gives that role its rights.');
  const dataDir = text('DATA_DIR') ?? '.data';
  const publicOrigin = text('PUBLIC_ORIGIN');
  const onionOrigin = text('ONION_ORIGIN');
  if (onionOrigin !== null && !/^https?:\/\/[a-z2-7]{56}\.onion$/.test(onionOrigin))
    faults.push('ONION_ORIGIN must be an origin like http://….onion, with 56 characters and without a path.');
  if (onionOrigin !== null && !publicOrigin?.startsWith('https:'))
    faults.push(
      'ONION_ORIGIN needs a PUBLIC_ORIGIN with https: Tor Browser takes no offer from other pages.',
    );
  const btcUsdOrigin = text('BTC_USD_ORIGIN');
  const port = number('PORT', 8080, 0, 65_535);
  if (!Number.isInteger(port)) faults.push('PORT must be a whole number.');
  if (mode === 'live' && publicOrigin === null)
    faults.push('VENUE_MODE=live needs PUBLIC_ORIGIN, such as https://example.org: a Host can be forged.');
  const makers = choice('MAKERS', ['on', 'off'], mode === 'sandbox' ? 'on' : 'off');
  if (makers === 'on' && mode === 'live')
    faults.push('MAKERS=on needs VENUE_MODE=sandbox: live trading has no mint.');
  const history = choice('HISTORY', ['on', 'off'], mode === 'sandbox' ? 'on' : 'off');
  if (history === 'on' && mode === 'live')
    faults.push('HISTORY=on needs VENUE_MODE=sandbox: live charts show what was traded.');
  const chains = choice('CHAINS', ['auto', 'manual', 'regtest', 'regtest-manual'], 'auto');
  const isRegtest = chains.startsWith('regtest');
  if (isRegtest && (mode === 'live' || brokerUrl !== null))
    faults.push(`CHAINS=${chains} is for one sandbox alone: without VENUE_MODE=live, without BROKER_URL.`);
  const realChains = readChains(reading, isRegtest ? 'regtest' : mode === 'live' ? mode : 'simulated');
  const secretsKeyFile = text('SECRETS_KEY_FILE');
  if (mode === 'live' && secretsKeyFile === null)
    faults.push(
      'VENUE_MODE=live needs SECRETS_KEY_FILE: a file with a key of its own (openssl rand -hex 32).',
    );
  const attempts = number('LIMIT_ATTEMPTS', 20, 1, 1_000_000);
  // Testers of a sandbox share one address.
  const sourceAttempts = attempts * (mode === 'sandbox' ? 50 : 10);
  // The venue has no TLS, so an https origin implies a proxy.
  const proxies = publicOrigin?.startsWith('https:') ? 1 : 0;
  const config: VenueConfig = {
    port,
    host: text('HOST') ?? '127.0.0.1',
    dataDir: dataDir === 'memory' ? null : dataDir,
    databaseUrl,
    databaseOwnerUrl,
    databaseSenderRole,
    brokerUrl,
    secretsKeyFile,
    mode,
    seed: readSeed(args, faults) ?? text('SEED') ?? 'quietbook',
    makers: makers === 'on',
    history: history === 'on',
    liveStreams: choice('LIVE_STREAMS', ['on', 'off'], 'on') === 'on',
    makersRate: number('MAKERS_RATE', 12, 0.1, 200),
    chains: chains === 'manual' || chains === 'regtest-manual' ? 'manual' : 'auto',
    realChains,
    regtest: isRegtest ? readRegtest(reading, realChains) : null,
    clientDir: text('CLIENT_DIR') ?? clientDir,
    brand: readBrand(text('BRAND_DIR'), faults),
    publicOrigin: publicOrigin === null ? null : origin('PUBLIC_ORIGIN', publicOrigin),
    onionOrigin,
    allowedOrigins: (text('ALLOWED_ORIGINS') ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map((entry) => origin('ALLOWED_ORIGINS', entry)),
    sessionIdle: Math.trunc(number('SESSION_IDLE', SESSION_IDLE, 300, SESSION_LIFETIME)),
    limits: {
      attempts,
      sourceAttempts: number('LIMIT_SOURCE_ATTEMPTS', sourceAttempts, 1, 100_000_000),
      window: number('LIMIT_WINDOW', 300, 1, 86_400),
      difficulty: Math.trunc(number('WORK_DIFFICULTY', 17, 0, 20)),
      orders: Math.trunc(number('LIMIT_ORDERS', 500, 1, 1_000_000)),
      stops: Math.trunc(number('LIMIT_STOPS', 50, 1, 500)),
      coins: Math.trunc(number('LIMIT_COINS', 120, 1, 1_000_000)),
      signed: Math.trunc(number('LIMIT_SIGNED', 1000, 1, 1_000_000)),
      sockets: Math.trunc(number('LIMIT_SOCKETS', 200, 1, 5000)),
      socketPoints: Math.trunc(number('LIMIT_SOCKET_POINTS', 200, 1, 1_000_000)),
    },
    minOrderValues: amounts('MIN_ORDER_VALUES', 'BTC:0.00001,USDT:1'),
    listsAllPairs: choice('LIST_ALL_PAIRS', ['on', 'off'], mode === 'sandbox' ? 'on' : 'off') === 'on',
    ceilings: { account: amounts('ACCOUNT_DAILY_CEILINGS', ''), venue: amounts('VENUE_DAILY_CEILINGS', '') },
    captcha: captcha(),
    btcUsdOrigin: btcUsdOrigin === null ? null : origin('BTC_USD_ORIGIN', btcUsdOrigin),
    logFormat: readLogFormat(reading),
    operatorSocket: text('OPERATOR_SOCKET') ?? (dataDir === 'memory' ? null : join(dataDir, 'operator.sock')),
    operatorGroup: readGroup(text('OPERATOR_GROUP'), '/etc/group', faults),
    metrics: readMetrics(reading),
    trustedProxies: Math.trunc(number('TRUSTED_PROXIES', proxies, 0, 10)),
  };
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

const TURNSTILE = 'https://challenges.cloudflare.com';
const SAFE_ADDRESS = /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])/;

/** Without a host the driver takes the socket of this machine. */
const isDatabaseUrl = (url: string): boolean =>
  /^postgres(ql)?:\/\//.test(url) && URL.canParse(url.replace(/@(?=\/|$)/, '@localhost'));

/** @param name of a group in `file`, or its number. */
function readGroup(name: string | null, file: string, faults: string[]): number | null {
  if (name === null) return null;
  if (/^\d{1,9}$/.test(name)) return Number(name);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const number = lines.map((line) => line.split(':')).find(([known]) => known === name)?.[2];
  if (number === undefined) faults.push(`OPERATOR_GROUP names no group of ${file}: give its number.`);
  return number === undefined ? null : Number(number);
}

function readSecret(file: string, faults: string[]): string | null {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret === '') faults.push('TURNSTILE_SECRET_FILE names an empty file.');
    return secret || null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    faults.push(`TURNSTILE_SECRET_FILE cannot be read (${code}).`);
    return null;
  }
}

function readSeed(args: readonly string[], faults: string[]): string | null {
  let seed: string | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument.startsWith('--seed=')) seed = argument.slice('--seed='.length);
    else if (argument === '--seed') seed = args[(index += 1)] ?? '';
    else faults.push(`Unknown argument "${argument}". Known: --seed <text>.`);
  }
  if (seed === '') faults.push('--seed needs a text, for example --seed 7.');
  return seed;
}
