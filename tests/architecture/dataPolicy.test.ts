import { describe, expect, it } from 'vitest';
import words from '../../locales/en/logs.json' with { type: 'json' };
import { leavesOf, missingOf, type Proof } from './tools/promises.ts';

const DAY = 'tests/venue/edge/scriptedDay.test.ts';
const POLICY = 'tests/venue/edge/dataPolicy.test.ts';
const RETENTION = 'tests/venue/edge/retention.long.test.ts';
const DELETION = 'tests/venue/accounts/deletion.test.ts';
const TICKETS = 'tests/venue/support/tickets.test.ts';

const TOLD: Proof = [
  DAY,
  'no row and no log line contains what a browser reveals about itself: network, device, place, language',
];
const NO_COLUMN: Proof = [POLICY, 'no column contains what is promised not to be kept'];
const PARTS: Proof = [POLICY, 'the parts of an account are published item by item'];
const TABLES: Proof = [POLICY, 'every table belongs to one published item, or contains nothing about users'];
const TEN_YEARS: Proof = [RETENTION, 'ends on time, and nothing else is deleted in ten years'];
const ERASED: Proof = [
  DELETION,
  'leaves no trace of the person in any column or dump, and the ledger still balances',
];
const A_DAY: Proof = [RETENTION, 'is repeated for a day, and then the key acts anew; a placed order stays'];
const OTHERS: Proof = ['tests/venue/edge/ownership.test.ts', '%s shows a stranger nothing of the owner'];
const ADDRESSES: Proof = [
  'tests/venue/coins/freshAddresses.test.ts',
  'the newest is shown and listed first, and coins sent to any of them are credited',
];

const PASSKEYS = 'tests/venue/accounts/passkeys.test.ts';
const KEYS = 'tests/venue/accounts/apiKeys.test.ts';
const RECOVERY = 'tests/venue/accounts/recoveryKey.test.ts';
const RESETS = 'tests/venue/accounts/twoFactorReset.test.ts';
const SESSIONS = 'tests/venue/accounts/sessionList.test.ts';
const OVER: Proof = [SESSIONS, 'ended ones are not listed (SESSION-15)'];

