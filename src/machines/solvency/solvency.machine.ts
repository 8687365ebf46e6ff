import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { type Failure, failureOf } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { SolvencyProof, SolvencyVerdict } from '../../domain/solvency/proof.ts';
import type { SolvencyReceipt } from '../../domain/solvency/receipt.ts';
import type { SolvencyStatement } from '../../domain/solvency/statement.ts';
import { unwired, type Toast } from '../shared/index.ts';

export interface SolvencyInput {
  /** The account that is signed in; null for a visitor, who sees what is published. */
  readonly account: string | null;
}

/** What a check of the own balances came to. */
export interface CheckedProof {
  readonly statement: SolvencyStatement;
  readonly proof: SolvencyProof;
  readonly verdict: SolvencyVerdict;
}

export interface SolvencyContext extends SolvencyInput {
  /** Newest first. */
  readonly statements: readonly SolvencyStatement[];
  /** Of the tree that is checked; 0 before the first check. */
  readonly number: number;
  readonly checked: CheckedProof | null;
  readonly failure: Failure | null;
}

export type SolvencyEvent =
  | { readonly type: 'user.retry' }
  | { readonly type: 'user.check'; readonly number: number }
  | { readonly type: 'user.save' };

export type StatementsOutput = Result<readonly SolvencyStatement[]>;
export type CheckInput = Pick<SolvencyContext, 'account' | 'statements' | 'number'>;
export type CheckOutput = Result<CheckedProof>;
export type SaveReceiptInput = Pick<SolvencyReceipt, 'statement' | 'proof'>;

const statementsIn = (answer: StatementsOutput): readonly SolvencyStatement[] =>
  answer.ok ? answer.value : [];
const failureIn = (answer: Result<unknown>): Failure | null => (answer.ok ? null : answer.failure);
const checkedIn = (answer: CheckOutput): CheckedProof | null => (answer.ok ? answer.value : null);

/** @throws Error where nothing was checked: only then is there a receipt. */
function receiptOf({ checked }: SolvencyContext): SaveReceiptInput {
  if (checked === null) throw new Error('nothing was checked');
  return checked;
}

/** What is owed and what is there, and the user's own check that the own balances are counted (SOLVENCY-07). */
export const solvencyMachine = setup({
  types: {
    context: {} as SolvencyContext,
    events: {} as SolvencyEvent,
    input: {} as SolvencyInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    readStatements: fromPromise<StatementsOutput>(unwired('solvency.readStatements')),
    checkBalances: fromPromise<CheckOutput, CheckInput>(unwired('solvency.checkBalances')),
    saveReceipt: fromPromise<void, SaveReceiptInput>(unwired('solvency.saveReceipt')),
  },
  actions: {
    keepStatements: assign({ statements: (_, answer: StatementsOutput) => statementsIn(answer) }),
    keepNumber: assign({ number: (_, number: number) => number, checked: null, failure: null }),
    keepChecked: assign({ checked: (_, answer: CheckOutput) => checkedIn(answer) }),
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    clearFailure: assign({ failure: null }),
    announceNotSaved: emit({ type: 'toast', kind: 'error', key: 'solvency:toast.notSaved' }),
  },
  guards: {
    isRefused: (_, answer: Result<unknown>) => !answer.ok,
    isProven: (_, answer: CheckOutput) => checkedIn(answer)?.verdict.isProven ?? false,
    wasProven: ({ context }) => context.checked?.verdict.isProven ?? false,
  },
}).createMachine({
  id: 'solvency',
  description: 'The proof of solvency, checked by the user alone.',
  context: ({ input }) => ({ ...input, statements: [], number: 0, checked: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'What was published is on its way.',
      tags: ['busy'],
      invoke: {
        id: 'readStatements',
        src: 'readStatements',
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'unread',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          },
          { target: 'ready', actions: { type: 'keepStatements', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'unread',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    unread: {
      description: 'What was published could not be read.',
      tags: ['failed'],
      on: { 'user.retry': { target: 'loading', actions: { type: 'clearFailure' } } },
    },
    ready: {
      description: 'What was published is shown; nothing is checked yet.',
      on: {
        'user.check': {
          target: 'checking',
          actions: { type: 'keepNumber', params: ({ event }) => event.number },
        },
      },
    },
    checking: {
      description: 'The own leaves are read, and everything is calculated again in the browser.',
      tags: ['busy'],
      invoke: {
        id: 'checkBalances',
        src: 'checkBalances',
        input: ({ context: { account, statements, number } }) => ({ account, statements, number }),
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'failed',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          },
          {
            guard: { type: 'isProven', params: ({ event }) => event.output },
            target: 'proven',
            actions: { type: 'keepChecked', params: ({ event }) => event.output },
          },
          { target: 'notProven', actions: { type: 'keepChecked', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    proven: {
      description: 'The own balances are in the tree, and the sums are what was published.',
      on: {
        'user.check': {
          target: 'checking',
          actions: { type: 'keepNumber', params: ({ event }) => event.number },
        },
        'user.save': { target: 'saving' },
      },
    },
    notProven: {
      description: 'Something does not hold; the screen says what. The receipt is the evidence.',
      on: {
        'user.check': {
          target: 'checking',
          actions: { type: 'keepNumber', params: ({ event }) => event.number },
        },
        'user.save': { target: 'saving' },
      },
    },
    failed: {
      description: 'The own leaves could not be read: nothing is known.',
      tags: ['failed'],
      on: {
        'user.check': {
          target: 'checking',
          actions: { type: 'keepNumber', params: ({ event }) => event.number },
        },
      },
    },
    saving: {
      description: 'The receipt is being written.',
      tags: ['busy'],
      invoke: {
        id: 'saveReceipt',
        src: 'saveReceipt',
        input: ({ context }) => receiptOf(context),
        onDone: [{ guard: { type: 'wasProven' }, target: 'proven' }, { target: 'notProven' }],
        onError: [
          { guard: { type: 'wasProven' }, target: 'proven', actions: { type: 'announceNotSaved' } },
          { target: 'notProven', actions: { type: 'announceNotSaved' } },
        ],
      },
    },
  },
});

export type SolvencySnapshot = SnapshotFrom<typeof solvencyMachine>;

export type SolvencyStage = SolvencySnapshot['value'];

export const selectStage = (snapshot: SolvencySnapshot): SolvencyStage => snapshot.value;
export const selectStatements = (snapshot: SolvencySnapshot): readonly SolvencyStatement[] =>
  snapshot.context.statements;
export const selectChecked = (snapshot: SolvencySnapshot): CheckedProof | null => snapshot.context.checked;
