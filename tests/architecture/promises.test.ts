import { describe, expect, it } from 'vitest';
import { countSentences, englishOf, missingOf, type Proof } from './tools/promises.ts';

const HERE = 'tests/venue/edge/promises.test.ts';
const DAY = 'tests/venue/edge/scriptedDay.test.ts';
const POLICY = 'tests/venue/edge/dataPolicy.test.ts';
const ORDERS = 'tests/venue/core/orders.test.ts';
const DEPOSITS = 'tests/venue/coins/deposits.test.ts';
const WITHDRAWALS = 'tests/venue/coins/withdrawals.test.ts';
const HELD = 'tests/venue/coins/held.test.ts';
const SESSION = 'tests/venue/accounts/session.test.ts';
const RESETS = 'tests/venue/accounts/twoFactorReset.test.ts';
const KEPT = 'tests/unit/session/store.test.ts';
const CONTENTS = 'tests/bundle/contents.test.ts';

const AT_ONCE: Proof = [HERE, 'an account is an email, a username and a password, and trades at once'];
const FROM_ANYWHERE: Proof = [HERE, 'nobody is refused for their location: %s, %s'];
const COOKIES: Proof = [
  HERE,
  'the session is in a cookie that no script can read and no other site gets; the device cookie is random',
];
const NO_MARGIN: Proof = [HERE, 'there is nothing to borrow, to lend or to trade on margin'];
const NO_PERSON: Proof = [
  DAY,
  'a registration takes an email and a username, but no personal name or number',
];
const TOLD: Proof = [
  DAY,
  'no row and no log line contains what a browser reveals about itself: network, device, place, language',
];
const LATEST: Proof = [DAY, 'of sign-ins only the latest time is kept'];
const NO_TRACE: Proof = [DAY, 'viewing pages, lists and markets changes no row'];
const LOG: Proof = [
  'tests/venue/edge/logSecrets.test.ts',
  'contain no secret of the whole story, nor of refusals, errors and defects',
];
const TABLES: Proof = [POLICY, 'every table belongs to one published item, or contains nothing about users'];
const PARTS: Proof = [POLICY, 'the parts of an account are published item by item'];
const NAMELESS: Proof = ['tests/venue/core/reads.test.ts', 'the public trade names nobody (LEDGER-01)'];
const OWN_FILES: Proof = [CONTENTS, 'loads only its own files, and they are there'];
const NO_OTHERS: Proof = [CONTENTS, 'name no address that is not known (CALL-08)'];
const EXACT: Proof = [
  'tests/architecture/money.test.ts',
  'no amount is converted, rounded or computed as a number',
];
const SENT_ONCE: Proof = [
  'tests/unit/services/http.test.ts',
  '%i is an outage; only a read may be tried again by itself',
];
const BY_KEY: Proof = ['tests/venue/core/intents.test.ts', 'many concurrent repeats act once'];
const IN_MEMORY: Proof = [
  'tests/venue/accounts/limits.test.ts',
  'sign-in, per source, for all accounts together',
];
const BEST_PRICE: Proof = [ORDERS, 'takes the best price first, and at one price the oldest'];
const TAKERS_GAIN: Proof = [
  ORDERS,
  'trades at the price of the resting order, and the taker keeps the difference',
];
const RESTS: Proof = [ORDERS, 'fills in part, rests with the remainder, and is filled by the next'];
const CANCELLED: Proof = [
  'tests/venue/core/cancels.test.ts',
  'cancelling a partly filled order releases the rest, and twice at once acts once',
];
const FEES: Proof = ['tests/venue/core/reads.test.ts', 'both sides of a fill, each with its own fee'];
const SHOWN_FEE: Proof = [
  'tests/venue/coins/fees.test.ts',
  'are medium ones that the coin can express, and a withdrawal pays the fee that is shown',
];
const FOR_GOOD: Proof = ['tests/venue/core/seals.test.ts', "test.each(['seals', 'ledger_heads', 'trades'])("];
const CONFIRMED: Proof = [DEPOSITS, 'count when their chain has confirmed them, and not a block earlier'];
const TOO_SMALL: Proof = [DEPOSITS, 'below the minimum is never credited (DEPOSIT-08)'];
const RETURNED: Proof = [
  'tests/venue/coins/returns.test.ts',
  'are returned to the refund address once deep enough, less the network fee',
];
const GIVEN_BACK: Proof = [WITHDRAWALS, 'that fail while %s return amount and fee'];
const PAUSED: Proof = [
  WITHDRAWALS,
  'a security cooldown blocks them to its last millisecond, and gives the reason and the time left',
];
const DAY_PAUSE: Proof = [
  SESSION,
  'a password change ends the other sessions and their sockets, and blocks withdrawals for a day',
];
const BY_OPERATORS: Proof = [
  'tests/venue/operators/operators.test.ts',
  'two operators pause withdrawals, for 72 hours at most and for one of two reasons (OPERATOR-11)',
];
const RELEASED: Proof = [HELD, 'two different operators release it, and it leaves (OPERATOR-03)'];
const TAKEN_BACK: Proof = [HELD, 'the user cancels it while it waits and gets amount and fee back, once'];
const ERASED: Proof = [
  'tests/venue/accounts/deletion.test.ts',
  'leaves no trace of the person in any column',
];
const LOGGED_OUT: Proof = [KEPT, 'preferences and alerts of one user go, those of the browser stay'];
const WITH_PASSKEY: Proof = [
  'tests/venue/accounts/passkeys.test.ts',
  'open the account without a name or a password, and start a session as a password does (PASSKEY-01)',
];
const BY_RECOVERY_KEY: Proof = [
  'tests/venue/accounts/recoveryKey.test.ts',
  'a key sets a new password, ends all access, and pauses withdrawals for 24 hours (FORGOT-04)',
];
const BY_PHONE: Proof = [SESSION, 'two-factor: off, set up, on, asked for at sign-in, off again'];
const HOURLY: Proof = [
  'tests/venue/solvency/solvency.test.ts',
  'leaves are kept for seven days, statements for good (SOLVENCY-05)',
];
const OWN_LEAF: Proof = [
  'tests/venue/solvency/solvency.test.ts',
  "every account finds its balances, with a stranger's program (SOLVENCY-01, SOLVENCY-03)",
];