/** A test for each sentence, or part of one after a semicolon, of each text by its key. */
const PROOFS: Readonly<Record<string, readonly Proof[]>> = {
  'absent.items.identity.text': [
    [DAY, 'a registration takes an email and a username, but no personal name or number'],
    NO_COLUMN,
  ],
  'absent.items.network.textKept': [
    TOLD,
    ['tests/venue/accounts/limits.test.ts', 'sign-in, per source, for all accounts together'],
  ],
  'absent.items.device.text': [TOLD, NO_COLUMN],
  'absent.items.location.text': [TOLD, NO_COLUMN],
  'absent.items.behaviour.text': [
    [DAY, 'viewing pages, lists and markets changes no row'],
    ['tests/bundle/contents.test.ts', 'name no address that is not known (CALL-08)'],
  ],
  'absent.items.signIns.textList': [
    OVER,
    [DAY, 'of sign-ins only the latest time is kept, and that of each browser that did not log out'],
    [
      'tests/venue/accounts/limits.test.ts',
      'a browser that logged out keeps no cookie and is a stranger again',
    ],
  ],
  'absent.items.trackers.text': [
    ['tests/bundle/contents.test.ts', 'loads only its own files, and they are there'],
    ['tests/bundle/contents.test.ts', 'name no address that is not known (CALL-08)'],
  ],

  'kept.items.account.textKept': [PARTS],
  'kept.items.account.textPasskeys': [
    PARTS,
    [PASSKEYS, 'are named and renamed by their user, and nobody else can touch them (PASSKEY-05)'],
    [PASSKEYS, 'a challenge works once, in time, and only for its purpose (PASSKEY-03)'],
  ],
  'kept.items.account.textReset': [
    PARTS,
    [RESETS, 'is deleted once it has lapsed, and not before (RESET-06)'],
    [RESETS, 'every session is told about it, and one press stops it (RESET-02)'],
  ],
  'kept.items.account.textRecovery': [
    PARTS,
    [RECOVERY, 'works once, even for concurrent requests, and signs nobody in (FORGOT-04)'],
    [RECOVERY, 'a new key ends the old one, and so does a new password without a second factor (FORGOT-02)'],
  ],
  'kept.items.account.textApiKeys': [
    PARTS,
    [KEYS, 'a revoked key is refused at once, and its sockets are closed (APIKEY-09)'],
    [KEYS, 'a nonce is remembered until its window ends, and failed requests use none up (APIKEY-03)'],
  ],
  'kept.items.account.purpose': [
    ['tests/venue/accounts/signIn.test.ts', 'starts a session where nothing changed'],
  ],
  'kept.items.account.retention': [TEN_YEARS, ERASED],
  'kept.items.account.reason': [
    [
      'tests/venue/accounts/session.test.ts',
      'a wrong password gets the same answer whether two-factor is on or not, and uses up no code',
    ],
  ],
  'kept.items.sessions.textList': [
    PARTS,
    [SESSIONS, 'shows when each began, was last used and ends, and which one is asking (SESSION-15)'],
    [SESSIONS, 'a name survives a new token, and can be removed (SESSION-15, SESSION-12)'],
    OVER,
  ],
  'kept.items.sessions.purpose': [
    [
      'tests/venue/accounts/session.test.ts',
      'a session unused for half a day is over, and one in use lives on (SESSION-13)',
    ],
  ],
  'kept.items.sessions.retentionKept': [
    [
      'tests/venue/accounts/session.test.ts',
      'logout ends the session and its socket within a second, on every route',
    ],
    TEN_YEARS,
  ],
  'kept.items.sessions.reason': [PARTS],
  'kept.items.trading.textKeys': [TABLES],
  'kept.items.trading.textSolvency': [
    [
      'tests/venue/solvency/solvency.test.ts',
      'leaves are kept for seven days, statements for good (SOLVENCY-05)',
    ],
  ],
  'kept.items.trading.purpose': [
    ['tests/venue/core/reads.test.ts', 'orders: newest first, by pair, by state, in pages'],
  ],
  'kept.items.trading.retentionDeletion': [TEN_YEARS, ERASED, A_DAY, ERASED],
  'kept.items.trading.reason': [
    ['tests/venue/core/seals.test.ts', 'every entry gets one seal, and the chain is complete'],
  ],
  'kept.items.transfers.text': [TABLES, TEN_YEARS],
  'kept.items.transfers.purpose': [
    [
      'tests/venue/coins/deposits.test.ts',
      'count when their chain has confirmed them, and not a block earlier',
    ],
    ['tests/venue/coins/withdrawals.test.ts', 'lock amount and fee, leave, and are confirmed by their chain'],
  ],
  'kept.items.transfers.retentionDeletion': [TEN_YEARS, ERASED],
  'kept.items.transfers.reason': [
    [
      'tests/venue/coins/deposits.test.ts',
      'a credited payment whose blocks are lost is reversed, and credited again when confirmed again',
    ],
  ],
  'kept.items.addresses.textBook': [TABLES],
  'kept.items.addresses.purpose': [
    [
      'tests/venue/coins/deposits.test.ts',
      'a withdrawal to an address of the venue is a deposit of its owner',
    ],
  ],
  'kept.items.addresses.retentionDeletion': [TEN_YEARS, ERASED, ERASED],
  'kept.items.addresses.reason': [ADDRESSES],
  'kept.items.support.textKept': [
    TABLES,
    [TICKETS, 'a ticket contains what was sent, belongs to its creator and starts open'],
  ],
  'kept.items.support.purpose': [
    [TICKETS, 'a reply of the support makes it pending, one of the user open again'],
  ],
  'kept.items.support.retention': [ERASED],
  'kept.items.support.reason': [
    [TICKETS, 'the list is newest first, filtered by status, category and day, and has the total'],
    [TICKETS, 'the longest texts are kept to the last character'],
  ],

  'trading.text': [
    ['tests/venue/core/reads.test.ts', 'the public trade names nobody (LEDGER-01)'],
    ['tests/venue/core/reads.test.ts', 'both sides of a fill, each with its own fee'],
    OTHERS,
  ],
  'funds.freezingTextPause': [
    [POLICY, 'the parts of an account are published item by item'],
    ['tests/venue/coins/withdrawals.test.ts', 'a security cooldown blocks them to its last millisecond'],
    [
      'tests/venue/operators/operators.test.ts',
      'two operators pause withdrawals, for 72 hours at most and for one of two reasons (OPERATOR-11)',
    ],
    [
      'tests/venue/operators/operators.test.ts',
      'a lost second factor is reset: sessions end, withdrawals pause, and each step needs two operators',
    ],
    [
      'tests/venue/coins/debts.test.ts',
      'places no order, not even with what is left, and withdraws nothing (LEDGER-02)',
    ],
  ],
  'funds.freezingTextHolds': [
    ['tests/venue/coins/held.test.ts', 'two different operators release it, and it leaves (OPERATOR-03)'],
    [
      'tests/venue/coins/held.test.ts',
      'the user cancels it while it waits and gets amount and fee back, once',
    ],
    ['tests/venue/coins/held.test.ts', 'a refused one returns amount and fee, with the reason (OPERATOR-04)'],
  ],
  'funds.refundsText': [
    ['tests/venue/coins/withdrawals.test.ts', 'that fail while %s return amount and fee'],
    [
      'tests/venue/core/cancels.test.ts',
      'cancelling a partly filled order releases the rest, and twice at once acts once',
    ],
  ],
};

/** Of servers that promise less: the venue shows another text in their place. */
const OTHER_SERVERS = new Set([
  'absent.items.network.text',
  'absent.items.signIns.text',
  'absent.items.signIns.textKept',
  'kept.items.account.text',
  'kept.items.sessions.text',
  'kept.items.sessions.textKept',
  'kept.items.sessions.retention',
  'kept.items.trading.text',
  'kept.items.trading.retention',
  'kept.items.trading.retentionKept',
  'kept.items.transfers.retention',
  'kept.items.addresses.text',
  'kept.items.addresses.retention',
  'kept.items.support.text',
  'funds.freezingText',
]);

const { absent, kept, trading, funds } = words;
const said = leavesOf({
  absent: { items: absent.items },
  kept: { items: kept.items },
  trading,
  funds,
}).filter(([key]) => /\.(text|purpose|retention|reason|\w+Text)/.test(key) && !OTHER_SERVERS.has(key));
const sentencesOf = (text: string): number => text.split(/[.;] /).length;

describe('every sentence of the data policy has a test (PRIVACY-06)', () => {
  it('and every test a sentence', () => {
    expect(Object.keys(PROOFS).sort()).toEqual(said.map(([key]) => key).sort());
    const known = new Set(leavesOf(words).map(([key]) => key));
    expect([...OTHER_SERVERS].filter((key) => !known.has(key))).toEqual([]);
  });

  it.each(said)('%s', (key, text) => {
    const proofs = PROOFS[key] ?? [];
    expect(proofs.length).toBeGreaterThanOrEqual(Math.min(sentencesOf(text), 4));
    expect(missingOf(proofs)).toEqual([]);
  });
});
