import { createHash, randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Pool } from 'pg';
import { RefusedError } from '../refused.ts';
import { transaction } from '../sql/transaction.ts';
import { type Account, loginOf, pausedUntil } from './account.ts';
import { COOLDOWN } from './accounts.ts';
import { newPasskeyCode } from './passkeyCodes.ts';
import { narrowGrants, revokeKeys, type Session } from './sessions.ts';

/** Milliseconds that an authenticator has to answer (PASSKEY-03). */
export const CHALLENGE_LIFETIME = 300_000;
/** More would help nobody. */
export const MAX_PASSKEYS = 20;

export interface PasskeyRecord {
  /** base64url */
  readonly id: string;
  readonly name: string;
  readonly madeAt: Date;
  readonly usedAt: Date | null;
}

/** The site whose pages may ask for a passkey. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Passkeys (PASSKEY-01). Each challenge is used once and is stored in the database, so that every node knows it. */
export interface Passkeys {
  list(accountId: string): Promise<readonly PasskeyRecord[]>;
  /** Whether the account has any: they are then a second factor (PASSKEY-04). */
  has(accountId: string): Promise<boolean>;
  signInOptions(party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** @returns whose passkey signed the challenge; null for any other answer. */
  whoSigned(answer: AuthenticationResponseJSON, party: RelyingParty): Promise<string | null>;
  /** For one of the passkeys of the session's account (REAUTH-08). */
  confirmOptions(session: Session, party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** @returns a code in place of one of an app. @throws RefusedError 400 for anything but such an answer. */
  confirm(session: Session, answer: AuthenticationResponseJSON, party: RelyingParty): Promise<string>;
  /** Options for adding one passkey to the session's account. @throws RefusedError 409 where there are too many. */
  addOptions(session: Session, party: RelyingParty): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** @throws RefusedError 400 for an answer that is not to this session's challenge; 409 for a known one. */
  add(session: Session, name: string, answer: RegistrationResponseJSON, party: RelyingParty): Promise<void>;
  /** @throws RefusedError 404 */
  rename(accountId: string, id: string, name: string): Promise<void>;
  /**
   * Starts a security cooldown where no second factor is left (PASSKEY-07).
   * @returns names of the API keys that it then revoked, to be announced. @throws RefusedError 404
   */
  remove(accountId: string, id: string): Promise<readonly string[]>;
  sweep(): Promise<void>;
}

type Purpose = 'signIn' | 'add' | 'confirm';

/** EdDSA, ES256 and RS256, by their numbers in COSE. */
const ALGORITHMS = [-8, -7, -257] as const;

/** Loaded by the first passkey: most of it is for kinds of attestation that are not asked for. */
const library = () => import('@simplewebauthn/server');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @param now epoch milliseconds. */
export function createPasskeys(pool: Pool, now: () => number, venueName: string): Passkeys {
  async function challengeFor(purpose: Purpose, session: Session | null): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = new Uint8Array(randomBytes(32));
    await pool.query(
      `insert into passkey_challenges (challenge_hash, purpose, account_id, session_hash, expires_at)
       values ($1, $2, $3, $4, $5)`,
      [
        digest(Buffer.from(challenge).toString('base64url')),
        purpose,
        session?.account.id ?? null,
        session?.key ?? null,
        new Date(now() + CHALLENGE_LIFETIME),
      ],
    );
    return challenge;
  }

  /** Uses it up, whether or not the answer is accepted. */
  const takeChallenge =
    (purpose: Purpose, session: Session | null) =>
    async (challenge: string): Promise<boolean> => {
      const taken = await pool.query(
        `delete from passkey_challenges where challenge_hash = $1 and purpose = $2 and expires_at > $3
           and account_id is not distinct from $4 and session_hash is not distinct from $5`,
        [digest(challenge), purpose, new Date(now()), session?.account.id ?? null, session?.key ?? null],
      );
      return taken.rowCount === 1;
    };

  async function list(accountId: string): Promise<readonly PasskeyRecord[]> {
    const { rows } = await pool.query<{ id: Uint8Array; name: string; made_at: Date; used_at: Date | null }>(
      'select id, name, made_at, used_at from passkeys where account_id = $1 order by made_at, id',
      [accountId],
    );
    return rows.map((row) => ({
      id: Buffer.from(row.id).toString('base64url'),
      name: row.name,
      madeAt: row.made_at,
      usedAt: row.used_at,
    }));
  }

  async function signer(
    answer: AuthenticationResponseJSON,
    party: RelyingParty,
    isExpected: (challenge: string) => Promise<boolean>,
  ): Promise<string | null> {
    const key = Buffer.from(answer.id, 'base64url');
    const { rows } = await pool.query<{ account_id: string; public_key: Uint8Array; sign_count: string }>(
      'select account_id, public_key, sign_count from passkeys where id = $1',
      [key],
    );
    const [row] = rows;
    const { verifyAuthenticationResponse } = await library();
    // It throws for anything wrong: another origin, an old counter, malformed bytes.
    const read = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: isExpected,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: answer.id,
        publicKey: new Uint8Array(row?.public_key ?? []),
        counter: Number(row?.sign_count ?? 0),
      },
    }).catch(() => null);
    if (!row || !read?.verified) return null;
    // Of two answers with the same counter only one is accepted.
    const used = await pool.query(
      `update passkeys set sign_count = $2, used_at = $3
       where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
      [key, read.authenticationInfo.newCounter, new Date(now())],
    );
    return used.rowCount === 1 ? row.account_id : null;
  }

  return {
    list,

    has: async (accountId) => (await list(accountId)).length > 0,

    async signInOptions({ id }) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: id,
        challenge: await challengeFor('signIn', null),
        userVerification: 'required',
        timeout: CHALLENGE_LIFETIME,
      });
    },

    whoSigned: (answer, party) => signer(answer, party, takeChallenge('signIn', null)),

    async confirmOptions(session, { id }) {
      const own = await list(session.account.id);
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: id,
        challenge: await challengeFor('confirm', session),
        allowCredentials: own.map((passkey) => ({ id: passkey.id })),
        userVerification: 'required',
        timeout: CHALLENGE_LIFETIME,
      });
    },

    async confirm(session, answer, party) {
      const id = await signer(answer, party, takeChallenge('confirm', session));
      if (id !== session.account.id) throw notAccepted();
      return newPasskeyCode(pool, { accountId: id, sessionKey: session.key }, now());
    },

    async addOptions(session, { id }) {
      const known = await list(session.account.id);
      if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys();
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: venueName,
        rpID: id,
        userName: loginOf(session.account),
        userDisplayName: session.account.username,
        userID: userHandle(session.account),
        challenge: await challengeFor('add', session),
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
        supportedAlgorithmIDs: [...ALGORITHMS],
        timeout: CHALLENGE_LIFETIME,
      });
    },

    async add(session, name, answer, party) {
      const { verifyRegistrationResponse } = await library();
      const read = await verifyRegistrationResponse({
        response: answer,
        expectedChallenge: takeChallenge('add', session),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
      }).catch(() => null);
      if (!read?.verified) throw notAccepted();
      const { id, publicKey, counter } = read.registrationInfo.credential;
      const made = await transaction(pool, async (client) => {
        const { rows } = await client.query<{ had_factor: boolean }>(
          `select two_factor_on or exists (select from passkeys where passkeys.account_id = $1) as had_factor
           from users where account_id = $1 for update`,
          [session.account.id],
        );
        await narrowGrants(client, session.account.id, rows[0]?.had_factor ?? false);
        return client.query(
          `insert into passkeys (id, account_id, public_key, sign_count, name, made_at)
           select $1, $2, $3, $4, $5, $6
           where (select count(*) from passkeys where account_id = $2) < $7 on conflict do nothing`,
          [
            Buffer.from(id, 'base64url'),
            session.account.id,
            Buffer.from(publicKey),
            counter,
            name,
            new Date(now()),
            MAX_PASSKEYS,
          ],
        );
      });
      if (made.rowCount !== 1)
        throw new RefusedError(409, 'PASSKEY_KNOWN', 'This passkey has been added already.');
    },

    async rename(accountId, id, name) {
      const renamed = await pool.query('update passkeys set name = $3 where account_id = $1 and id = $2', [
        accountId,
        Buffer.from(id, 'base64url'),
        name,
      ]);
      if (renamed.rowCount !== 1) throw unknownPasskey();
    },

    remove: (accountId, id) =>
      transaction(pool, async (client) => {
        // Of two passkeys removed at once, one is the last.
        await client.query('select from users where account_id = $1 for update', [accountId]);
        const removed = await client.query('delete from passkeys where account_id = $1 and id = $2', [
          accountId,
          Buffer.from(id, 'base64url'),
        ]);
        if (removed.rowCount !== 1) throw unknownPasskey();
        const paused = await client.query(
          `update users set ${pausedUntil('$2', `'Last passkey removed'`)}, two_factor_reset_at = null
           where account_id = $1 and not two_factor_on
             and not exists (select from passkeys where passkeys.account_id = $1)`,
          [accountId, new Date(now() + COOLDOWN)],
        );
        return paused.rowCount === 1 ? revokeKeys(client, accountId) : [];
      }),

    async sweep() {
      await pool.query('delete from passkey_challenges where expires_at <= $1', [new Date(now())]);
    },
  };
}

/** Random, like the account's ID; it reveals nothing about the user. */
const userHandle = ({ id }: Account): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'));

export const unknownPasskey = (): RefusedError =>
  new RefusedError(404, 'PASSKEY_NOT_FOUND', 'There is no such passkey.');
export const notAccepted = (): RefusedError =>
  new RefusedError(400, 'PASSKEY_REFUSED', 'The passkey was not accepted. Try again.');
const tooManyPasskeys = (): RefusedError =>
  new RefusedError(409, 'TOO_MANY_PASSKEYS', `An account has at most ${MAX_PASSKEYS} passkeys.`);
