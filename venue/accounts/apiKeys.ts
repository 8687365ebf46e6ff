import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { KEY_PERMISSIONS, type KeyPermission } from '../../src/domain/apiKey.ts';
import { SIGNATURE_WINDOW } from '../../src/services/contract/signedCalls.ts';
import type { Outcome } from '../exchange.ts';
import { InvalidError } from '../refused.ts';
import { apiKeyPurpose, type SecretBox } from '../secrets/secretBox.ts';
import { transaction } from '../sql/transaction.ts';
import { toAccount, userColumns, type UserRow } from './account.ts';
import { admits, networkText } from './addressList.ts';
import { isLiving, nameOfKey, type Session, type Sessions, sessionRenewed } from './sessions.ts';
import {
  addressRefused,
  checkSignature,
  nonceUsed,
  readSignature,
  type SignedRequest,
  unknownKey,
} from './signedRequests.ts';
import type { CodeAttempt, Reauthenticate } from './twoFactor.ts';

export const MAX_KEYS = 20;
/** Milliseconds until a new key may withdraw (APIKEY-07). */
export const WITHDRAWS_AFTER = 86_400_000;
/** Milliseconds that a nonce is kept beyond its window: the clocks of nodes may differ. */
const NONCE_MARGIN = 60_000;
const SECRET_BYTES = 32;
/** Moves coins, so it is granted with the second factor where there is one. */
const CONFIRMED: ReadonlySet<KeyPermission> = new Set(['anyPrice', 'withdraw']);

export interface ApiKeyRecord {
  readonly id: string;
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
  readonly addresses: readonly string[];
  readonly madeAt: Date;
  /** Made before the second factor, and waits to be confirmed with it (APIKEY-12). */
  readonly mustConfirm: boolean;
  /** A day, UTC, such as 2026-11-26. */
  readonly usedOn: string | null;
}

export interface ApiKeyWish extends Pick<ApiKeyRecord, 'label' | 'permissions' | 'addresses'> {
  readonly attempt: CodeAttempt;
}

export interface NewApiKey {
  readonly key: ApiKeyRecord;
  /** Shown once. */
  readonly secret: string;
}

/** Keys with which programs sign their requests (APIKEY-01). */
export interface ApiKeys {
  /** Oldest first. */
  list(accountId: string): Promise<readonly ApiKeyRecord[]>;
  /** @throws RefusedError 409 where the session was renewed in the meantime, 422 for an invalid address. */
  create(session: Session, wish: ApiKeyWish): Promise<Outcome<NewApiKey>>;
  /** Restores the rights lost when the second factor was added (APIKEY-12). @throws RefusedError 409 as `create`. */
  confirm(session: Session, id: string, attempt: CodeAttempt): Promise<Outcome<null>>;
  /** At once, on every node. @returns false where the account has no such key. */
  revoke(accountId: string, id: string): Promise<boolean>;
  /**
   * Finds the account of a request. The nonce is used up.
   * @param admit called once the signature is right, before the nonce is used; throws to refuse.
   * @throws RefusedError 401, or 403 for an address that is not allowed.
   */
  authenticate(request: SignedRequest, admit?: (session: Session) => Promise<void>): Promise<Session>;
  sweep(): Promise<void>;
}

interface Row {
  id: string;
  label: string;
  can_read: boolean;
  can_trade: boolean;
  can_withdraw: boolean;
  can_trade_at_any_price: boolean;
  must_confirm: boolean;
  addresses: string[];
  made_at: Date;
  used_on: string | null;
}

const COLUMNS = `api_keys.id, api_keys.label, api_keys.can_read, api_keys.can_trade, api_keys.can_withdraw,
  api_keys.can_trade_at_any_price, api_keys.must_confirm, api_keys.addresses, api_keys.made_at, api_keys.used_on::text as used_on`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface ApiKeyParts {
  readonly pool: Pool;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Seals the secrets (SECRET-01). */
  readonly box: Pick<SecretBox, 'open' | 'seal'>;
  readonly sessions: Pick<Sessions, 'announce'>;
  readonly reauthenticate: Reauthenticate;
}

