import { withdrawalImplementations } from '../../src/machines/withdrawal/withdrawal.actors.ts';
import { type FactsListener } from '../../src/machines/withdrawal/withdrawalFacts.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import {
  withdrawalMachine,
  type WithdrawalEvent,
  type WithdrawalInput,
  type WithdrawalSnapshot,
} from '../../src/machines/withdrawal/index.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import { BROKEN, oneLook } from './tools/oneLook.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { World } from './tools/walk.ts';
import * as cases from './withdrawal.cases.ts';
import { withdrawalSpec, type Setting } from './withdrawal.spec.ts';
import { withdrawalPhrases } from './withdrawal.phrases.ts';

type Machine = typeof withdrawalMachine;
type Event = EventCase<Machine>;
type When = (snapshot: WithdrawalSnapshot) => boolean;

export function world(sendsFee: boolean): World<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'), sendsFee);
  let feed: FactsListener | null = null;
  let closeWindow: (() => void) | null = null;
  const implementations = withdrawalImplementations({
    http: network.http,
    sendsFee,
    userId: () => 'user-1',
    watchFacts: (ticker, listener) => {
      effects.push(`watch ${ticker}`);
      feed = listener;
      return {
        retry: () => effects.push('read facts again'),
        stop: () => {
          feed = null;
        },
      };
    },
    waitUntil: (instant, told) => {
      effects.push(`window until ${new Date(instant).toISOString().slice(11, 19)}`);
      closeWindow = told;
      return () => {
        closeWindow = null;
      };
    },
    kept: {
      keep: (_user, { ticker, idempotencyKey, before, id }) =>
        effects.push(`keep ${ticker} ${idempotencyKey} [${before.join()}] ${id ?? 'no id'}`),
      drop: (_user, ticker) => effects.push(`drop ${ticker}`),
    },
    noteOwnChange: () => effects.push('own change'),
  });
  let isBroken = false;
  const actors = {
    ...implementations.actors,
    reconcileCreation: oneLook(implementations.actors.reconcileCreation, () => isBroken),
    reconcileFinalize: oneLook(implementations.actors.reconcileFinalize, () => isBroken),
  };
  return {
    machine: withdrawalMachine.provide({ ...implementations, actors }),
    clock: new TestClock(cases.NOW),
    settle: (invokeId, outcome) => {
      isBroken = invokeId.startsWith('reconcile') && outcome.error !== undefined;
      network.reply(outcome.reply as Reply);
    },
    drive: {
      'facts.received': (event) => feed?.received((event as never as { facts: never }).facts),
      'facts.failed': (event) => feed?.failed((event as never as { failure: never }).failure),
      'window.closed': () => closeWindow?.(),
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    // What was sent goes on when the screen is left.
    leaks: () => [
      ...network.open().filter((title) => !title.startsWith('POST ')),
      ...(feed ? ['facts are still watched'] : []),
      ...(closeWindow ? ['the window is still waited for'] : []),
    ],
  };
}

const OUTAGE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };

const knows =
  (name: cases.FactsName): When =>
  ({ context }) =>
    context.facts !== null && context.facts === factsByTicker(context.ticker)[name];
const byTicker = new Map<string, ReturnType<typeof cases.factsOf>>();
function factsByTicker(ticker: string): ReturnType<typeof cases.factsOf> {
  const known = byTicker.get(ticker) ?? cases.factsOf(ticker);
  byTicker.set(ticker, known);
  return known;
}

const facts = (ticker: string, name: cases.FactsName, when: When): Event => ({
  name: `facts: ${name}`,
  event: { type: 'facts.received', facts: factsByTicker(ticker)[name] },
  when,
});
const hasNone: When = ({ context }) => context.facts === null;
const isUnderWay: When = ({ context }) => context.sending !== null;
const isEditing: When = (snapshot) => snapshot.matches('form') || snapshot.matches('confirming');

/** Each fact only where it is news. */
const allFacts = (ticker: string): Event[] => [
  facts(ticker, 'open', (snapshot) => !knows('open')(snapshot)),
  facts(
    ticker,
    'no fee',
    (snapshot) => hasNone(snapshot) || (isEditing(snapshot) && knows('open')(snapshot)),
  ),
  facts(ticker, 'poor', (snapshot) => isEditing(snapshot) && knows('open')(snapshot)),
  ...(['no such coin', 'switched off', 'no refund address'] as const).map((name) =>
    facts(ticker, name, (snapshot) => hasNone(snapshot) || (isEditing(snapshot) && knows('open')(snapshot))),
  ),
  { name: 'facts fail', event: { type: 'facts.failed', failure: OUTAGE }, when: hasNone },
];
const openFacts = (ticker: string): Event[] => [facts(ticker, 'open', hasNone)];

