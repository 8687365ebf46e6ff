import { describe, expect, it } from 'vitest';
import { canUsePasskeys } from '../../../src/machines/app/app.ts';
import { readConfig } from '../../../src/app/config.ts';

const page = { origin: 'https://trade.example' };
/** A server without capabilities. */
const NONE = {
  sandbox: false,
  idempotencyKeys: false,
  accountHeader: false,
  btcUsd: false,
  venueStatus: false,
  bookSequence: false,
  requiredConfirmations: false,
  feeQuotes: false,
  withdrawalCancel: false,
  grinNetwork: null,
  longestMessage: null,
  securityPause: false,
  dataPolicy: false,
  reauthentication: false,
  quietRegistration: false,
  usernameAccounts: false,
  proofOfWork: false,
  passkeys: false,
  apiKeys: false,
  freshAddress: false,
  accountDeletion: false,
  recoveryCodes: false,
  twoFactorReset: false,
  recovery: false,
  sessionList: false,
  solvency: false,
  withdrawalHolds: false,
  addressBook: false,
  orderTypes: [],
  timeInForce: false,
  postOnly: false,
  amend: false,
  orderHistory: false,
  orderCost: false,
  refunds: false,
  liveTrades: false,
  liveCandles: false,
  liveMarkets: false,
  liveAccount: false,
};
const block = (changes: object = {}) => ({ brand: {}, captcha: {}, features: {}, ...changes });

describe("the deployment's settings", () => {
  it("have defaults that use the page's own origin only (CALL-08, LOGIN-15)", () => {
    expect(readConfig(block(), page)).toEqual({
      apiBase: '',
      socketUrl: 'wss://trade.example/socket/ws',
      brand: {
        name: '',
        contactMail: null,
        socialLink: null,
        canonicalOrigin: null,
        hasLogo: false,
        hasBounty: true,
        ownTexts: [],
      },
      partners: [],
      captcha: { mode: 'bypass' },
      btcUsdUrl: '',
      missingPath: null,
      onionOrigin: null,
      capabilities: NONE,
      features: { marketOrders: false, inspector: false },
    });
  });

  it('put the socket on the API host, wss under https', () => {
    expect(readConfig(block({ apiBase: 'https://api.example/v1/' }), page)).toMatchObject({
      apiBase: 'https://api.example/v1',
      socketUrl: 'wss://api.example/v1/socket/ws',
    });
    expect(readConfig(block({ apiBase: 'http://localhost:8080' }), page).socketUrl).toBe(
      'ws://localhost:8080/socket/ws',
    );
    expect(readConfig(block({ socketUrl: 'wss://feed.example/x' }), page).socketUrl).toBe(
      'wss://feed.example/x',
    );
  });

  it.each([
    ['on', true],
    ['true', true],
    ['1', true],
    [true, true],
    ['off', false],
    ['false', false],
    ['0', false],
    [false, false],
  ])('read the switch %j', (value, meaning) => {
    const { features } = readConfig(block({ features: { marketOrders: value, inspector: value } }), page);
    expect([features.marketOrders, features.inspector]).toEqual([meaning, meaning]);
  });

  it('an empty switch is one that was not set', () => {
    const { features } = readConfig(block({ features: { marketOrders: '' } }), page);
    expect(features.marketOrders).toBe(false);
  });

  it('offer what the block names, and nothing else: unknown names are ignored', () => {
    const offered = { idempotencyKeys: true, grinNetwork: 'test', sandbox: false, telepathy: true };
    expect(readConfig(block({ capabilities: offered }), page).capabilities).toEqual({
      ...NONE,
      idempotencyKeys: true,
      grinNetwork: 'test',
    });
  });

  it('name a number as a number, or as text where the settings of a deployment name it', () => {
    for (const longestMessage of [20_000, '20000'])
      expect(readConfig(block({ capabilities: { longestMessage } }), page).capabilities.longestMessage).toBe(
        20_000,
      );
    expect(() => readConfig(block({ capabilities: { longestMessage: 'long' } }), page)).toThrow(
      /longestMessage/,
    );
  });

  it('the captcha has the script of its maker, unless the block names another', () => {
    const captcha = { mode: 'turnstile', siteKey: 'key' };
    const scriptUrl = 'https://captcha.example/api.js';
    expect(readConfig(block({ captcha }), page).captcha).toEqual({
      ...captcha,
      scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    });
    expect(readConfig(block({ captcha: { ...captcha, scriptUrl } }), page).captcha).toEqual({
      ...captcha,
      scriptUrl,
    });
  });

  it('switches that became capabilities are ignored', () => {
    const old = { features: { idempotencyKeys: 'on', accountHeader: 'on' } };
    expect(readConfig(block(old), page).capabilities).toEqual(NONE);
  });

  it('an address of the price is the offer of it', () => {
    const { capabilities } = readConfig(block({ btcUsdUrl: 'https://price.example/btc' }), page);
    expect(capabilities).toEqual({ ...NONE, btcUsd: true });
  });

  it.each([
    [{ brand: { socialLink: 'javascript:alert(1)' } }, /brand\.socialLink/],
    [{ partners: [{ name: 'A', href: 'http://a.example' }] }, /partners\.0\.href/],
    [
      { partners: [{ name: 'A', href: 'https://a.example', logo: 'https://a.example/a.svg' }] },
      /partners\.0\.logo/,
    ],
    [
      { partners: [{ name: 'A', href: 'https://a.example', logo: '//a.example/a.svg' }] },
      /partners\.0\.logo/,
    ],
    [
      { partners: [{ name: 'A', href: 'https://a.example', logo: '/\\a.example/a.svg' }] },
      /partners\.0\.logo/,
    ],
    [{ partners: [{ name: 'A', href: 'https://a.example', logo: 'a.svg' }] }, /partners\.0\.logo/],
    [{ captcha: { mode: 'turnstile' } }, /captcha\.siteKey/],
    [{ captcha: { mode: 'other' } }, /captcha\.mode/],
    [{ features: { inspector: 'maybe' } }, /features\.inspector/],
    [{ apiBase: 7 }, /apiBase/],
    [{ capabilities: { sandbox: 'yes' } }, /capabilities\.sandbox/],
    [{ capabilities: { grinNetwork: 'floonet' } }, /capabilities\.grinNetwork/],
  ])('name the setting that cannot be used: %j', (changes, complaint) => {
    expect(() => readConfig(block(changes), page)).toThrow(complaint);
  });
});

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('passkeys need a server that takes them (%s) and a browser that has them (%s): %s', (takes, has, may) => {
  const app = {
    config: { capabilities: { passkeys: takes } },
    services: { passkeyDevice: has ? {} : null },
  } as Parameters<typeof canUsePasskeys>[0];
  expect(canUsePasskeys(app)).toBe(may);
});
