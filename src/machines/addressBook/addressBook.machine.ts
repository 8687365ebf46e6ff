import { assertEvent, assign, emit, setup } from 'xstate';
import { type Failure, failureOf } from '../../domain/failure.ts';
import { failureIn, type Result } from '../../domain/result.ts';
import { effect, promise, type Toast } from '../shared/common.ts';

/** One change of the book. The names of secrets keep them out of every log and inspector. */
export type BookChange =
  | {
      readonly kind: 'switch';
      readonly isOn: boolean;
      /** Left out where the book continues. */
      readonly privatePassword?: string;
      readonly privateCode?: string;
    }
  | {
      readonly kind: 'add';
      readonly coin: string;
      readonly address: string;
      readonly label: string;
      readonly privateCode?: string;
    }
  | { readonly kind: 'remove'; readonly id: string };

export interface AddressBookContext {
  /** The last change, until it is edited again. */
  readonly kind: BookChange['kind'] | null;
  /** Why it was refused. */
  readonly failure: Failure | null;
  /** No answer came: the book is read again and shows the result. */
  readonly isLost: boolean;
}

export type AddressBookEvent =
  | { readonly type: 'user.change'; readonly change: BookChange }
  /** A field was edited: messages about the last change no longer apply to its text. */
  | { readonly type: 'user.edit' };

/** The form of a new address is emptied once it is in the book. */
export type AddressBookEmitted = Toast | { readonly type: 'form.clear' };

export type ChangeAnswer = Result<unknown>;

/**
 * Changes of the address book, one at a time (HELD-01, HELD-02). The book itself is a resource; it is read again after
 * every change, and after a lost answer it shows what the change came to (LOST-02). Nothing is sent twice.
 */
export const addressBookMachine = setup({
  types: {
    context: {} as AddressBookContext,
    events: {} as AddressBookEvent,
    emitted: {} as AddressBookEmitted,
    tags: {} as 'busy',
  },
  actors: { change: promise<ChangeAnswer, BookChange>() },
  actions: { forget: assign({ kind: null, failure: null, isLost: false }), invalidateBook: effect() },
  guards: { isDone: (_, answer: ChangeAnswer) => answer.ok },
}).createMachine({
  id: 'addressBook',
  description: 'The addresses that the account may withdraw to: changes of the book.',
  context: { kind: null, failure: null, isLost: false },
  initial: 'resting',
  states: {
    resting: {
      description: 'The book is shown. Its switch, a new address and removing one are offered.',
      on: {
        'user.change': {
          target: 'changing',
          actions: assign({ kind: ({ event }) => event.change.kind, failure: null, isLost: false }),
        },
        'user.edit': { actions: 'forget' },
      },
    },
    changing: {
      description: 'A change is on its way to the server, once.',
      tags: ['busy'],
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ event }) => {
          assertEvent(event, 'user.change');
          return event.change;
        },
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'resting',
            actions: [
              'forget',
              emit({ type: 'toast', kind: 'success', key: 'account:toast.bookChanged' }),
              emit({ type: 'form.clear' }),
              'invalidateBook',
            ],
          },
          { target: 'resting', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
        ],
        // Whatever went wrong, it may have been done.
        onError: {
          target: 'resting',
          actions: [
            assign({ failure: ({ event }) => failureOf(event.error), isLost: true }),
            'invalidateBook',
          ],
        },
      },
    },
  },
});