/** What was confirmed is sent again, not newer values. */
const dearer = facts(
  'BTC',
  'dearer',
  (snapshot) => snapshot.matches({ outcomeUnknown: 'notFound' }) && knows('open')(snapshot),
);

/** The confirmation is checked again when fee or balance change. */
const moves = (['dearer', 'poor', 'broke', 'no fee'] as const).map((name) =>
  facts('BTC', name, (snapshot) => snapshot.matches('confirming') && knows('open')(snapshot)),
);

const continues = (...names: readonly cases.TypedName[]): Event[] =>
  names.map((name) => ({
    name: `continue: ${name}`,
    event: { type: 'user.continue', typed: cases.TYPED[name] },
  }));
const replies = (...names: readonly cases.ReplyName[]): Event[] =>
  names.map((name) => ({
    name: `reply: ${name}`,
    event: { type: 'user.finalize', press: { privateReply: cases.REPLIES[name], idempotencyKey: 'f-1' } },
  }));

const GESTURES = {
  edit: 'user.edit',
  back: 'user.back',
  'back to edit': 'user.backToEdit',
  'edit the reply': 'user.editReply',
  resume: 'user.resume',
  'try again': 'user.tryAgain',
  'send again': 'user.sendAgain',
  'check again': 'user.checkAgain',
  leave: 'user.leave',
  retry: 'user.retry',
} as const;
const gestures: readonly Event[] = [
  ...Object.entries(GESTURES).map(([name, type]): Event => ({ name, event: { type } as WithdrawalEvent })),
  { name: 'confirm', event: { type: 'user.confirm', idempotencyKey: cases.IDEMPOTENCY_KEY } },
];
const only = (...names: readonly string[]): Event[] => gestures.filter(({ name }) => names.includes(name));
const useMaximum: Event = { name: 'use the maximum', event: { type: 'user.useMaximum' } };
const CODE = '123456';
const withCode: readonly Event[] = [
  {
    name: 'confirm with a code',
    event: { type: 'user.confirm', idempotencyKey: cases.IDEMPOTENCY_KEY, privateCode: CODE },
  },
  { name: 'edit the code', event: { type: 'user.editCode' } },
];
const replyWithCode: Event = {
  name: 'reply: good, with a code',
  event: {
    type: 'user.finalize',
    press: { privateReply: cases.REPLIES.good, privateCode: CODE, idempotencyKey: 'f-1' },
  },
};
const cancelIt: Event = { name: 'cancel the withdrawal', event: { type: 'user.cancelWithdrawal' } };
const windowCloses: Event = {
  name: 'window closes',
  event: { type: 'window.closed' },
  when: (snapshot) =>
    snapshot.matches({ slatepack: 'awaiting' }) &&
    !snapshot.context.isWindowOver &&
    snapshot.context.receipt?.expiresAt !== null,
};

