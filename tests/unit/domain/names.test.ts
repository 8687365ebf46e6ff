import { describe, expect, it } from 'vitest';
import { registrationRefusal } from '../../../src/machines/access/access.rules.ts';
import { coinIconName, hasCoinIcon } from '../../../src/domain/coin.ts';
import { KEPT, NOT_KEPT } from '../../../src/domain/dataPolicy.ts';
import { LANGUAGE_NAMES, LANGUAGES, languageFor } from '../../../src/domain/languages.ts';
import { parsePair } from '../../../src/domain/market.ts';
import { isPrivatePath, isPublicPath } from '../../../src/domain/paths.ts';
import { TICKET_CATEGORIES, TICKET_STATUSES, type Ticket } from '../../../src/domain/ticket.ts';
import { searchTickets, TICKET_PAGE_SIZES } from '../../../src/domain/ticketList.ts';

it.each(['AVAX', 'BTC', 'GRIN', 'KAS', 'USDT', 'WOW', 'XMR'])(
  '%s has an icon of its own (PUBLIC-05)',
  (symbol) => {
    expect(hasCoinIcon(symbol)).toBe(true);
    expect(coinIconName(symbol)).toBe(symbol.toLowerCase());
  },
);

it.each(['DOGE', 'btc', ''])('"%s" has the icon of all others (PUBLIC-05)', (symbol) => {
  expect(hasCoinIcon(symbol)).toBe(false);
  expect(coinIconName(symbol)).toBe('coin');
});

it('seven items are not kept, six are', () => {
  expect(NOT_KEPT).toEqual(['identity', 'network', 'device', 'location', 'behaviour', 'signIns', 'trackers']);
  expect(KEPT).toEqual(['account', 'sessions', 'trading', 'transfers', 'addresses', 'support']);
});

it.each([
  ['XMR-BTC', 'XMR', 'BTC'],
  ['xmr-btc', 'XMR', 'BTC'],
  ['ABCDEFGHIJKL-1', 'ABCDEFGHIJKL', '1'],
])('the pair "%s"', (text, base, quote) => {
  expect(parsePair(text)).toEqual({ symbol: `${base}-${quote}`, base, quote });
});

it.each([
  'ABCDEFGHIJKLM-B',
  'B-ABCDEFGHIJKLM',
  ' XMR-BTC',
  'XMR-BTC ',
  'XMR-',
  '-BTC',
  'XMR',
  'A-B-C',
  '',
  undefined,
])('"%s" is no pair', (text) => expect(parsePair(text)).toBeNull());

it.each([
  '/dashboard',
  '/security',
  '/wallet',
  '/deposit/BTC',
  '/withdraw/BTC',
  '/refund-addresses',
  '/trading-history',
  '/deposit-history',
  '/withdrawal-history',
  '/active-orders',
  '/order-history',
  '/support',
  '/maintenance',
])('%s is private', (path) => expect(isPrivatePath(path)).toBe(true));

it.each(['/', '/walletless', '/trade/XMR-BTC', '/fees', ''])('"%s" is not', (path) =>
  expect(isPrivatePath(path)).toBe(false),
);

it('the languages are six, English the first of them (NAV-03)', () => {
  expect(Object.values(LANGUAGE_NAMES)).toEqual([
    'English',
    'Español',
    'Français',
    'Português',
    'Deutsch',
    'Русский',
  ]);
  expect(languageFor('it', LANGUAGES)).toBeNull();
});

it('tickets have six categories, three states, and pages of four sizes (SUPPORT-02, SUPPORT-05)', () => {
  expect(TICKET_CATEGORIES).toEqual(['general', 'deposit', 'withdrawal', 'trading', 'security', 'other']);
  expect(TICKET_STATUSES).toEqual(['open', 'pending', 'closed']);
  expect(TICKET_PAGE_SIZES).toEqual([5, 20, 50, 100]);
});

it('an empty search leaves the list as it is, the same one', () => {
  const tickets: readonly Ticket[] = [];
  expect(searchTickets(tickets, ' ')).toBe(tickets);
});

it.each([
  [{ code: 'unreachable' }, 'form'],
  [{ status: 409, serverCode: 'EMAIL_TAKEN' }, 'email'],
  [{ status: 400, serverCode: 'INVALID_EMAIL' }, 'email'],
  [{ status: 409, serverCode: 'USERNAME_TAKEN' }, 'username'],
  [{ status: 400, serverCode: 'INVALID_USERNAME' }, 'username'],
  [{ status: 400, serverCode: 'OTHER' }, 'form'],
  [{ status: 400 }, 'form'],
  // A gateway's text tells nothing about the account.
  [{ status: 502, code: 'server', text: 'Bad gateway' }, 'form'],
] as const)('a refused registration %j is about: %s', (part, field) => {
  const refusal = registrationRefusal({ code: 'refused', retryable: false, ...part });
  expect(refusal.field).toBe(field);
  const isUnknown = JSON.stringify(refusal).includes('register.refused.unknown');
  expect(isUnknown).toBe('code' in part);
});

it('a password that is easy to guess is refused in words of ours, whatever the server sends (LOGIN-19)', () => {
  const failure = { code: 'refused', retryable: false, status: 422, text: 'Too common.' } as const;
  expect(registrationRefusal({ ...failure, serverCode: 'PASSWORD_COMMON' })).toEqual({
    field: 'form',
    key: 'register.refused.common',
  });
});

describe('what search engines may show', () => {
  it.each(['/', '/faq', '/tos', '/login', '/trade/XMR-BTC'])('%s', (path) =>
    expect(isPublicPath(path)).toBe(true),
  );
  it.each(['/wallet', '/trade', '/trade/', '/trade/XMR-BTC/more', '/faq/more', '/no/such/page'])(
    'not %s',
    (path) => expect(isPublicPath(path)).toBe(false),
  );
});