export function createApiKeys({ pool, now, box, sessions, reauthenticate }: ApiKeyParts): ApiKeys {
  async function noteUse(id: string, usedOn: string | null): Promise<void> {
    const today = new Date(now()).toISOString().slice(0, 10);
    if (usedOn !== today) await pool.query('update api_keys set used_on = $2 where id = $1', [id, today]);
  }

  return {
    async list(accountId) {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from api_keys where account_id = $1 order by made_at, id`,
        [accountId],
      );
      return rows.map(toRecord);
    },

    create: (session, { label, permissions, addresses, attempt }) =>
      transaction(pool, async (client): Promise<Outcome<NewApiKey>> => {
        const networks = networksOf(addresses);
        const accountId = session.account.id;
        // Two at once would both see room. A change of the password, which revokes keys, comes before or waits.
        await client.query('select from users where account_id = $1 for update', [accountId]);
        if (!(await isLiving(client, session))) throw sessionRenewed(409);
        const counted = await client.query<{ count: string }>(
          'select count(*) as count from api_keys where account_id = $1',
          [accountId],
        );
        if (Number(counted.rows[0]?.count) >= MAX_KEYS) return tooMany;
        // Last, so that a refused request does not use up the code (REAUTH-03).
        const unproven = await reauthenticate(client, accountId, attempt);
        if (unproven) return unproven;
        const [id, secret, madeAt] = [randomUUID(), randomBytes(SECRET_BYTES), new Date(now())];
        const may = (permission: KeyPermission): boolean => permissions.includes(permission);
        await client.query(
          `insert into api_keys
             (id, account_id, label, secret, addresses, made_at, can_read, can_trade, can_trade_at_any_price,
              can_withdraw)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [
            id,
            accountId,
            label,
            box.seal(secret, apiKeyPurpose(id)),
            networks,
            madeAt,
            may('read'),
            may('trade'),
            may('anyPrice'),
            may('withdraw'),
          ],
        );
        const key = {
          id,
          label,
          permissions: KEY_PERMISSIONS.filter(may),
          addresses: networks,
          mustConfirm: false,
          madeAt,
          usedOn: null,
        };
        return { ok: true, value: { key, secret: secret.toString('hex') } };
      }),

    confirm: (session, id, attempt) =>
      transaction(pool, async (client): Promise<Outcome<null>> => {
        const accountId = session.account.id;
        await client.query('select from users where account_id = $1 for update', [accountId]);
        if (!(await isLiving(client, session))) throw sessionRenewed(409);
        const { rows } = UUID.test(id)
          ? await client.query('select from api_keys where account_id = $1 and id = $2', [accountId, id])
          : { rows: [] };
        if (rows.length === 0) return notFound;
        const unproven = await reauthenticate(client, accountId, attempt);
        if (unproven) return unproven;
        await client.query('update api_keys set must_confirm = false where id = $1', [id]);
        return { ok: true, value: null };
      }),

    async revoke(accountId, id) {
      if (!UUID.test(id)) return false;
      const { rowCount } = await pool.query('delete from api_keys where account_id = $1 and id = $2', [
        accountId,
        id,
      ]);
      if (rowCount !== 1) return false;
      sessions.announce([nameOfKey(id.toLowerCase())]);
      return true;
    },

    async authenticate(request, admit) {
      const signature = readSignature(request.header, now());
      const { rows } = await pool.query<Row & UserRow & { secret: Buffer }>(
        `select ${COLUMNS}, api_keys.secret, ${userColumns} from api_keys join users using (account_id)
         where api_keys.id = $1`,
        [signature.keyId],
      );
      const [row] = rows;
      if (!row) throw unknownKey();
      checkSignature(box.open(row.secret, apiKeyPurpose(row.id)).toString('hex'), signature, request);
      if (!admits(row.addresses, request.address)) throw addressRefused();
      const { permissions: granted, mustConfirm, madeAt } = toRecord(row);
      const permissions = granted.filter((permission) => !mustConfirm || !CONFIRMED.has(permission));
      const session: Session = {
        key: nameOfKey(row.id),
        expiresAt: Number.POSITIVE_INFINITY,
        account: toAccount(row),
        apiKey: { permissions, mustConfirm, withdrawsFrom: madeAt.getTime() + WITHDRAWS_AFTER },
      };
      await admit?.(session);
      await spendNonce(pool, row.id, signature.nonce, signature.timestamp);
      await noteUse(row.id, row.used_on);
      return session;
    },

    async sweep() {
      await pool.query('delete from api_nonces where expires_at <= $1', [new Date(now())]);
    },
  };
}

/** @throws RefusedError 401 where it was used, or the key has just been revoked. */
async function spendNonce(pool: Pool, keyId: string, nonce: string, timestamp: number): Promise<void> {
  const used = await pool.query(
    `insert into api_nonces (key_id, nonce, expires_at)
     select id, $2, $3 from api_keys where id = $1 on conflict do nothing`,
    [keyId, nonce, new Date(timestamp + SIGNATURE_WINDOW + NONCE_MARGIN)],
  );
  if (used.rowCount !== 1) throw nonceUsed();
}

/** @throws RefusedError 422 for an invalid address. */
function networksOf(addresses: readonly string[]): readonly string[] {
  const networks = addresses.map((text) => {
    const network = networkText(text);
    if (network !== null) return network;
    throw new InvalidError(
      'Allowed addresses must be like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.',
      { field: 'addresses', rule: 'network' },
      'INVALID_NETWORK',
    );
  });
  return [...new Set(networks)];
}

const notFound = {
  ok: false,
  status: 404,
  code: 'API_KEY_NOT_FOUND',
  message: 'There is no such API key.',
} as const;

const tooMany = {
  ok: false,
  status: 409,
  code: 'TOO_MANY_API_KEYS',
  message: `An account has at most ${MAX_KEYS} API keys. Revoke one first.`,
} as const;

function toRecord(row: Row): ApiKeyRecord {
  const may = {
    read: row.can_read,
    trade: row.can_trade,
    anyPrice: row.can_trade_at_any_price,
    withdraw: row.can_withdraw,
  };
  return {
    id: row.id,
    label: row.label,
    permissions: KEY_PERMISSIONS.filter((permission) => may[permission]),
    addresses: row.addresses,
    mustConfirm: row.must_confirm,
    madeAt: row.made_at,
    usedOn: row.used_on,
  };
}