const list = (name: string, records: readonly object[], value: unknown): cases.Ending => ({
  name,
  reply: cases.json({ withdrawals: records }),
  done: { ok: true, value },
});
const reading = cases.outages('withdrawals', true);
const readBefore = (ticker: string): cases.Ending[] => [
  list('list', [cases.record('w-old', ticker)], ['w-old']),
  cases.TOO_MANY,
  reading.serverDown,
  reading.noAnswer,
];
/** A `value` of null means nothing was found. */
const search = ({ name, reply, done, error }: cases.Ending): cases.Ending => {
  const { value, failure } = (done ?? error) as { value?: unknown; failure?: unknown };
  if (failure !== undefined) return { name, reply, done: { kind: 'unknown', failure } };
  return { name, reply, done: value === null ? { kind: 'absent' } : { kind: 'found', value } };
};
const defect = ({ reply }: cases.Ending): cases.Ending => ({ name: 'a defect', reply, error: BROKEN });
const reconcileCreation = (ticker: string): cases.Ending[] => {
  const found = list(
    'it is there',
    [cases.record('w-1', ticker), cases.record('w-old', ticker)],
    cases.found('w-1', ticker),
  );
  const absent = list('it is nowhere', [cases.record('w-old', ticker)], null);
  return [...[found, absent, cases.TOO_MANY, reading.serverDown].map(search), defect(found)];
};
const creating = cases.outages('createWithdrawal');
const REFUSALS = [cases.COOLING, cases.POOR, cases.WORDLESS, cases.CONFLICT, cases.TOO_MANY];
const LOST = Object.values(creating);
const hasCode: When = ({ context }) => context.privateCode !== null;
/** Of a server that asks for a code. */
const createWithCode: cases.Ending[] = [
  { ...cases.TAKEN, when: hasCode },
  { ...cases.CODE_USED, when: hasCode },
  { ...cases.CODE_MISSING, when: (snapshot) => !hasCode(snapshot) },
  creating.noAnswer,
];
const create = [cases.TAKEN, cases.TAKEN_WORDLESS, cases.TAKEN_OTHERWISE, ...REFUSALS, ...LOST];
const createGrin = [
  cases.MESSAGE_GIVEN,
  cases.MESSAGE_BARE,
  cases.TAKEN_WORDLESS,
  cases.COOLING,
  cases.TOO_MANY,
  creating.noAnswer,
];
const asking = cases.outages('withdrawalStatus', true);
const readGrinStatus = [
  cases.MESSAGE_GIVEN,
  cases.STILL_AWAITED,
  cases.STATUS_BROADCAST,
  cases.STATUS_COMPLETED,
  cases.STATUS_SUBMITTED,
  cases.STATUS_CANCELLED,
  cases.STATUS_ODD,
  cases.UNKNOWN_ID,
  cases.TOO_MANY,
  asking.serverDown,
  asking.noAnswer,
];
const isAwaited = (ending: cases.Ending): cases.Ending => ({ ...ending, done: { ok: true, value: null } });
const reconcileFinalize: readonly cases.Ending[] = [
  ...[
    // Also where the server left the status out.
    isAwaited(cases.MESSAGE_GIVEN),
    isAwaited(cases.STILL_AWAITED),
    cases.STATUS_BROADCAST,
    cases.STATUS_COMPLETED,
    cases.STATUS_SUBMITTED,
    cases.STATUS_CANCELLED,
    cases.STATUS_ODD,
    cases.UNKNOWN_ID,
    cases.TOO_MANY,
    asking.serverDown,
    asking.noAnswer,
  ].map(search),
  defect(cases.STATUS_BROADCAST),
];
const NONE_WAITING: cases.Ending = list(
  'none waits',
  [{ ...cases.record('w-old', 'GRIN'), tx_hash: '08fc' }],
  null,
);
const ONE_WAITING = list('one may wait', [cases.record('w-1', 'GRIN')], cases.BEGUN_ELSEWHERE);
const findWaiting = [NONE_WAITING, ONE_WAITING, cases.TOO_MANY, reading.noAnswer];
const cancelling = cases.outages('cancelWithdrawal');
const cancel = [cases.CANCELLED, cases.STILL_AWAITED, cases.SIGNED_ALREADY, cancelling.noAnswer];
const finalizing = cases.outages('finalizeGrinWithdrawal');
const finalize = [
  cases.BROADCAST,
  cases.BROADCAST_BARE,
  cases.NOT_BROADCAST,
  cases.FINALIZED,
  cases.OTHER_SLATE,
  cases.WORDLESS,
  cases.CONFLICT,
  finalizing.serverDown,
  finalizing.noAnswer,
];

const variant = (
  name: string,
  input: WithdrawalInput,
  events: readonly Event[],
  outcomes: Variant<Machine>['outcomes'] = {},
  sendsFee = true,
): Variant<Machine> => ({
  name,
  input,
  events,
  outcomes,
  world: () => {
    Object.assign(setting, {
      ticker: input.ticker,
      keptId: input.kept === null ? undefined : input.kept.id,
      chosen: input.chosen ?? null,
      hasIdempotencyKeys: sendsFee,
    } satisfies Setting);
    return world(sendsFee);
  },
});

/** There is no context before the first state, so each variant says how it begins. */
const setting: Setting = { ticker: '', keptId: undefined, hasIdempotencyKeys: true, chosen: null };

const btc = { ticker: 'BTC', kept: null };
const grin = { ticker: 'GRIN', kept: null };
const QUOTES = { fixesFee: true };
const CANCELS = { canCancel: true };
const [BTC_LIST] = readBefore('BTC');
const [GRIN_LIST] = readBefore('GRIN');
const listed = (ending: cases.Ending | undefined): cases.Ending[] => (ending ? [ending] : []);

