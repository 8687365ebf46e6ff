import { assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate';
import { type Failure, failureOf } from '../../domain/failure.ts';
import type { SolvencyProof, SolvencyVerdict } from '../../domain/solvency/proof.ts';
import type { SolvencyReceipt } from '../../domain/solvency/receipt.ts';
import type { SolvencyStatement } from '../../domain/solvency/statement.ts';
import { promise, type Toast } from '../shared/common.ts';

export interface SolvencyInput {
  /** The account that is signed in; null for a visitor, who sees what is published. */
  readonly account: string | null;
}

/** The result of a check of the user's balances. */
export interface CheckedProof {
  readonly statement: SolvencyStatement;
  readonly proof: SolvencyProof;
  readonly verdict: SolvencyVerdict;
}

export interface SolvencyContext extends SolvencyInput {
  /** Newest first. */
  readonly statements: readonly SolvencyStatement[];
  /** Number of the tree that is checked; 0 before the first check. */
  readonly number: number;
  readonly checked: CheckedProof | null;
  readonly failure: Failure | null;
}

export type SolvencyEvent =
  | { readonly type: 'user.retry' }
  | { readonly type: 'user.check'; readonly number: number }
  | { readonly type: 'user.save' };

export type CheckInput = Pick<SolvencyContext, 'account' | 'statements' | 'number'>;
export type SaveReceiptInput = Pick<SolvencyReceipt, 'statement' | 'proof'>;

/** @throws Error where nothing was checked: only then is there a receipt. */
function receiptOf({ checked }: SolvencyContext): SaveReceiptInput {
  if (checked === null) throw new Error('nothing was checked');
  return checked;
}

/** Amounts owed and held, and the user's check that their balances are counted (SOLVENCY-07). */
export const solvencyMachine = setup({
  types: {
    context: {} as SolvencyContext,
    events: {} as SolvencyEvent,
    input: {} as SolvencyInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    readStatements: promise<readonly SolvencyStatement[]>(),
    checkBalances: promise<CheckedProof, CheckInput>(),
    saveReceipt: promise<void, SaveReceiptInput>(),
  },
  actions: { announceNotSaved: emit({ type: 'toast', kind: 'error', key: 'solvency:toast.notSaved' }) },
  guards: {
    isProven: (_, { verdict }: CheckedProof) => verdict.isProven,
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
        onDone: { target: 'ready', actions: assign({ statements: ({ event }) => event.output }) },
        onError: { target: 'unread', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    unread: {
      description: 'What was published could not be read.',
      tags: ['failed'],
      on: { 'user.retry': { target: 'loading', actions: assign({ failure: null }) } },
    },
    ready: {
      description: 'What was published is shown; nothing is checked yet.',
      on: { 'user.check': 'checking' },
    },
    checking: {
      description: 'The own leaves are read, and everything is calculated again in the browser.',
      tags: ['busy'],
      entry: assign({
        number: ({ event }) => {
          assertEvent(event, 'user.check');
          return event.number;
        },
        checked: null,
        failure: null,
      }),
      invoke: {
        id: 'checkBalances',
        src: 'checkBalances',
        input: ({ context: { account, statements, number } }) => ({ account, statements, number }),
        onDone: [
          {
            guard: { type: 'isProven', params: ({ event }) => event.output },
            target: 'proven',
            actions: assign({ checked: ({ event }) => event.output }),
          },
          { target: 'notProven', actions: assign({ checked: ({ event }) => event.output }) },
        ],
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    proven: {
      description: 'The own balances are in the tree, and the sums are what was published.',
      on: { 'user.check': 'checking', 'user.save': 'saving' },
    },
    notProven: {
      description: 'Something does not hold; the screen says what. The receipt is the evidence.',
      on: { 'user.check': 'checking', 'user.save': 'saving' },
    },
    failed: {
      description: 'The own leaves could not be read: nothing is known.',
      tags: ['failed'],
      on: { 'user.check': 'checking' },
    },
    saving: {
      description: 'The receipt is being written.',
      tags: ['busy'],
      invoke: {
        id: 'saveReceipt',
        src: 'saveReceipt',
        input: ({ context }) => receiptOf(context),
        onDone: [{ guard: 'wasProven', target: 'proven' }, { target: 'notProven' }],
        onError: [
          { guard: 'wasProven', target: 'proven', actions: 'announceNotSaved' },
          { target: 'notProven', actions: 'announceNotSaved' },
        ],
      },
    },
  },
});

export type SolvencySnapshot = SnapshotFrom<typeof solvencyMachine>;

export const selectStage = (snapshot: SolvencySnapshot) => snapshot.value;
