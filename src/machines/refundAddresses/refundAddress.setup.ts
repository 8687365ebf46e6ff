import { assign, emit, fromPromise, setup } from 'xstate';
import { checkAddress, type AddressCheck } from '../../domain/address/check.ts';
import type { AddressFault } from '../../domain/address/faults.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { type ReconcileWriteOutput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { type Toast, unwired, unwiredAction, SAVED_SHOWN } from '../shared/index.ts';

export interface RefundAddressInput {
  /** The coin's symbol. */
  readonly ticker: string;
  /** The coin's network as the venue names it; empty where it does not. */
  readonly network: string;
  /** What is set at first; null for none. */
  readonly address: string | null;
}

export interface RefundAddressContext extends RefundAddressInput {
  /** Why the typed address was not sent. */
  readonly mistake: AddressFault | null;
  /** Why the last saving or removing failed. */
  readonly failure: Failure | null;
  /** What was sent last, until it was answered or is no longer of interest. */
  readonly sent: SentChange | null;
  /** What reading showed after the answer was lost; null where none was lost, or it was found. */
  readonly lost: 'absent' | 'unknown' | null;
}

/** A change on its way to the server. */
export interface SentChange {
  readonly ticker: string;
  /** Null where it was removed. */
  readonly address: string | null;
  /** What was set before it. */
  readonly before: string | null;
}

/** The address as it is set now, where the change was found. */
export type ChangeSearch = ReconcileWriteOutput<{ readonly address: string | null }>;

export type RefundAddressEvent =
  /** What the list says of this coin, whenever it is read. */
  | { readonly type: 'list.changed'; readonly address: string | null }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' }
  /** The text changed: what was said about the last one is no longer about what stands there. */
  | { readonly type: 'user.type' }
  /** @param privateCode the second factor; absent where none is asked for. */
  | { readonly type: 'user.save'; readonly text: string; readonly privateCode?: string }
  | { readonly type: 'user.remove' }
  | { readonly type: 'user.keep' }
  | { readonly type: 'user.confirm' };

export interface SaveInput {
  readonly ticker: string;
  /** In its canonical form. */
  readonly address: string;
  /** The second factor; null where none is asked for. */
  readonly privateCode: string | null;
}

/** The address as it is stored now. */
export type SaveOutput = Result<string>;

export interface RemoveInput {
  readonly ticker: string;
}

export type RemoveOutput = Result<null>;

interface Given {
  readonly address: string | null;
}

export const refundAddressSetup = setup({
  types: {
    context: {} as RefundAddressContext,
    events: {} as RefundAddressEvent,
    input: {} as RefundAddressInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    save: fromPromise<SaveOutput, SaveInput>(unwired('refundAddress.save')),
    remove: fromPromise<RemoveOutput, RemoveInput>(unwired('refundAddress.remove')),
    /** Looks for the change in the list, and sends nothing. */
    reconcileWrite: reconcileWriteOf<SentChange | null, { readonly address: string | null }>(),
  },
  actions: {
    keepAddress: assign({ address: (_, { address }: Given) => address }),
    keepMistake: assign({
      mistake: (_, check: AddressCheck) => mistakeIn(check),
      failure: null,
      sent: null,
      lost: null,
    }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    forgetFaults: assign({ mistake: null, failure: null, sent: null, lost: null }),
    keepSent: assign({
      sent: ({ context }, { address }: Given) => ({
        ticker: context.ticker,
        address,
        before: context.address,
      }),
    }),
    keepAbsent: assign({ lost: 'absent' }),
    keepUnknown: assign({ lost: 'unknown' }),
    announceSaved: emit(({ context }) => ({
      type: 'toast',
      kind: 'success',
      key: 'refund:toast.saved',
      values: { coin: context.ticker },
    })),
    announceRemoved: emit(({ context }) => ({
      type: 'toast',
      kind: 'success',
      key: 'refund:toast.removed',
      values: { coin: context.ticker },
    })),
    announceNotSaved: emit((_, { text }: Failure) => ({
      type: 'toast',
      kind: 'error',
      key: 'refund:toast.saveFailed',
      ...(text === undefined ? {} : { text }),
    })),
    announceNotRemoved: emit((_, { text }: Failure) => ({
      type: 'toast',
      kind: 'error',
      key: 'refund:toast.removeFailed',
      ...(text === undefined ? {} : { text }),
    })),
    announceUnknown: emit(({ context }) => ({
      type: 'toast',
      kind: 'error',
      key: 'refund:toast.unknown',
      values: { coin: context.ticker },
    })),
    /** What the list says is old now, or may be. */
    outdateList: unwiredAction<undefined>('refundAddress.outdateList'),
  },
  guards: {
    hasAddress: ({ context }) => context.address !== null,
    isNews: ({ context }, { address }: Given) => address !== context.address,
    isNone: (_, { address }: Given) => address === null,
    isSound: (_, { ok }: AddressCheck) => ok,
    /** The list holds what was sent, though nobody had said so. */
    isSent: ({ context }, { address }: Given) => context.lost !== null && address === context.sent?.address,
    isFound: (_, { kind }: ChangeSearch) => kind === 'found',
    isAbsent: (_, { kind }: ChangeSearch) => kind === 'absent',
    isDone: (_, { ok }: SaveOutput | RemoveOutput) => ok,
  },
  delays: { savedShown: SAVED_SHOWN },
});

/** The check of what was typed, by the coin's own rules. */
export const checked = (
  { ticker, network }: RefundAddressContext,
  { text }: { readonly text: string },
): AddressCheck => checkAddress(ticker, network, text);

function mistakeIn(check: AddressCheck): RefundAddressContext['mistake'] {
  if (check.ok) return null;
  const { ok: _ok, ...mistake } = check;
  return mistake;
}

const DEFECT: Failure = { code: 'internal', retryable: false };

// Each is reached after a guard has looked at `ok`; the compiler cannot know.
export const soundIn = (check: AddressCheck): Given => ({ address: check.ok ? check.address : '' });
export const savedIn = (output: SaveOutput): Given => ({ address: output.ok ? output.value : null });
export const foundIn = (search: ChangeSearch): Given => ({
  address: search.kind === 'found' ? search.value.address : null,
});
export const failureIn = (output: SaveOutput | RemoveOutput): Failure =>
  output.ok ? DEFECT : output.failure;
