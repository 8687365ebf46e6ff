import type { Pool } from 'pg';

/** Both parts of an account's balance of a coin, in units; the venue's own holders have a free part only. */
interface Holding {
  available: bigint;
  inOrders: bigint;
}

interface PostingRow {
  readonly entry: string;
  readonly holder: string;
  readonly currency: string;
  readonly available: string;
  readonly in_orders: string;
}

interface StoredRow {
  readonly holder: string;
  readonly currency: string;
  readonly available: string;
  readonly in_orders: string;
}

interface Read {
  readonly last: string | null;
  readonly entries: readonly string[] | null;
  readonly postings: readonly PostingRow[] | null;
  readonly stored: readonly StoredRow[] | null;
}

/** New journal entries in the order in which they were written, and all stored balances. */
const READ = `
  with gained as materialized (select place, id from entries where place > $1)
  select (select max(place)::text from gained) as last,
    (select json_agg(id order by place) from gained) as entries,
    (select json_agg(json_build_object('entry', p.entry_id, 'holder', coalesce(p.account_id::text, 'house ' || p.house),
        'currency', p.currency, 'available', p.available::text, 'in_orders', p.in_orders::text))
      from gained g, lateral (select * from postings where entry_id = g.id offset 0) p) as postings,
    (select json_agg(json_build_object('holder', holder, 'currency', currency, 'available', available::text,
        'in_orders', in_orders::text)) from (
      select account_id::text as holder, currency, available, in_orders from balances
      union all select 'house ' || name, currency, amount, 0 from house_balances) held) as stored`;

/** The venue's own holders that may be below zero: what they gave out, what came in from a chain, what they cover. */
const MAY_OWE: ReadonlySet<string> = new Set(['house mint', 'house chain', 'house losses']);

/**
 * Balances computed from the journal alone, entry by entry. It shares no code with the venue: it knows that an
 * entry sums to 0 for each coin, and that no balance is ever negative.
 */
export class Journal {
  readonly #pool: Pool;
  readonly #held = new Map<string, Holding>();
  #last = '0';
  entries = 0;

  private constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Numbers the entries in the order of writing. Their places in the table may differ: a short row may go
   * into free space on an earlier page.
   */
  static async open(pool: Pool): Promise<Journal> {
    await pool.query('alter table entries add column place bigint generated always as identity unique');
    return new Journal(pool);
  }

  /** The account's free balance of the coin, in units. */
  free(account: string, currency: string): bigint {
    return this.#held.get(`${account} ${currency}`)?.available ?? 0n;
  }

  /** Replays the entries since the last call, and compares. @returns what is wrong. */
  async catchUp(): Promise<string[]> {
    const { rows } = await this.#pool.query<Read>(READ, [this.#last]);
    const [read] = rows;
    if (!read) throw new Error('the journal cannot be read');
    const byEntry = new Map<string, PostingRow[]>();
    for (const posting of read.postings ?? []) {
      const list = byEntry.get(posting.entry);
      if (list) list.push(posting);
      else byEntry.set(posting.entry, [posting]);
    }
    const findings: string[] = [];
    for (const entry of read.entries ?? []) findings.push(...this.#replay(entry, byEntry.get(entry) ?? []));
    this.#last = read.last ?? this.#last;
    findings.push(...this.#compare(read.stored ?? []));
    return findings;
  }

  #replay(entry: string, postings: readonly PostingRow[]): string[] {
    this.entries += 1;
    const findings: string[] = [];
    const sums = new Map<string, bigint>();
    const touched = new Set<string>();
    for (const { holder, currency, available, in_orders } of postings) {
      const key = `${holder} ${currency}`;
      const holding = this.#held.get(key) ?? { available: 0n, inOrders: 0n };
      holding.available += BigInt(available);
      holding.inOrders += BigInt(in_orders);
      this.#held.set(key, holding);
      touched.add(key);
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(available) + BigInt(in_orders));
    }
    for (const [currency, sum] of sums)
      if (sum !== 0n) findings.push(`entry ${entry}: ${currency} sums to ${sum} units`);
    for (const key of touched) {
      const { available, inOrders } = this.#held.get(key) ?? { available: 0n, inOrders: 0n };
      if (MAY_OWE.has(key.slice(0, key.lastIndexOf(' ')))) continue;
      if (available < 0n || inOrders < 0n)
        findings.push(`after entry ${entry} ${key} is ${available} and ${inOrders} held`);
    }
    return findings;
  }

  #compare(stored: readonly StoredRow[]): string[] {
    const findings: string[] = [];
    const seen = new Set<string>();
    for (const { holder, currency, available, in_orders } of stored) {
      const key = `${holder} ${currency}`;
      seen.add(key);
      const replayed = this.#held.get(key) ?? { available: 0n, inOrders: 0n };
      if (BigInt(available) !== replayed.available || BigInt(in_orders) !== replayed.inOrders)
        findings.push(
          `${key} is ${available} and ${in_orders} held; the journal says ${replayed.available} and ${replayed.inOrders}`,
        );
    }
    for (const [key, { available, inOrders }] of this.#held)
      if (!seen.has(key) && (available !== 0n || inOrders !== 0n)) findings.push(`${key} is stored nowhere`);
    return findings;
  }
}
