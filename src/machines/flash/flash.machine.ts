import { emit, fromPromise, setup } from 'xstate';
import type { Toast } from '../shared/emitted.ts';
import { unwired } from '../shared/unwired.ts';
import type { CopyInput, FlashContext, FlashEvent, FlashInput } from './types.ts';

/**
 * A mark that shows for a moment: "copied" beside what was copied, "saved" beside what was saved. What is copied passes
 * through as an event's payload and is kept nowhere: it may be a secret.
 */
export const flashMachine = setup({
  types: {
    context: {} as FlashContext,
    events: {} as FlashEvent,
    input: {} as FlashInput,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    /** Answers whether the text is in the clipboard now. */
    copy: fromPromise<boolean, CopyInput>(unwired('flash.copy')),
  },
  actions: {
    announceCopied: emit(({ context }) => ({
      type: 'toast' as const,
      kind: 'success' as const,
      key: context.copiedKey ?? 'toast.copied',
    })),
    announceNotCopied: emit({ type: 'toast', kind: 'error', key: 'toast.copyFailed' }),
  },
  guards: {
    isCopied: (_, { isCopied }: { isCopied: boolean }) => isCopied,
  },
  delays: {
    shownFor: ({ context }) => context.shownFor,
  },
}).createMachine({
  id: 'flash',
  description: 'A mark that shows for a moment, and the copying that leads to one.',
  context: ({ input }) => input,
  initial: 'hidden',
  on: {
    'user.copy': { target: '.copying' },
    'mark.wanted': { target: '.shown' },
  },
  states: {
    hidden: {
      description: 'There is no mark.',
    },
    copying: {
      description: 'The text is on its way into the clipboard.',
      tags: ['busy'],
      invoke: {
        id: 'copy',
        src: 'copy',
        input: ({ event }) => ({ privateText: event.type === 'user.copy' ? event.privateText : '' }),
        onDone: [
          {
            guard: { type: 'isCopied', params: ({ event }) => ({ isCopied: event.output }) },
            target: 'shown',
            actions: { type: 'announceCopied' },
          },
          { target: 'hidden', actions: { type: 'announceNotCopied' } },
        ],
        onError: { target: 'hidden', actions: { type: 'announceNotCopied' } },
      },
    },
    shown: {
      description: 'The mark shows; it goes by itself.',
      after: { shownFor: { target: 'hidden' } },
    },
  },
});
