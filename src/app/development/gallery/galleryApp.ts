import { createActor, fromCallback, fromPromise } from 'xstate';
import { succeeded } from '../../../domain/result.ts';
import type { Market, MarketTrade } from '../../../domain/market.ts';
import type { App } from '../../../machines/app/app.ts';
import { createResources } from '../../../machines/resource/resource.actors.ts';
import { sessionMachine, type StoredSession } from '../../../machines/session/session.machine.ts';
import type { Http } from '../../../services/http/port.ts';
import { configurationOf, readConfig } from '../../config.ts';
import { createStaticApp } from '../../prerender/staticApp.ts';

/** Every picture shows this moment. */
export const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);
const MINUTE = 60_000;

const market = (pair: string, lastPrice: string, percentChange: string, quoteVolume: string): Market => ({
  pair,
  lastPrice,
  percentChange,
  baseVolume: '1200.5',
  quoteVolume,
  high24h: lastPrice,
  low24h: lastPrice,
  lowestAsk: lastPrice,
  highestBid: lastPrice,
});

const MARKETS: readonly Market[] = [
  market('BTC-USDT', '97250.5', '2.41', '1840250.12'),
  market('XMR-BTC', '0.00231', '-1.08', '42.5'),
  market('XMR-USDT', '224.65', '0', '90215.4'),
  market('GRIN-BTC', '0.00000031', '5.5', '1.204'),
  market('KAS-USDT', '0.11834', '-4.92', '51200'),
];

const trade = (place: number, price: string, amount: string): MarketTrade => ({
  id: String(place),
  pair: 'BTC-USDT',
  price,
  amount,
  side: place % 2 === 0 ? 'buy' : 'sell',
  time: NOW - place * MINUTE,
});

const TRADES: readonly MarketTrade[] = [
  trade(0, '97250.5', '0.125'),
  trade(1, '97249.9', '1.5'),
  trade(2, '97251', '0.00042'),
  trade(3, '97248.2', '12.25'),
];

const COINS = [
  { ticker: 'BTC', name: 'Bitcoin' },
  { ticker: 'XMR', name: 'Monero' },
  { ticker: 'GRIN', name: 'Grin' },
  { ticker: 'KAS', name: 'Kaspa' },
];

/** By the name of the call. What is not here never answers. */
const ANSWERS: Readonly<Record<string, unknown>> = { markets: MARKETS, trades: TRADES, coins: COINS };

const http = {
  send: ({ name }: { readonly name: string }) =>
    name in ANSWERS ? Promise.resolve(succeeded(ANSWERS[name])) : new Promise(() => undefined),
} as unknown as Http;

const TRADER: StoredSession = {
  user: {
    id: 'gallery',
    email: 'trader@quietbook.test',
    username: 'trader',
    role: null,
    twoFactorEnabled: true,
    lastLogin: null,
    securityRisk: false,
    securityCooldownUntil: null,
    securityRiskReason: null,
  },
  expiresAt: NOW + 600 * MINUTE,
};

/** Signed in, with fixed figures: nothing is asked of a server, and nothing that is pressed goes anywhere. */
export function createGalleryApp(document: Document): App {
  const config = readConfig(configurationOf(document), { origin: 'http://localhost' });
  const capabilities = { ...config.capabilities, postOnly: true, amend: true, liveTrades: false };
  const app = createStaticApp({ ...config, capabilities });
  const session = createActor(
    sessionMachine.provide({
      actors: {
        tabs: fromCallback(() => undefined),
        expiry: fromCallback(() => undefined),
        // Then stored values stay.
        validate: fromPromise(() => Promise.reject(new Error('the gallery has no server'))),
      },
    }),
    { input: { stored: TRADER } },
  );
  session.start();
  const clock = { now: () => NOW, setTimeout: () => 0, clearTimeout: () => undefined };
  const services = { http, clock, random: () => 0, newIdempotencyKey: () => '', page: quietPage } as unknown;
  return {
    ...app,
    session,
    services: services as App['services'],
    resources: createResources({ clock, http, page: quietPage, random: () => 0 }),
    preferences: {
      ...app.preferences,
      read: (name) => name === 'showBalances',
      readList: (name) => (name === 'favourites' ? 'XMR-BTC' : ''),
      toggle: () => undefined,
      readChoice: (name) =>
        ({
          tradeLayout: 'standard',
          orderForms: 'both',
          ownTab: 'orders',
          ownPairs: 'one',
          chartKind: 'candles',
        })[name],
      listen: () => () => undefined,
    } as App['preferences'],
    palette: { get: () => 'standard', choose: () => undefined, listen: () => () => undefined },
    now: () => NOW,
    newIdempotencyKey: () => '',
    attract: () => undefined,
  };
}

const quietPage = { listen: () => () => undefined, isVisible: () => true };
