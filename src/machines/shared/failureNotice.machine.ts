import { assertEvent, emit, setup } from 'xstate';
import type { Toast } from './common.ts';

export interface FailureNoticeInput {
  /** Keys of the messages: for an automatic read that failed, and for one that the user asked for. */
  readonly messages: { readonly failed: string; readonly refreshFailed: string };
  /** It had failed before anybody looked, which is no news. */
  readonly hasFailed: boolean;
}

export type FailureNoticeEvent =
  | { readonly type: 'user.refresh' }
  | { readonly type: 'read.succeeded' }
  /** `isQuiet`: a stream brings the same. */
  | { readonly type: 'read.failed'; readonly isQuiet: boolean; readonly values: Toast['values'] };

/** Tells once that a read fails, and again only after it was well in between (TRADE-06, WALLET-05). */
export const failureNoticeMachine = setup({
  types: {
    context: {} as FailureNoticeInput,
    events: {} as FailureNoticeEvent,
    input: {} as FailureNoticeInput,
    emitted: {} as Toast,
  },
  actions: {
    tell: emit(({ context, event }, message: keyof FailureNoticeInput['messages']) => {
      assertEvent(event, 'read.failed');
      return { type: 'toast', kind: 'error', key: context.messages[message], values: event.values ?? {} };
    }),
  },
  guards: {
    hasFailed: ({ context }) => context.hasFailed,
    isNews: ({ event }) => event.type === 'read.failed' && !event.isQuiet,
  },
}).createMachine({
  id: 'failureNotice',
  description: 'Whether the user knows that a read fails.',
  context: ({ input }) => input,
  initial: 'beginning',
  on: { 'user.refresh': '.asked', 'read.succeeded': '.well' },
  states: {
    beginning: {
      description: 'What was there before is looked at.',
      always: [{ guard: 'hasFailed', target: 'failed' }, { target: 'well' }],
    },
    well: {
      description: 'A failure would be news.',
      on: {
        'read.failed': { guard: 'isNews', target: 'failed', actions: { type: 'tell', params: 'failed' } },
      },
    },
    failed: { description: 'It fails, and the user knows.' },
    asked: {
      description: 'The user asked for it, and is told how it ends.',
      on: { 'read.failed': { target: 'failed', actions: { type: 'tell', params: 'refreshFailed' } } },
    },
  },
});
