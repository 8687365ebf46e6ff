// What somebody sends who has no session, and what the venue must not spend much on.
import { randomBytes, randomUUID } from 'node:crypto';
import { requestOf, textOf } from './requests.ts';

interface Flood {
  readonly connections: number;
  readonly request: (host: string, address: string) => string;
}

const MANY_KEYS = JSON.stringify(
  Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`k${index}`, 1])),
);
/** As many as fit into what a login may have. */
const SOME_KEYS = JSON.stringify(
  Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`k${index}`, 1])),
);

const login = (content: string): Flood => ({
  connections: 60,
  request: (host, address) => textOf('POST', '/auth/login', host, address, content),
});

const signed = (): string[] => [
  `X-API-Key: ${randomUUID()}`,
  `X-API-Timestamp: ${Date.now()}`,
  `X-API-Nonce: ${randomUUID()}`,
  `X-API-Signature: ${'0'.repeat(64)}`,
];

/** Any /64 of one /56. */
const ofOneLine = (): string => `2001:db8:0:1${randomBytes(1).toString('hex')}::1`;

export const BEFORE_A_SESSION: Readonly<Record<string, Flood>> = {
  'logins of 60 kB of brackets, 60 connections': login('['.repeat(60_000)),
  'logins of 8 kB of brackets, 60 connections': login('['.repeat(8000)),
  'logins with 6,000 unknown keys, 60 connections': login(MANY_KEYS),
  'logins with 700 unknown keys, 60 connections': login(SOME_KEYS),
  'junk cookies, 100 connections': {
    connections: 100,
    request: (host, address) => {
      const cookie = `Cookie: session=${randomBytes(32).toString('base64url')}`;
      return textOf('GET', '/auth/me', host, address, '', [cookie]);
    },
  },
  'bodies of 65 kB with an API key, 60 connections': {
    connections: 60,
    request: (host, address) =>
      textOf('POST', '/order/orders/limit', host, address, '['.repeat(65_000), signed()),
  },
  'bodies of 4 kB with an API key, 60 connections': {
    connections: 60,
    request: (host, address) =>
      textOf('POST', '/order/orders/limit', host, address, '['.repeat(4000), signed()),
  },
  'heads of the ledger, 100 connections': {
    connections: 100,
    request: (host, address) => textOf('GET', '/ledger/heads', host, address, ''),
  },
  'one /56 of IPv6: books, 100 connections': {
    connections: 100,
    request: (host) => requestOf('orderBook', host, ofOneLine()),
  },
  'one /56 of IPv6: logins, 250 connections': {
    connections: 250,
    request: (host) => requestOf('login', host, ofOneLine()),
  },
};
