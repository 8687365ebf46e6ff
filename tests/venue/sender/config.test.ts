import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../venue/environment.ts';
import { readSenderConfig } from '../../../venue/sender/config.ts';

/** BIP 32, test vector 1, m. */
const XPUB =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
const DATABASE_URL = 'postgres://sender:hush@127.0.0.1/quietbook';
const AVAX = {
  CHAIN_AVAX: 'evm',
  CHAIN_AVAX_URL: 'http://127.0.0.1:9650',
  CHAIN_AVAX_XPUB: XPUB,
  CHAIN_AVAX_KEY_FILE: '/run/secrets/avax',
};
const XMR = {
  CHAIN_XMR: 'monero',
  CHAIN_XMR_URL: 'http://127.0.0.1:18081/',
  CHAIN_XMR_ADDRESS:
    '43pyWbcEAfoTs9oknfHKxJUZm8Z3jqsdPSeSzVzQP3VXH2zswCNuP8k2e43RUM4ANcQVrBn49HFcfKkfgPwgSHRKLvZkDov',
  CHAIN_XMR_VIEW_KEY_FILE: '/run/secrets/xmr',
};
const read = (env: Record<string, string>, args: string[] = []) => readSenderConfig(env, args);
const refused = (env: Record<string, string>, args: string[] = []): string => {
  try {
    read(env, args);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return String(error);
  }
  return 'it was read';
};

describe('the settings of the sending process (CHAIN-36)', () => {
  it('name the database, the coins that it has keys for, the log and the metrics', () => {
    const btc = { CHAIN_BTC: 'bitcoin', CHAIN_BTC_URL: 'http://127.0.0.1:8332', CHAIN_BTC_XPUB: XPUB };
    const config = read({
      ...AVAX,
      ...btc,
      ...XMR,
      CHAIN_XMR_WALLET_URL: 'http://127.0.0.1:18083',
      DATABASE_URL,
      LOG_FORMAT: 'json',
      METRICS_PORT: '9101',
      VENUE_MODE: 'live',
    });
    // Another process sends a coin without a key.
    expect(config.chains.map(({ coin }) => coin)).toEqual(['AVAX', 'XMR']);
    expect(config).toMatchObject({
      databaseUrl: DATABASE_URL,
      logFormat: 'json',
      metrics: { port: 9101, host: '127.0.0.1' },
    });
    expect(read({ ...AVAX, DATABASE_URL })).toMatchObject({ logFormat: 'text', metrics: null });
  });

  it.each([
    [{ ...AVAX }, 'needs DATABASE_URL'],
    [{ ...AVAX, DATABASE_URL: 'mysql://name:word@host' }, 'needs DATABASE_URL'],
    [{ DATABASE_URL }, 'has nothing to send with'],
    [{ DATABASE_URL, ...AVAX, CHAIN_AVAX_KEY_FILE: '' }, 'has nothing to send with'],
    [{ DATABASE_URL, ...XMR }, 'has nothing to send with'],
    [{ DATABASE_URL, ...AVAX, CHAIN_AVAX_XPUB: '' }, 'CHAIN_AVAX_XPUB must be'],
    [
      { DATABASE_URL, ...AVAX, DATABASE_OWNER_URL: 'postgres://o:p@h/d' },
      'DATABASE_OWNER_URL is for the venue',
    ],
    [{ DATABASE_URL, ...AVAX, VENUE_MODE: 'sandbox' }, 'VENUE_MODE must be live'],
    [
      {
        DATABASE_URL,
        ...AVAX,
        CHAIN_GRIN: 'grin',
        CHAIN_GRIN_URL: 'http://127.0.0.1:3413',
        CHAIN_GRIN_SEED_FILE: '/run/secrets/grin',
      },
      'CHAIN_GRIN is for the venue',
    ],
    [{ DATABASE_URL, ...AVAX, METRICS_PORT: '9.5' }, 'METRICS_PORT must be a whole number.'],
  ])('that cannot work are refused with the reason: %#', (env, reason) => {
    const said = refused(env);
    expect(said).toContain(reason);
    expect(said).not.toMatch(/word|hush/);
  });

  it('report all errors at once, and accept no arguments', () => {
    const said = refused({}, ['--seed', '7']);
    for (const reason of ['Unknown argument "--seed"', 'needs DATABASE_URL', 'has nothing to send with'])
      expect(said).toContain(reason);
  });
});
