import { assign, setup, type SnapshotFrom } from 'xstate';
import type { Toast } from '../shared/index.ts';

/** Toasts kept at once; the oldest gives way (NAV-05). */
const MOST_TOASTS = 20;

export type ToastContent = Omit<Toast, 'type'>;

export interface KeptToast extends ToastContent {
  /** Counts up from 1. */
  readonly id: number;
  /** How often the same was said while it was on the screen. */
  readonly times: number;
}

export interface NoticesContext {
  /** Oldest first. */
  readonly toasts: readonly KeptToast[];
  readonly lastId: number;
}

export type NoticesEvent =
  | { readonly type: 'toast.said'; readonly toast: ToastContent }
  /** Its time is over, or the user closed it. */
  | { readonly type: 'toast.closed'; readonly id: number };

const isSame = (a: ToastContent, b: ToastContent): boolean =>
  a.kind === b.kind &&
  a.key === b.key &&
  a.text === b.text &&
  JSON.stringify(a.values) === JSON.stringify(b.values);

/**
 * What is said over the screen, wherever it was said (NAV-05). The same message is not piled up: it counts how often it
 * came. How long each stays is the business of the region that shows them.
 */
export const noticesMachine = setup({
  types: {
    context: {} as NoticesContext,
    events: {} as NoticesEvent,
  },
  actions: {
    add: assign({
      toasts: ({ context }, { toast }: { toast: ToastContent }) =>
        [...context.toasts, { ...toast, id: context.lastId + 1, times: 1 }].slice(-MOST_TOASTS),
      lastId: ({ context }) => context.lastId + 1,
    }),
    count: assign({
      toasts: ({ context }, { toast }: { toast: ToastContent }) =>
        context.toasts.map((kept) => (isSame(kept, toast) ? { ...kept, times: kept.times + 1 } : kept)),
    }),
    remove: assign({
      toasts: ({ context }, { id }: { id: number }) => context.toasts.filter((kept) => kept.id !== id),
    }),
  },
  guards: {
    isOnScreen: ({ context }, { toast }: { toast: ToastContent }) =>
      context.toasts.some((kept) => isSame(kept, toast)),
    isLast: ({ context }, { id }: { id: number }) => context.toasts.every((kept) => kept.id === id),
  },
}).createMachine({
  id: 'notices',
  description: 'Short messages over the screen.',
  context: { toasts: [], lastId: 0 },
  initial: 'quiet',
  states: {
    quiet: {
      description: 'Nothing is said.',
      on: {
        'toast.said': {
          target: 'speaking',
          actions: { type: 'add', params: ({ event }) => ({ toast: event.toast }) },
        },
      },
    },
    speaking: {
      description: 'At least one message is on the screen or waits for its turn.',
      on: {
        'toast.said': [
          {
            guard: { type: 'isOnScreen', params: ({ event }) => ({ toast: event.toast }) },
            actions: { type: 'count', params: ({ event }) => ({ toast: event.toast }) },
          },
          { actions: { type: 'add', params: ({ event }) => ({ toast: event.toast }) } },
        ],
        'toast.closed': [
          {
            guard: { type: 'isLast', params: ({ event }) => ({ id: event.id }) },
            target: 'quiet',
            actions: { type: 'remove', params: ({ event }) => ({ id: event.id }) },
          },
          { actions: { type: 'remove', params: ({ event }) => ({ id: event.id }) } },
        ],
      },
    },
  },
});

export type NoticesSnapshot = SnapshotFrom<typeof noticesMachine>;

export const selectToasts = (snapshot: NoticesSnapshot) => snapshot.context.toasts;
