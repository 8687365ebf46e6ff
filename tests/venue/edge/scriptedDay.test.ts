import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { allRows } from '../accounts/personalData.ts';
import { OUTSIDE } from '../coins/harness.ts';
import { databases, type TestDatabase } from '../databases.ts';
import { ask, limitOrder, openBrowser, PASSWORD, startVenue, type TestVenue } from './harness.ts';

/** What a browser reveals about itself and its user, and nobody keeps. */
const TOLD = {
  'user-agent': 'Planted-Agent/7.1 (Planted OS)',
  'accept-language': 'sw-KE,sw;q=0.9',
  'x-forwarded-for': '203.0.113.77',
  referer: 'https://planted-referrer.example/',
  'sec-ch-ua-platform': '"Planted platform"',
  'x-time-zone': 'Africa/Nairobi',
};
const MARKS = /planted|sw-ke|203\.0\.113\.77|127\.0\.0\.1|nairobi/i;

const person = { email: 'day@example.org', username: 'day' };
const DAY = Date.UTC(2026, 4, 4, 6);
/** Each moment has its own minutes and seconds, by which it is found in a row. */
const SIGN_INS = ['06:11:07', '07:22:08', '09:33:09'] as const;

describe.each(databases)('what a day of use leaves in the database, on $name', (kind) => {
  let database: TestDatabase;
  let store: Store;
  let log: readonly string[] = [];
  let clock = DAY;
  let rowsBefore: Map<string, readonly string[]>;
  let rowsAfter: Map<string, readonly string[]>;
  const goTo = (time: string): void => {
    clock = Date.parse(`2026-05-04T${time}Z`);
  };
  const start = (): Promise<TestVenue> => {
    const { databaseUrl, dataDir } = database.options;
    const where = {
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(dataDir ? { DATA_DIR: dataDir } : {}),
    };
    return startVenue({ ...where, CHAINS: 'manual', TRUSTED_PROXIES: '1' }, () => clock);
  };
  /** The rows while no venue runs. */
  async function look(): Promise<Map<string, readonly string[]>> {
    store = await openStore(database.options);
    const rows = await allRows(store.pool);
    await store.close();
    return rows;
  }

  beforeAll(async () => {
    database = await kind.create('on disk');
    const venue = await start();
    const desk = openBrowser(venue);
    const phone = openBrowser(venue);
    const body = (value: object): string => JSON.stringify(value);
    const json = { ...TOLD, 'content-type': 'application/json', origin: venue.origin };
    const post = (path: string, value: object): Promise<unknown> =>
      ask(venue.origin, path, { method: 'POST', headers: json, body: body(value) });
    await post('/auth/register', { ...person, password: PASSWORD, confirm_password: PASSWORD });
    await post('/auth/login', { email: person.email, password: 'Wrong-Horse-1' });
    const enter = { email: person.email, password: PASSWORD };
    goTo(SIGN_INS[0]);
    await desk.post('/auth/login', enter, TOLD);
    goTo(SIGN_INS[1]);
    await phone.post('/auth/login', enter, TOLD);
    goTo(SIGN_INS[2]);
    await desk.post('/auth/login', enter, TOLD);
    await phone.post('/auth/logout', undefined, TOLD);
    await desk.post('/order/orders/limit', limitOrder('BUY', '0.002', '0.7'), TOLD);
    await desk.post('/user/refund-address', { coin_ticker: 'XMR', address: OUTSIDE.XMR }, TOLD);
    await desk.post('/user/deposit-address', { coin_ticker: 'BTC' }, TOLD);
    await desk.post(
      '/support/tickets/create',
      { subject: 'Hello', description: 'A day', category: 'other' },
      TOLD,
    );
    const cookie = desk.cookies;
    await venue.close();
    rowsBefore = await look();

    const again = await start();
    for (const path of [
      '/auth/me',
      '/user/balances',
      '/order/orders',
      '/support/tickets/list',
      '/user/deposit-address/list',
    ])
      await ask(again.origin, path, { headers: { ...TOLD, cookie } });
    for (const path of [
      '/',
      '/markets',
      '/api/markets/XMR-BTC',
      '/faq?search=planted',
      '/order/orderbook/XMR-BTC',
    ])
      await ask(again.origin, path, { headers: TOLD });
    log = [...venue.log, ...again.log];
    await again.close();
    rowsAfter = await look();
  });
  afterAll(() => database.remove());

  it('no row and no log line contains what a browser reveals about itself: network, device, place, language (PRIVACY-06)', () => {
    const found = [...rowsAfter].flatMap(([table, rows]) =>
      rows.filter((row) => MARKS.test(row)).map(() => table),
    );
    expect(found).toEqual([]);
    expect(log.filter((line) => MARKS.test(line) || line.includes(person.email))).toEqual([]);
    expect(rowsAfter.get('tickets')).toHaveLength(1);
  });

  it('a registration takes an email and a username, but no personal name or number (PRIVACY-06)', async () => {
    const venue = await start();
    try {
      for (const field of ['first_name', 'phone', 'birth_date', 'document', 'country']) {
        const answer = await openBrowser(venue).post('/auth/register', {
          email: 'more@example.org',
          username: 'more',
          password: PASSWORD,
          confirm_password: PASSWORD,
          [field]: 'x',
        });
        expect(answer.status, field).toBe(422);
      }
    } finally {
      await venue.close();
    }
  });

  it('of sign-ins only the latest time is kept, and that of each browser that did not log out (PRIVACY-06)', () => {
    // A head of the journal is published on schedule, whoever does what.
    const holding = (time: string): string[] =>
      [...rowsAfter].flatMap(([table, rows]) =>
        rows
          .filter((row) => table !== 'ledger_heads' && row.includes(time) && !row.includes('starter'))
          .map(() => table),
      );
    // Starter coins of the sandbox come with the first sign-in, and the ledger dates them.
    // The first sign-in's session ended with the third, and ends are a day, or half a day, later.
    expect(holding(SIGN_INS[0])).toEqual([]);
    expect(holding(SIGN_INS[1])).toEqual([]);
    expect(rowsAfter.get('users')?.join()).toContain(SIGN_INS[2]);
    expect(rowsAfter.get('known_devices')).toHaveLength(1);
    expect(rowsAfter.get('sessions')).toHaveLength(1);
  });

  it('viewing pages, lists and markets changes no row (PRIVACY-06)', () => {
    const changed = [...rowsAfter].flatMap(([table, rows]) =>
      JSON.stringify(rows.toSorted()) === JSON.stringify(rowsBefore.get(table)?.toSorted()) ? [] : [table],
    );
    // The venue's own rows: published heads of the ledger, and books that are read anew at startup.
    const own = /^(ledger_heads|seals|unsealed|pairs|solvency_(statements|secrets|leaves|nodes))$/;
    expect(changed.filter((table) => !own.test(table))).toEqual([]);
  });
});
