import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../venue/config.ts';
import { ConfigError } from '../../../venue/environment.ts';
import { createLog } from '../../../venue/log.ts';

const LIVE = {
  VENUE_MODE: 'live',
  PUBLIC_ORIGIN: 'https://quietbook.example',
  SECRETS_KEY_FILE: '/run/secrets/quietbook',
};
const read = (env: Record<string, string>, args: string[] = []) => readConfig(env, args, '/client');

/** BIP 32, test vector 1, m. */
const XPUB =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const AVAX = { ...LIVE, CHAIN_AVAX: 'evm', CHAIN_AVAX_URL: 'https://node.example/k', CHAIN_AVAX_XPUB: XPUB };
const GRIN = {
  ...LIVE,
  CHAIN_GRIN: 'grin',
  CHAIN_GRIN_URL: 'http://127.0.0.1:3413/v2/foreign',
  CHAIN_GRIN_SEED_FILE: '/run/secrets/grin',
};
const BTC = {
  ...LIVE,
  CHAIN_BTC: 'bitcoin',
  CHAIN_BTC_URL: 'http://name:word@127.0.0.1:8332',
  CHAIN_BTC_XPUB: XPUB,
};
const XMR = {
  ...LIVE,
  CHAIN_XMR: 'monero',
  CHAIN_XMR_URL: 'http://127.0.0.1:18081/',
  CHAIN_XMR_ADDRESS:
    '43pyWbcEAfoTs9oknfHKxJUZm8Z3jqsdPSeSzVzQP3VXH2zswCNuP8k2e43RUM4ANcQVrBn49HFcfKkfgPwgSHRKLvZkDov',
  CHAIN_XMR_VIEW_KEY_FILE: '/run/secrets/xmr',
};
const REGTEST = {
  ...AVAX,
  ...BTC,
  ...XMR,
  VENUE_MODE: 'sandbox',
  CHAINS: 'regtest',
  CHAIN_AVAX_ID: '31337',
  CHAIN_BTC_NETWORK: 'regtest',
  CHAIN_XMR_NETWORK: 'regtest',
  CHAIN_XMR_PUBLIC_URL: 'http://127.0.0.1:1',
  CHAIN_XMR_PAYER_URL: 'http://127.0.0.1:2',
};
const XMR_SUBADDRESS =
  '8A8p6K1aaiEanwKL1k16k7fsNL1KaGtkHPbMQej9isPg1f2Z4rwfUCvGDCuq3Xj8dWenfqCbW3DxL7K9e2u1XmXq41SgUJM';

