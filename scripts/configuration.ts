type Environment = Readonly<Record<string, string | undefined>>;

/** The projects whose coins are traded (PUBLIC-01). */
const PARTNERS = [
  { name: 'Monero', href: 'https://www.getmonero.org/', logo: '/partners/monero.svg' },
  { name: 'Grin', href: 'https://grin.mw/', logo: '/partners/grin.svg' },
  { name: 'Kaspa', href: 'https://kaspa.org/', logo: '/partners/kaspa.svg' },
  { name: 'Wownero', href: 'https://wownero.org/', logo: '/partners/wownero.svg' },
];

const SWITCHES = new Set(['', 'on', 'off', 'true', 'false', '1', '0']);

function switched(name: string, value: string): string {
  if (SWITCHES.has(value)) return value;
  throw new Error(`QUIETBOOK_${name} must be on or off; it is "${value}".`);
}

/** @throws Error if a switch is neither on nor off, QUIETBOOK_PARTNERS is not a JSON list, or QUIETBOOK_CAPABILITIES cannot be read. */
export function configurationFrom(env: Environment) {
  const text = (name: string) => env[`QUIETBOOK_${name}`]?.trim() ?? '';
  return {
    apiBase: text('API_BASE'),
    socketUrl: text('SOCKET_URL'),
    brand: {
      name: text('BRAND_NAME') || 'Quietbook',
      contactMail: text('CONTACT_MAIL'),
      socialLink: text('SOCIAL_LINK'),
      canonicalOrigin: text('CANONICAL_ORIGIN'),
    },
    partners: partnersFrom(text('PARTNERS')),
    captcha: {
      mode: text('CAPTCHA_MODE'),
      siteKey: text('CAPTCHA_SITE_KEY'),
      scriptUrl: text('CAPTCHA_SCRIPT_URL'),
    },
    btcUsdUrl: text('BTC_USD_URL'),
    capabilities: capabilitiesFrom(text('CAPABILITIES')),
    features: {
      marketOrders: switched('MARKET_ORDERS', text('MARKET_ORDERS')),
      inspector: switched('INSPECTOR', text('INSPECTOR')),
    },
  };
}

/** Only for a server on another origin: `idempotencyKeys, grinNetwork=main`, or a JSON object. */
function capabilitiesFrom(text: string): Record<string, unknown> {
  if (text.startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Error('QUIETBOOK_CAPABILITIES begins like a JSON object and is none.', { cause: error });
    }
  }
  const entries = text.split(',').map((entry) => entry.trim());
  return Object.fromEntries(entries.filter(Boolean).map(capabilityFrom));
}

function capabilityFrom(entry: string) {
  const [, name, value] = /^(\w+)\s*(?:=\s*(\w+))?$/.exec(entry) ?? [];
  if (name === undefined)
    throw new Error(`QUIETBOOK_CAPABILITIES is a list like "idempotencyKeys, grinNetwork=main": "${entry}".`);
  return [name, value ?? true];
}

function partnersFrom(text: string): unknown[] {
  if (text === '') return PARTNERS;
  let list;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new Error('QUIETBOOK_PARTNERS is not JSON.', { cause: error });
  }
  if (!Array.isArray(list))
    throw new Error('QUIETBOOK_PARTNERS must be a JSON list of {"name", "href", "logo"}.');
  return list;
}

const BLOCK = /(<script type="application\/json" id="configuration">)[^<]*(<\/script>)/;

/** @throws Error if the page has no configuration block. */
export function fillConfiguration(html: string, env: Environment) {
  if (!BLOCK.test(html)) throw new Error('index.html holds no configuration block.');
  // A `<` could end the script element.
  const json = JSON.stringify(configurationFrom(env), null, 2).replaceAll('<', String.raw`\u003c`);
  return html.replace(BLOCK, (_, open, close) => `${open}\n${json}\n${close}`);
}