const variants: readonly Variant<Machine>[] = [
  variant(
    'every gate, and news while the user is at it',
    btc,
    [...allFacts('BTC'), ...continues('nothing', 'the minimum', 'calm'), ...gestures],
    { readBefore: listed(BTC_LIST), createWithdrawal: [cases.TAKEN] },
  ),
  variant(
    'every check, both sides of every boundary',
    btc,
    [
      ...openFacts('BTC'),
      ...continues(...(Object.keys(cases.TYPED) as cases.TypedName[])),
      ...gestures.filter(({ name }) => ['edit', 'confirm', 'back to edit'].includes(name)),
    ],
    { readBefore: listed(BTC_LIST), createWithdrawal: [cases.TAKEN] },
  ),
  variant('BTC, every answer', btc, [...openFacts('BTC'), ...continues('calm'), ...gestures], {
    readBefore: readBefore('BTC'),
    createWithdrawal: create,
    reconcileCreation: reconcileCreation('BTC'),
  }),
  variant(
    'BTC, the fee moves while an answer is looked for',
    btc,
    [...openFacts('BTC'), dearer, ...continues('calm'), ...gestures],
    {
      readBefore: listed(BTC_LIST),
      createWithdrawal: [cases.TAKEN, creating.noAnswer],
      reconcileCreation: reconcileCreation('BTC').slice(1, 2),
    },
  ),
  variant(
    'BTC, fee and balance move while it is confirmed',
    btc,
    [
      ...openFacts('BTC'),
      ...moves,
      ...continues('all of it'),
      useMaximum,
      ...only('confirm', 'back to edit'),
    ],
    { readBefore: listed(BTC_LIST), createWithdrawal: [cases.TAKEN] },
  ),
  variant(
    'BTC, the fee moves while it is confirmed, at a server that charges what was shown',
    { ...btc, ...QUOTES },
    [
      ...openFacts('BTC'),
      ...moves,
      ...continues('all of it'),
      useMaximum,
      ...only('confirm', 'back to edit'),
    ],
    { readBefore: listed(BTC_LIST), createWithdrawal: [cases.TAKEN] },
  ),
  variant(
    'BTC at a server without idempotency keys',
    btc,
    [...openFacts('BTC'), ...continues('calm'), ...gestures],
    {
      readBefore: listed(BTC_LIST),
      createWithdrawal: [cases.TAKEN, cases.CONFLICT, cases.CODE_MISSING, creating.noAnswer],
      reconcileCreation: reconcileCreation('BTC').slice(0, 2),
    },
    false,
  ),
  variant(
    'BTC, with a code',
    { ...btc, takesCode: true },
    [
      ...openFacts('BTC'),
      ...continues('calm'),
      ...withCode,
      ...only('confirm', 'back to edit', 'send again', 'leave'),
    ],
    {
      readBefore: readBefore('BTC').slice(0, 3),
      createWithdrawal: createWithCode,
      reconcileCreation: reconcileCreation('BTC').slice(0, 2),
    },
  ),
  variant(
    'BTC, reloaded while it was sent',
    { ticker: 'BTC', kept: cases.sendingOf('BTC', null, ['w-old']) },
    [...openFacts('BTC'), ...gestures],
    { reconcileCreation: reconcileCreation('BTC') },
  ),
  variant(
    'GRIN, every reply and every answer',
    grin,
    [
      ...openFacts('GRIN'),
      ...continues('calm', 'nothing'),
      ...replies(...(Object.keys(cases.REPLIES) as cases.ReplyName[])),
      ...gestures,
    ],
    {
      findWaiting: [NONE_WAITING],
      readBefore: [...listed(GRIN_LIST), cases.TOO_MANY, reading.noAnswer],
      createWithdrawal: createGrin.slice(0, 1),
      finalize,
      readGrinStatus,
      reconcileFinalize,
    },
  ),
  variant(
    'GRIN, every answer to the request',
    grin,
    [...openFacts('GRIN'), ...continues('calm'), ...gestures],
    {
      findWaiting: [NONE_WAITING],
      readBefore: listed(GRIN_LIST),
      createWithdrawal: createGrin,
      reconcileCreation: reconcileCreation('GRIN'),
      readGrinStatus: [cases.MESSAGE_GIVEN],
    },
  ),
  variant(
    'GRIN, reloaded while the reply was awaited',
    { ticker: 'GRIN', kept: cases.sendingOf('GRIN', 'w-1', ['w-old']) },
    [...openFacts('GRIN'), ...replies('good'), windowCloses, ...gestures],
    { readGrinStatus, finalize: [cases.BROADCAST, cases.OTHER_SLATE] },
  ),
  variant(
    'GRIN, reloaded, and another one is asked for',
    { ticker: 'GRIN', kept: cases.sendingOf('GRIN', 'w-1', ['w-old']) },
    [
      ...openFacts('GRIN'),
      ...continues('calm'),
      ...continues('the minimum').map((one) => ({ ...one, when: isUnderWay })),
      ...gestures.filter(
        ({ name }) => !['edit', 'edit the reply', 'send again', 'check again'].includes(name),
      ),
    ],
    {
      readGrinStatus: [cases.MESSAGE_GIVEN, cases.STATUS_CANCELLED, asking.noAnswer],
      readBefore: listed(GRIN_LIST),
      createWithdrawal: [cases.MESSAGE_GIVEN, cases.COOLING],
    },
  ),
  variant(
    'GRIN, with a code',
    { ...grin, takesCode: true },
    [
      ...openFacts('GRIN'),
      ...continues('calm'),
      ...withCode,
      replyWithCode,
      ...replies('nothing'),
      ...only('edit the reply', 'leave', 'resume', 'check again'),
    ],
    {
      findWaiting: [NONE_WAITING],
      readBefore: listed(GRIN_LIST),
      createWithdrawal: [cases.MESSAGE_GIVEN],
      readGrinStatus: [cases.MESSAGE_GIVEN],
      finalize: [cases.BROADCAST, cases.CODE_USED, finalizing.noAnswer],
      reconcileFinalize: [search(isAwaited(cases.MESSAGE_GIVEN))],
    },
  ),
  variant(
    'GRIN, begun elsewhere',
    { ...grin, ...CANCELS },
    [
      ...openFacts('GRIN'),
      ...replies('good'),
      cancelIt,
      ...only('back', 'back to edit', 'resume', 'try again', 'retry'),
    ],
    {
      findWaiting,
      readGrinStatus: [
        cases.MESSAGE_GIVEN,
        cases.STILL_AWAITED,
        cases.STATUS_SUBMITTED,
        cases.STATUS_CANCELLED,
        asking.noAnswer,
      ],
      finalize: [cases.BROADCAST],
      cancelWithdrawal: cancel,
    },
  ),
  variant(
    'GRIN, chosen in the history',
    { ticker: 'GRIN', kept: cases.sendingOf('GRIN', 'w-2', ['w-old']), chosen: 'w-1' },
    [...openFacts('GRIN'), ...replies('good'), ...only('back', 'resume', 'try again')],
    {
      readGrinStatus: [cases.MESSAGE_GIVEN, cases.STATUS_SUBMITTED],
      finalize: [cases.BROADCAST],
    },
  ),
  variant(
    'GRIN, another one is typed while one waits',
    grin,
    [
      ...openFacts('GRIN'),
      ...continues('calm'),
      ...continues('the minimum').map((one) => ({ ...one, when: isUnderWay })),
      ...replies('good'),
      ...only('back', 'back to edit', 'resume', 'confirm'),
    ],
    {
      findWaiting: [NONE_WAITING],
      readBefore: listed(GRIN_LIST),
      createWithdrawal: [cases.MESSAGE_GIVEN],
      readGrinStatus: [cases.MESSAGE_GIVEN],
      finalize: [cases.BROADCAST, cases.OTHER_SLATE],
    },
  ),
];

export const withdrawalModel: MachineModel<Machine> = {
  name: 'withdrawal',
  phrases: withdrawalPhrases,
  machine: withdrawalMachine,
  variants,
  // Of a failure only the pause that the server asks for matters.
  key: ({ value, context: { failure, ...context } }) => ({
    value,
    context,
    failure: failure && { retryAfter: failure.retryAfter },
  }),
  spec: withdrawalSpec(setting),
  invariant: (snapshot) => {
    const { context } = snapshot;
    const isSending = snapshot.matches('checking') || snapshot.matches('submitting');
    if (context.privateCode !== null && !isSending) return 'a code is kept';
    const text = JSON.stringify(context);
    if (text.includes(CODE) && !isSending) return 'a code is kept';
    if (text.includes(cases.TYPED['private key'].address)) return 'a private key is kept';
    return Object.values(cases.REPLIES).some(
      (reply) => reply !== cases.MESSAGE && reply.trim() !== '' && text.includes(reply),
    )
      ? 'a reply is kept'
      : undefined;
  },
};