describe('the settings', () => {
  it('have the documented defaults', () => {
    expect(read({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: null,
      mode: 'sandbox',
      makers: true,
      clientDir: '/client',
      publicOrigin: null,
      allowedOrigins: [],
      captcha: null,
      btcUsdOrigin: null,
    });
  });

  it('name the captcha and the price on another host, whose origins are added to the policy', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quietbook-secret-'));
    const file = join(folder, 'turnstile');
    writeFileSync(file, ' hidden\n');
    const known = { secret: 'hidden', origin: 'https://challenges.cloudflare.com' };
    const verifyUrl = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
    expect(read({ TURNSTILE_SECRET: 'hidden' }).captcha).toEqual({ ...known, verifyUrl });
    expect(read({ TURNSTILE_SECRET_FILE: file }).captcha).toEqual({ ...known, verifyUrl });
    const own = { TURNSTILE_SECRET: 'hidden', TURNSTILE_ORIGIN: 'http://127.0.0.1:1' };
    expect(read({ ...own, TURNSTILE_VERIFY_URL: 'http://127.0.0.1:1/x' }).captcha).toEqual({
      secret: 'hidden',
      origin: 'http://127.0.0.1:1',
      verifyUrl: 'http://127.0.0.1:1/x',
    });
    expect(read({ BTC_USD_ORIGIN: 'https://price.example' }).btcUsdOrigin).toBe('https://price.example');
    rmSync(folder, { recursive: true });
  });

  it('are read from the environment; the seed from the command line takes precedence', () => {
    const config = read(
      {
        PORT: '0',
        HOST: '::1',
        DATA_DIR: 'memory',
        DATABASE_URL: 'postgresql://user:secret@db/quietbook',
        VENUE_MODE: 'LIVE',
        SEED: 'environment',
        CLIENT_DIR: '/other',
        PUBLIC_ORIGIN: 'https://quietbook.example',
        ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173',
        SECRETS_KEY_FILE: '/run/secrets/quietbook',
      },
      ['--seed', '7'],
    );
    expect(config).toMatchObject({
      port: 0,
      host: '::1',
      dataDir: null,
      databaseUrl: 'postgresql://user:secret@db/quietbook',
      mode: 'live',
      // no mint, no market makers
      makers: false,
      seed: '7',
      clientDir: '/other',
      publicOrigin: 'https://quietbook.example',
      allowedOrigins: ['https://a.example', 'http://localhost:5173'],
      secretsKeyFile: '/run/secrets/quietbook',
      // An origin with TLS has a proxy in front, whose headers are trusted.
      trustedProxies: 1,
    });
    expect(read({ PUBLIC_ORIGIN: 'http://localhost:8080' }).trustedProxies).toBe(0);
    expect(read({ SEED: 'environment' }).seed).toBe('environment');
    expect(read({}, ['--seed=x']).seed).toBe('x');
    expect(read({ MAKERS: 'off', MAKERS_RATE: '2.5' })).toMatchObject({ makers: false, makersRate: 2.5 });
    expect(read({ MIN_ORDER_VALUES: 'BTC:0.1, XMR-BTC:1' }).minOrderValues).toEqual({
      BTC: '0.1',
      'XMR-BTC': '1',
    });
    expect(read({ ACCOUNT_DAILY_CEILINGS: 'BTC:1', VENUE_DAILY_CEILINGS: 'BTC:9,XMR:1' }).ceilings).toEqual({
      account: { BTC: '1' },
      venue: { BTC: '9', XMR: '1' },
    });
    expect(read({}).operatorSocket).toBe('.data/operator.sock');
    expect(read({ DATA_DIR: 'memory' }).operatorSocket).toBeNull();
    expect(read({ HISTORY: 'off' }).history).toBe(false);
    expect(read({}).realChains).toEqual([]);
    expect(read({ ...AVAX, CHAIN_AVAX_KEY_FILE: '/run/secrets/avax' }).realChains).toEqual([
      {
        kind: 'evm',
        coin: 'AVAX',
        url: 'https://node.example/k',
        chainId: 43_114,
        token: null,
        decimals: 18,
        sweptFrom: 0n,
        mostGwei: 2000,
        replaceAfter: 10,
        xpub: XPUB,
        keyFile: '/run/secrets/avax',
      },
    ]);
    expect(read(XMR).realChains).toEqual([
      {
        kind: 'monero',
        coin: 'XMR',
        url: 'http://127.0.0.1:18081',
        network: 'mainnet',
        address: XMR.CHAIN_XMR_ADDRESS,
        viewKeyFile: '/run/secrets/xmr',
        loginFile: null,
        walletLoginFile: null,
        walletUrl: null,
      },
    ]);
    expect(
      read({ ...XMR, CHAIN_XMR_LOGIN_FILE: '/run/a', CHAIN_XMR_WALLET_LOGIN_FILE: '/run/b' }).realChains,
    ).toMatchObject([{ loginFile: '/run/a', walletLoginFile: '/run/b' }]);
    expect(read(BTC).realChains).toEqual([
      {
        kind: 'bitcoin',
        coin: 'BTC',
        url: 'http://name:word@127.0.0.1:8332',
        network: 'main',
        mostFee: 200_000n,
        replaceAfter: 120,
        xpub: XPUB,
        keyFile: null,
      },
    ]);
    expect(
      read({ ...BTC, CHAIN_BTC_MOST_FEE: '50000', CHAIN_BTC_REPLACE_AFTER: '60' }).realChains,
    ).toMatchObject([{ mostFee: 50_000n, replaceAfter: 60 }]);
    const usdt = {
      ...LIVE,
      CHAIN_USDT: 'evm',
      CHAIN_USDT_URL: 'http://n:1',
      CHAIN_USDT_XPUB: XPUB,
      CHAIN_USDT_SWEEP_LEAST: '200',
      CHAIN_USDT_MOST_GWEI: '300',
      CHAIN_USDT_REPLACE_AFTER: '5',
    };
    expect(read(usdt).realChains).toMatchObject([
      { coin: 'USDT', sweptFrom: 20_000_000_000n, mostGwei: 300, replaceAfter: 5 },
    ]);
    expect(read(GRIN).realChains).toEqual([
      {
        kind: 'grin',
        coin: 'GRIN',
        url: 'http://127.0.0.1:3413/v2/foreign',
        secretFile: null,
        seedFile: '/run/secrets/grin',
      },
    ]);
    expect(read({}).chains).toBe('auto');
    expect(read({ CHAINS: 'manual' })).toMatchObject({ chains: 'manual', regtest: null });
    const regtest = { payerUrl: 'http://127.0.0.1:2', publicUrl: 'http://127.0.0.1:1' };
    expect(read({ ...REGTEST, CHAINS: 'Regtest' })).toMatchObject({ chains: 'auto', regtest });
    expect(read({ ...REGTEST, CHAINS: 'regtest-manual' })).toMatchObject({
      mode: 'sandbox',
      chains: 'manual',
      regtest,
      realChains: [{ coin: 'AVAX' }, { coin: 'XMR' }, { coin: 'BTC' }],
    });
  });

  it.each<[Record<string, string>, string[], RegExp]>([
    [{ PORT: 'http' }, [], /^PORT must be a number from 0 to 65535; it is "http"\.$/],
    [{ PORT: '65536' }, [], /^PORT/],
    [{ PORT: '80.5' }, [], /^PORT must be a whole number/],
    [{ VENUE_MODE: 'test' }, [], /^VENUE_MODE must be sandbox or live/],
    [{ MAKERS: 'yes' }, [], /^MAKERS must be on or off/],
    [{ CHAINS: 'none' }, [], /^CHAINS must be auto or manual or regtest or regtest-manual; it is "none"/],
    [{ CHAINS: 'regtest' }, [], /^CHAINS=regtest needs nodes, which npm start starts/],
    [{ ...REGTEST, VENUE_MODE: 'live' }, [], /^CHAINS=regtest is for one sandbox alone/],
    [
      { ...REGTEST, DATABASE_URL: 'postgres://db/q', BROKER_URL: 'nats://n:4222' },
      [],
      /^CHAINS=regtest is for one sandbox alone/,
    ],
    [{ ...REGTEST, CHAIN_XMR_PAYER_URL: '' }, [], /^CHAIN_XMR_PAYER_URL must be the address of a node/],
    [{ DATABASE_URL: 'postgres://db/q', BROKER_URL: 'nats://n:4222,http://n' }, [], /^BROKER_URL must be/],
    [{ VENUE_MODE: 'live' }, [], /^VENUE_MODE=live needs PUBLIC_ORIGIN/],
    [{ ...AVAX, VENUE_MODE: 'sandbox' }, [], /^CHAIN_AVAX=evm needs VENUE_MODE=live/],
    [{ ...AVAX, CHAIN_AVAX_URL: 'ws://node:1' }, [], /^CHAIN_AVAX_URL must be the address of a node/],
    [{ ...AVAX, CHAIN_AVAX_XPUB: XPRV }, [], /^CHAIN_AVAX_XPUB must be the extended public key/],
    [{ ...AVAX, CHAIN_AVAX_XPUB: '' }, [], /^CHAIN_AVAX_XPUB must be/],
    [{ ...BTC, VENUE_MODE: 'sandbox' }, [], /^CHAIN_BTC=bitcoin needs VENUE_MODE=live/],
    [{ ...BTC, CHAIN_BTC_XPUB: XPRV }, [], /^CHAIN_BTC_XPUB must be the extended public key/],
    [{ ...BTC, CHAIN_BTC_URL: 'node:8332' }, [], /^CHAIN_BTC_URL must be the address of a node/],
    [{ ...GRIN, VENUE_MODE: 'sandbox' }, [], /^CHAIN_GRIN=grin needs VENUE_MODE=live/],
    [{ ...GRIN, CHAIN_GRIN_URL: 'node:3413' }, [], /^CHAIN_GRIN_URL must be the address of a node/],
    [{ ...GRIN, CHAIN_GRIN_SEED_FILE: '' }, [], /^CHAIN_GRIN_SEED_FILE must name the file/],
    [{ ...XMR, VENUE_MODE: 'sandbox' }, [], /^CHAIN_XMR=monero needs VENUE_MODE=live/],
    [{ ...XMR, CHAIN_XMR_URL: '' }, [], /^CHAIN_XMR_URL must be the address of a node/],
    [{ ...XMR, CHAIN_XMR_WALLET_URL: 'unix:x' }, [], /^CHAIN_XMR_WALLET_URL must be the address of a node/],
    [{ ...XMR, CHAIN_XMR_ADDRESS: XMR_SUBADDRESS }, [], /^CHAIN_XMR_ADDRESS must be the main address/],
    [{ ...XMR, CHAIN_XMR_VIEW_KEY_FILE: '' }, [], /^CHAIN_XMR_VIEW_KEY_FILE must name the file/],
    [{ ...LIVE, CHAIN_AVAX: 'btc' }, [], /^CHAIN_AVAX must be off or evm/],
    [
      {
        ...LIVE,
        CHAIN_USDT: 'evm',
        CHAIN_USDT_URL: 'http://n:1',
        CHAIN_USDT_XPUB: XPUB,
        CHAIN_USDT_TOKEN: '0x1',
      },
      [],
      /^CHAIN_USDT_TOKEN must be the address of a contract/,
    ],
    [{ ...LIVE, SECRETS_KEY_FILE: '' }, [], /^VENUE_MODE=live needs SECRETS_KEY_FILE/],
    [{ MAKERS: 'on', ...LIVE }, [], /^MAKERS=on needs VENUE_MODE=sandbox/],
    [{ HISTORY: 'on', ...LIVE }, [], /^HISTORY=on needs VENUE_MODE=sandbox/],
    [{ MAKERS_RATE: '0' }, [], /^MAKERS_RATE/],
    [{ MIN_ORDER_VALUES: 'BTC=1' }, [], /^MIN_ORDER_VALUES must be amounts like/],
    [
      { DATABASE_URL: 'mysql://user:secret@x/y' },
      [],
      /^DATABASE_URL must be an address that starts with postgres/,
    ],
    [{ DATABASE_URL: 'postgres://user:sec/ret@x/y' }, [], /^DATABASE_URL must be an address .* %2F/],
    [{ DATABASE_SENDER_ROLE: 'sender' }, [], /^DATABASE_SENDER_ROLE needs DATABASE_OWNER_URL/],
    [{ PUBLIC_ORIGIN: 'quietbook.example' }, [], /^PUBLIC_ORIGIN must be an origin/],
    [{ PUBLIC_ORIGIN: 'https://quietbook.example/' }, [], /^PUBLIC_ORIGIN/],
    [{ PUBLIC_ORIGIN: 'https://a.example', ONION_ORIGIN: 'http://a.onion' }, [], /^ONION_ORIGIN must be/],
    [
      { ONION_ORIGIN: `http://${'a2'.repeat(28)}.onion` },
      [],
      /^ONION_ORIGIN needs a PUBLIC_ORIGIN with https/,
    ],
    [{ BTC_USD_ORIGIN: 'https://price.example/btc' }, [], /^BTC_USD_ORIGIN must be an origin/],
    [{ TURNSTILE_SECRET: 's', TURNSTILE_VERIFY_URL: 'http://a.example/' }, [], /^TURNSTILE_VERIFY_URL must/],
    [{ TURNSTILE_SECRET: 's', TURNSTILE_ORIGIN: 'a' }, [], /^TURNSTILE_ORIGIN must be an origin/],
    [{ TURNSTILE_SECRET_FILE: '/no/such/file' }, [], /^TURNSTILE_SECRET_FILE cannot be read \(ENOENT\)/],
    [{ TURNSTILE_ORIGIN: 'https://a.example' }, [], /^TURNSTILE_ORIGIN needs TURNSTILE_SECRET/],
    [{ ALLOWED_ORIGINS: 'https://a.example,*' }, [], /^ALLOWED_ORIGINS.*"\*"/],
    [{}, ['--sed', '7'], /^Unknown argument "--sed"/],
    [{}, ['--seed'], /^--seed needs a text/],
    [{ PORT: 'x', VENUE_MODE: 'y' }, [], /^VENUE_MODE[^]*\nPORT/],
  ])('%o %o stop the start with a sentence', (env, args, says) => {
    const attempt = (): unknown => read(env, args);
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(says);
    expect(attempt).not.toThrow(/secret/);
  });

  it.each([
    ['AVAX', { CHAIN_AVAX_ID: '43114' }],
    ['BTC', { CHAIN_BTC_NETWORK: 'main' }],
    ['XMR', { CHAIN_XMR_NETWORK: 'mainnet' }],
  ])('of a sandbox accept no public network of %s (CHAIN-24)', (coin, env) => {
    expect(() => read({ ...REGTEST, ...env })).toThrow(`CHAIN_${coin} must be on a test network`);
  });
});

describe('the log', () => {
  it('contains fixed words, numbers and short names, and nothing that may be private', () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    log.info('started', { count: 3, pairs: ['XMR-BTC', 'KAS-USDT'] });
    log.warn('odd', { code: 'user@example.org' });
    const error = Object.assign(new Error('key (email)=(user@example.org) exists'), { code: '23505' });
    log.error('a call', error);
    log.error('a call', 'user@example.org');
    expect(lines[0]).toBe('started count=3 pairs=XMR-BTC,KAS-USDT');
    expect(lines[1]).toBe('warning: odd code=?');
    const timed = createLog(
      (line) => lines.push(line),
      'text',
      () => new Date(0),
    );
    timed.warn('odd', { code: 7 });
    expect(lines.at(-1)).toBe('1970-01-01T00:00:00.000Z warning: odd code=7');
    expect(lines[2]).toMatch(/^error: a call: Error 23505\n\s+at /);
    expect(lines.join('\n')).not.toContain('@example');
  });
});