/** By key of the English text: the number of its sentences, and a test for each that tells something of the venue. */
const JUDGED: Readonly<Record<string, readonly [sentences: number, ...proofs: readonly Proof[]]>> = {
  'landing:meta.description': [1, NO_PERSON, TOLD, EXACT, FROM_ANYWHERE],
  'landing:hero.badge.identity': [1, NO_PERSON],
  'landing:hero.badge.logs': [1, TOLD, NO_TRACE, LOG],
  'landing:hero.badge.exact': [1, EXACT],
  'landing:hero.lead': [2, AT_ONCE, NAMELESS],
  'landing:features.identity.title': [1, NO_PERSON],
  'landing:features.identity.text': [2, NO_PERSON, AT_ONCE],
  'landing:features.logs.title': [1, TOLD, LOG],
  'landing:features.logs.text': [2, NO_OTHERS, NO_TRACE],
  'landing:features.funds.title': [1, GIVEN_BACK, RETURNED],
  'landing:features.funds.text': [2, EXACT, SENT_ONCE],
  'landing:features.access.title': [1, FROM_ANYWHERE],
  'landing:features.access.text': [2, FROM_ANYWHERE],
  'landing:proof.text': [2, HOURLY, OWN_LEAF],
  'landing:privacy.identity': [1, NO_PERSON],
  'landing:privacy.trackers': [1, NO_OTHERS, NO_TRACE],
  'landing:privacy.kept': [1, PARTS, TABLES],

  'account:dashboard.privacy': [1, PARTS, TABLES],
  'account:dashboard.cooldownLead': [2, PAUSED],
  'account:dashboard.steps.twoFactor.text': [1, BY_PHONE],
  'account:dashboard.steps.key.text': [1, BY_RECOVERY_KEY],
  'account:dashboard.steps.refund.text': [1, RETURNED],

  'auth:register.description': [2, AT_ONCE, NO_PERSON],
  'auth:register.lead': [2, AT_ONCE, NO_PERSON],
  'auth:register.leadUsername': [2, AT_ONCE, NO_PERSON],
  'auth:login.created': [2, AT_ONCE],
  'auth:login.createdBefore': [
    2,
    [
      'tests/venue/accounts/registration.test.ts',
      'an email with an account gets the same answer as a new one, and its account is unchanged',
    ],
  ],
  'auth:login.deleted': [2, ERASED],

  'auth:lost.lead': [
    5,
    [RESETS, 'opens after seven days and not a millisecond before, and removes the factor'],
    [RESETS, 'every session is told about it, and one press stops it (RESET-02)'],
    [RESETS, 'a sign-in with a code, a recovery code or a passkey stops it and says so (RESET-05)'],
    [RESETS, 'withdrawals pause for 24 hours after it (RESET-04)'],
  ],

  'logs:lead': [2, TABLES],

  'privacy:description': [1],
  'privacy:lead': [3, TABLES],
  'privacy:section.principle.text': [
    2,
    OWN_FILES,
    NO_OTHERS,
    [
      'tests/venue/accounts/captcha.test.ts',
      'lets in whoever passed it, and sends the service only the token',
    ],
  ],
  'privacy:section.account.text': [4, AT_ONCE],
  'privacy:section.account.textKept': [
    4,
    [
      'tests/venue/passwords/passwords.test.ts',
      'a password costs what OWASP requires for Argon2id: 19 MiB, 2 passes, 1 lane',
    ],
    PARTS,
    LATEST,
    AT_ONCE,
  ],
  'privacy:section.network.text': [2],
  'privacy:section.network.textKept': [4, TOLD, IN_MEMORY, LOG],
  'privacy:section.browser.text': [6, COOKIES, LOGGED_OUT],
  'privacy:section.browser.textKept': [
    8,
    COOKIES,
    ['tests/venue/accounts/limits.test.ts', 'a browser that signed in before is not locked out by strangers'],
    [KEPT, 'is written as the login answered it, without the expiry inside (SESSION-09)'],
    LOGGED_OUT,
    [
      'tests/venue/accounts/limits.test.ts',
      'a browser that logged out keeps no cookie and is a stranger again',
    ],
  ],
  'privacy:section.sharing.text': [2, NAMELESS],
  'privacy:section.rights.text': [2],
  'privacy:section.rights.textDeletion': [4, ERASED, FROM_ANYWHERE],

  'terms:description': [1],
  'terms:lead': [2],
  'terms:point.service.text': [5, BEST_PRICE, NO_MARGIN],
  'terms:point.eligibility.text': [4, NO_PERSON],
  'terms:point.account.text': [3, AT_ONCE],
  'terms:point.orders.text': [5, RESTS, BEST_PRICE, TAKERS_GAIN, FOR_GOOD, CANCELLED],
  'terms:point.fees.text': [3, FEES, SHOWN_FEE, FOR_GOOD],
  'terms:point.deposits.text': [4, CONFIRMED, TOO_SMALL],
  'terms:point.withdrawals.text': [2, GIVEN_BACK],
  'terms:point.withdrawals.textPause': [4, GIVEN_BACK, DAY_PAUSE, PAUSED],
  'terms:point.conduct.text': [2],
  'terms:point.conduct.bounty': [1],
  'terms:point.risk.text': [3],
  'terms:point.changes.text': [5],

  'faq:description': [1],
  'faq:lead': [2],
  'faq:item.what.a': [3, BEST_PRICE, NO_MARGIN],
  'faq:item.documents.a': [3, AT_ONCE, NO_PERSON],
  'faq:item.sandbox.a': [3, ['tests/venue/edge/sandbox.test.ts', 'says that it is one']],
  'faq:item.costs.a': [3, FEES, SHOWN_FEE],
  'faq:item.open.a': [2, AT_ONCE],
  'faq:item.password.a': [1],
  'faq:item.password.aPause': [2, DAY_PAUSE],
  'faq:item.forgotten.a': [2, ['tests/venue/passwords/passwords.test.ts', 'OWASP requires for Argon2id']],
  'faq:item.forgotten.aPasskeys': [1, WITH_PASSKEY],
  'faq:item.forgotten.aRecovery': [1, BY_RECOVERY_KEY],
  'faq:item.phone.a': [1, BY_PHONE],
  'faq:item.phone.aRecovery': [
    1,
    ['tests/venue/accounts/recoveryCodes.test.ts', 'each signs in once, however it is typed'],
    [
      'tests/venue/accounts/recoveryCodes.test.ts',
      'one of them switches two-factor off, and all end with it',
    ],
  ],
  'faq:item.phone.aPasskeys': [1, WITH_PASSKEY],
  'faq:item.phone.aReset': [
    4,
    [RESETS, 'opens after seven days and not a millisecond before, and removes the factor'],
    [RESETS, 'every session is told about it, and one press stops it (RESET-02)'],
    [RESETS, 'lapses seven days after its time, and then needs a new request (RESET-06)'],
    [RESETS, 'withdrawals pause for 24 hours after it (RESET-04)'],
  ],
  'faq:item.phone.aSupport': [1],
  'faq:item.limit.a': [3, TAKERS_GAIN, RESTS],
  'faq:item.maker.a': [2, FEES],
  'faq:item.cancel.a': [2, CANCELLED],
  'faq:item.precision.a': [
    3,
    EXACT,
    ['tests/venue/core/reads.test.ts', 'the coins with their real decimals'],
    ['tests/venue/grin/deposits.long.test.ts', 'the ninth digit is not credited'],
  ],
  'faq:item.deposit.a': [2],
  'faq:item.confirmations.a': [2, CONFIRMED],
  'faq:item.refund.a': [3, RETURNED],
  'faq:item.wrong.a': [2],
  'faq:item.withdraw.a': [3],
  'faq:item.withdrawTime.a': [2, RELEASED],
  'faq:item.failed.a': [2, GIVEN_BACK],
  'faq:item.blocked.a': [3, PAUSED],
  'faq:item.blocked.aPause': [4, DAY_PAUSE, BY_OPERATORS, PAUSED],
  'faq:item.blocked.aHolds': [2, RELEASED, TAKEN_BACK],
  'faq:item.data.a': [2, PARTS, TABLES],
  'faq:item.address.a': [2],
  'faq:item.address.aKept': [4, TOLD, IN_MEMORY, FROM_ANYWHERE],
  'faq:item.secure.a': [2],
  'faq:item.lostAnswer.a': [3, SENT_ONCE],
  'faq:item.lostAnswer.aKeys': [2, SENT_ONCE, BY_KEY],
};

