import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../src/domain/account.ts';
import { sessionHeaders } from '../../../src/app/services.ts';
import { createSessionStore } from '../../../src/services/sessionStore.ts';

const NOW = Date.UTC(2026, 0, 5, 12);
const user: User = {
  id: 'a1',
  email: 'ann@example.org',
  username: 'Ann',
  role: 'user',
  twoFactorEnabled: true,
  lastLogin: NOW - 1000,
  securityRisk: true,
  securityCooldownUntil: NOW + 5000,
  securityRiskReason: 'password changed',
};
const session = { user, expiresAt: NOW + 1000 };

const kept = new Map<string, string>();
const store = createSessionStore({
  keys: () => [...kept.keys()],
  read: (key) => kept.get(key) ?? null,
  write: (key, value) => void kept.set(key, value),
  remove: (key) => void kept.delete(key),
});

beforeEach(() => kept.clear());

describe('what the browser keeps of a login', () => {
  it('comes back as it was written', () => {
    store.write(session);
    expect(store.recall()).toEqual(session);
  });

  it('is written as the login answered it, without the expiry inside (SESSION-09)', () => {
    store.write(session);
    expect(kept.get('expires_at')).toBe(String(NOW + 1000));
    expect(JSON.parse(kept.get('user') ?? '')).toEqual({
      user_id: 'a1',
      username: 'Ann',
      role: 'user',
      email: 'ann@example.org',
      two_factor_enabled: true,
      last_login: '2026-01-05T11:59:59.000Z',
      security_risk: true,
      security_cooldown_until: '2026-01-05T12:00:05.000Z',
      security_risk_reason: 'password changed',
    });
  });

  it.each<[string, () => void]>([
    ['has no expiry', () => kept.delete('expires_at')],
    ['has an expiry that is no number', () => kept.set('expires_at', 'soon')],
    ['has no user', () => kept.delete('user')],
    ['has a user that is no JSON', () => kept.set('user', '{')],
    ['has a user without an id', () => kept.set('user', '{"email":"a@b.c"}')],
    // With these no request would leave: "unreachable" without end.
    ['has a token of two lines', () => kept.set('access_token', 'token\n1')],
    ['has a token beyond ASCII', () => kept.set('access_token', 'tökén')],
    ['has an empty token', () => kept.set('access_token', '')],
    ['has an endless token', () => kept.set('access_token', 'x'.repeat(5000))],
  ])('that %s is cleared at the start, with its token (SESSION-09)', (_title, spoil) => {
    store.write(session);
    store.writeToken('token-1');
    spoil();
    expect(store.recall()).toBeNull();
    expect([...kept.keys()]).toEqual([]);
  });

  it('looking changes nothing: another tab may be writing', () => {
    store.write(session);
    kept.delete('user');
    expect(store.peek()).toBeNull();
    expect([...kept.keys()]).toEqual(['expires_at']);
  });

  it('reading finds an expired session, so that its end is reported as such', () => {
    store.write({ user, expiresAt: NOW - 1 });
    expect(store.peek()).toEqual({ user, expiresAt: NOW - 1 });
  });

  it('clearing leaves alone what another tab has stored since', () => {
    store.write({ user, expiresAt: NOW + 9000 });
    store.clear(session);
    expect(store.peek()?.expiresAt).toBe(NOW + 9000);
    store.clear({ user, expiresAt: NOW + 9000 });
    expect([...kept.keys()]).toEqual([]);
  });

  it('of a user who leaves only the token stays, which the logout is sent with', () => {
    store.write(session);
    store.writeToken('token-1');
    store.clearUser(session);
    expect([...kept.keys()]).toEqual(['access_token']);
    store.clear(session);
    expect([...kept.keys()]).toEqual([]);
  });

  it('a user who leaves takes nothing of what another tab put there since', () => {
    store.write({ user, expiresAt: NOW + 9000 });
    store.clearUser(session);
    expect(store.peek()?.expiresAt).toBe(NOW + 9000);
  });

  it('preferences and alerts of one user go, those of the browser stay (SESSION-09, ALERT-04)', () => {
    for (const key of [
      'hideZeroBalances',
      'showBalances',
      'alerts',
      'alertSound',
      'chart_interval',
      'i18nextLng',
    ])
      kept.set(key, 'x');
    store.clearPreferences();
    expect([...kept.keys()]).toEqual(['chart_interval', 'i18nextLng']);
  });

  it('nothing of a deleted account stays, not even the data of each coin (PRIVACY-05)', () => {
    store.write(session);
    for (const key of [
      'showBalances',
      'favourites',
      'palette',
      'book_grouping:XMR-BTC',
      'chart_drawings:XMR-BTC',
      'askAbove BTC',
      'askAbove USDT',
      'i18nextLng',
    ])
      kept.set(key, 'x');
    store.clearEverything();
    expect([...kept.keys()]).toEqual(['i18nextLng']);
  });
});

it.each([
  ['a1', { 'x-account-id': 'a1' }],
  ['a\n1', {}],
  ['á1', {}],
])('a request names the account %j only where a header can carry it (SESSION-11)', (id, headers) => {
  expect(sessionHeaders({ capabilities: { accountHeader: true } }, null, id)).toEqual(headers);
});
