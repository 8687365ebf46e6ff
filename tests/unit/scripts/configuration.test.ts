import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configurationFrom, fillConfiguration } from '../../../scripts/configuration.ts';
import { readConfig } from '../../../src/app/config.ts';

const PAGE = '<head><script type="application/json" id="configuration">\n  {}\n</script></head>';
const origin = { origin: 'https://example.org' };

const blockOf = (html: string): unknown => JSON.parse(/>([^<]*)<\/script>/.exec(html)?.[1] ?? '');

describe("the deployment's settings in the page", () => {
  it('an empty environment gives what the client takes for its defaults', () => {
    expect(readConfig(blockOf(fillConfiguration(PAGE, {})), origin)).toEqual(
      readConfig(configurationFrom({}), origin),
    );
  });

  it('each variable reaches the client', () => {
    const env = {
      QUIETBOOK_API_BASE: 'https://api.example.org',
      QUIETBOOK_BRAND_NAME: ' Example ',
      QUIETBOOK_CAPTCHA_MODE: 'turnstile',
      QUIETBOOK_CAPTCHA_SITE_KEY: 'key',
      QUIETBOOK_CAPABILITIES: 'idempotencyKeys, grinNetwork = test,',
      QUIETBOOK_MARKET_ORDERS: 'on',
      QUIETBOOK_PARTNERS: '[{"name":"A","href":"https://a.example"}]',
    };
    expect(readConfig(blockOf(fillConfiguration(PAGE, env)), origin)).toMatchObject({
      apiBase: 'https://api.example.org',
      brand: { name: 'Example' },
      captcha: { mode: 'turnstile', siteKey: 'key' },
      capabilities: { idempotencyKeys: true, accountHeader: false, grinNetwork: 'test' },
      features: { marketOrders: true },
      partners: [{ name: 'A', href: 'https://a.example', logo: null }],
    });
  });

  it('capabilities may be written as a list or as JSON', () => {
    const expected = { bookSequence: true, grinNetwork: 'main' };
    for (const QUIETBOOK_CAPABILITIES of ['bookSequence,grinNetwork=main', JSON.stringify(expected)])
      expect(configurationFrom({ QUIETBOOK_CAPABILITIES }).capabilities).toEqual(expected);
    expect(configurationFrom({}).capabilities).toEqual({});
  });

  it('the partners are the projects whose coins are traded, with pictures of our own (PUBLIC-01)', () => {
    const { partners } = readConfig(blockOf(fillConfiguration(PAGE, {})), origin);
    expect(partners.map(({ name }) => name)).toEqual(['Monero', 'Grin', 'Kaspa', 'Wownero']);
    for (const { logo } of partners) expect(existsSync(`public${logo}`)).toBe(true);
    expect(configurationFrom({ QUIETBOOK_PARTNERS: '[]' }).partners).toEqual([]);
  });

  it('no value can leave its element', () => {
    const html = fillConfiguration(PAGE, { QUIETBOOK_BRAND_NAME: '</script><script>alert(1)</script>' });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(blockOf(html)).toMatchObject({ brand: { name: '</script><script>alert(1)</script>' } });
  });

  it('unusable values are reported, by name', () => {
    expect(() => configurationFrom({ QUIETBOOK_PARTNERS: 'x' })).toThrow(/QUIETBOOK_PARTNERS/);
    expect(() => configurationFrom({ QUIETBOOK_PARTNERS: '{}' })).toThrow(/QUIETBOOK_PARTNERS/);
    for (const QUIETBOOK_CAPABILITIES of ['{', 'a b', 'a=', '["sandbox"]'])
      expect(() => configurationFrom({ QUIETBOOK_CAPABILITIES })).toThrow(/QUIETBOOK_CAPABILITIES/);
    expect(() => fillConfiguration('<html></html>', {})).toThrow(/no configuration block/);
  });
});
