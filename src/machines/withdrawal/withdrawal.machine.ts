import { EMPTY_FORM, NO_FAULTS } from './withdrawalDraft.rules.ts';
import { withdrawalSetup } from './withdrawal.setup.ts';
import { closed, factsFailed, finding, gating } from './states/beginning.ts';
import { confirming, form } from './states/editing.ts';
import { outcomeUnknown } from './states/outcomeUnknown.ts';
import { grinResult, result } from './states/results.ts';
import { resumeFailed, resuming } from './states/resuming.ts';
import { checking, submitting } from './states/sending.ts';
import { slatepack } from './states/slatepack.ts';

/**
 * The withdrawal wizard of one coin, steps 2 to 5 (WITHDRAW-01); the tags carry the numbers. One confirmation is one
 * idempotency key and at most one withdrawal at the server, whatever happens: a write whose answer is lost is looked
 * for before it may be sent again, with the same idempotency key. What must outlive a reload is kept as chosen plain
 * data (`remember`) and comes back through a state that asks the server first.
 */
export const withdrawalMachine = withdrawalSetup.createMachine({
  id: 'withdrawal',
  description: 'A withdrawal from the form to its result, GRIN with its exchange of slatepacks included.',
  context: ({ input }) => ({
    ticker: input.ticker,
    kept: input.kept,
    chosen: input.chosen ?? null,
    isBackAtConfirmation: Boolean(input.form) && input.isBackAtConfirmation === true,
    fixesFee: input.fixesFee ?? false,
    canCancel: input.canCancel ?? false,
    takesCode: input.takesCode ?? false,
    privateCode: null,
    isSearched: false,
    facts: null,
    factsFailure: null,
    typed: input.form?.typed ?? EMPTY_FORM,
    faults: NO_FAULTS,
    draft: input.form?.draft ?? null,
    quotedFee: null,
    confirmed: null,
    confirmedFee: null,
    sending: null,
    waiting: null,
    isRepeated: false,
    receipt: null,
    lostStatus: null,
    failure: null,
    replyFault: null,
    finalizeIdempotencyKey: null,
    broadcast: null,
    isWindowOver: false,
  }),
  // The feed only listens and says: there is nothing in it that could fail.
  invoke: {
    id: 'facts',
    src: 'facts',
    input: ({ context }) => ({ ticker: context.ticker }),
    onError: {},
  },
  on: {
    'facts.received': { actions: { type: 'keepFacts', params: ({ event }) => event.facts } },
    'facts.failed': { actions: { type: 'keepFactsFailure', params: ({ event }) => event.failure } },
  },
  initial: 'gating',
  states: {
    gating,
    finding,
    factsFailed,
    closed,
    form,
    confirming,
    checking,
    submitting,
    outcomeUnknown,
    result,
    resuming,
    resumeFailed,
    slatepack,
    grinResult,
  },
});
