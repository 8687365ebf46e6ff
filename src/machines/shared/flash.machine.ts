import { emit, setup, type SnapshotFrom } from 'xstate';
import { promise, type Toast } from './common.ts';

/** Milliseconds for which a mark shows. */
export const COPIED_SHOWN = 2000;
export const SLATEPACK_COPIED_SHOWN = 1500;
export const SAVED_SHOWN = 2000;
export const TIP_SHOWN = 3000;

export interface FlashInput {
  readonly shownFor: number;
  /** A key in `locales`, where "copied" is to be more precise. */
  readonly copiedKey?: string;
}

export type FlashContext = FlashInput;

/** The name `privateText` keeps the text out of every log and inspector. */
export type FlashEvent =
  | { readonly type: 'user.copy'; readonly privateText: string }
  | { readonly type: 'mark.wanted' };

export interface CopyInput {
  readonly privateText: string;
}

/** A mark that shows for a moment, such as "copied" or "saved". The text may be secret: it is only in the event. */
export const flashMachine = setup({
  types: {
    context: {} as FlashContext,
    events: {} as FlashEvent,
    input: {} as FlashInput,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    /** @returns whether the text is in the clipboard. */
    copy: promise<boolean, CopyInput>(),
  },
  actions: { announceNotCopied: emit({ type: 'toast', kind: 'error', key: 'toast.copyFailed' }) },
  guards: { isCopied: (_, isCopied: boolean) => isCopied },
  delays: { shownFor: ({ context }) => context.shownFor },
}).createMachine({
  id: 'flash',
  description: 'A mark that shows for a moment, and the copying that leads to one.',
  context: ({ input }) => input,
  initial: 'hidden',
  on: { 'user.copy': '.copying', 'mark.wanted': '.shown' },
  states: {
    hidden: { description: 'There is no mark.' },
    copying: {
      description: 'The text is on its way into the clipboard.',
      tags: ['busy'],
      invoke: {
        id: 'copy',
        src: 'copy',
        input: ({ event }) => ({ privateText: event.type === 'user.copy' ? event.privateText : '' }),
        onDone: [
          {
            guard: { type: 'isCopied', params: ({ event }) => event.output },
            target: 'shown',
            actions: emit(({ context }) => ({
              type: 'toast',
              kind: 'success',
              key: context.copiedKey ?? 'toast.copied',
            })),
          },
          { target: 'hidden', actions: 'announceNotCopied' },
        ],
        onError: { target: 'hidden', actions: 'announceNotCopied' },
      },
    },
    shown: { description: 'The mark shows; it goes by itself.', after: { shownFor: 'hidden' } },
  },
});

export const isShown = (snapshot: SnapshotFrom<typeof flashMachine>): boolean => snapshot.matches('shown');