/** Names of places and fields, which tell nothing. */
const NAMES =
  /:(?:see|title|back|search|searchHint|found_.*|none|link|links\..*|category\..*|item\.\w+\.q)$|:markets$|:partners$/;
const PLAIN = new Set([
  'landing:hero.badges',
  'landing:hero.title',
  'landing:hero.start',
  'landing:hero.policy',
  'landing:features.name',
  'landing:book.name',
  'landing:book.live',
  'landing:book.old',
  'landing:book.open',
  'landing:proof.title',
  'landing:proof.link',
  'landing:privacy.title',
  'landing:privacy.link',
]);
/** Of the other namespaces, which have few sentences that tell something of the venue. */
const SINGLE = new Set(Object.keys(JUDGED).filter((key) => /^(?:account|auth|logs):/.test(key)));

const said = [
  ...['landing', 'privacy', 'terms', 'faq']
    .flatMap(englishOf)
    .filter(
      ([key]) =>
        !NAMES.test(key) && !PLAIN.has(key) && !/^landing:stats\.|^(?:privacy|terms):.*\.title$/.test(key),
    ),
  ...['account', 'auth', 'logs'].flatMap(englishOf).filter(([key]) => SINGLE.has(key)),
];

describe('every sentence about the venue has a test (PRIVACY-07)', () => {
  it('and every judged text is there', () => {
    expect(Object.keys(JUDGED).sort()).toEqual(said.map(([key]) => key).sort());
  });

  it.each(said)('%s', (key, text) => {
    const [sentences, ...proofs] = JUDGED[key] ?? [0];
    expect(countSentences(text)).toBe(sentences);
    expect(missingOf(proofs)).toEqual([]);
  });
});
