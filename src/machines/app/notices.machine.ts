import { assign, setup, type SnapshotFrom } from 'xstate';
import type { Toast } from '../shared/common.ts';

/** Toasts on the screen; one more removes the oldest (NAV-05). */
const MAX_TOASTS = 20;
/** In the list of the header (NOTICE-01). */
const MAX_NEWS = 50;

export type ToastContent = Omit<Toast, 'type'>;

export interface KeptToast extends ToastContent {
  readonly id: number;
  readonly times: number;
}

export interface KeptNews extends Pick<ToastContent, 'key' | 'values'>, NonNullable<ToastContent['news']> {
  readonly id: number;
  readonly isRead: boolean;
}

export interface NoticesContext {
  readonly toasts: readonly KeptToast[];
  /** Of this page, newest first. */
  readonly news: readonly KeptNews[];
  readonly lastId: number;
}

export type NoticesEvent =
  | { readonly type: 'toast.said'; readonly toast: ToastContent }
  | { readonly type: 'toast.closed'; readonly id: number }
  /** Null: all. */
  | { readonly type: 'news.read'; readonly id: number | null }
  /** Another user signed in, or the same one again: earlier notices were for somebody else, or are over. */
  | { readonly type: 'user.changed' }
  /** Nobody is signed in any more: no notice to the user stays. */
  | { readonly type: 'user.left' };

/** The notice about the change itself. */
const OF_CHANGE: Readonly<Record<string, readonly string[]>> = {
  'user.changed': ['toast.accountSwitched'],
  'user.left': ['toast.sessionEnded', 'toast.signedOutElsewhere'],
};

const ofChange = ({ toasts }: NoticesContext, { type }: NoticesEvent): readonly KeptToast[] =>
  toasts.filter(({ key }) => OF_CHANGE[type]?.includes(key));

const isSame = (a: ToastContent, b: ToastContent): boolean =>
  a.kind === b.kind &&
  a.key === b.key &&
  a.text === b.text &&
  JSON.stringify(a.values) === JSON.stringify(b.values);

function listed(list: readonly KeptNews[], { key, values, news }: ToastContent): readonly KeptNews[] {
  if (!news) return list;
  const id = (list[0]?.id ?? 0) + 1;
  return [{ ...news, key, ...(values && { values }), id, isRead: false }, ...list].slice(0, MAX_NEWS);
}

const added = (
  { toasts, lastId }: NoticesContext,
  toast: ToastContent,
): Pick<NoticesContext, 'toasts' | 'lastId'> => ({
  toasts: [...toasts, { ...toast, id: lastId + 1, times: 1 }].slice(-MAX_TOASTS),
  lastId: lastId + 1,
});

const listToast = {
  type: 'list',
  params: ({ event }: { readonly event: Extract<NoticesEvent, { type: 'toast.said' }> }) => event.toast,
} as const;

/**
 * The messages over the screen (NAV-05), and the list of those that are news (NOTICE-01). One that shows already is
 * counted up. The view closes them.
 */
export const noticesMachine = setup({
  types: { context: {} as NoticesContext, events: {} as NoticesEvent },
  actions: {
    sweep: assign({ toasts: ({ context, event }) => ofChange(context, event), news: [] }),
    list: assign({ news: ({ context }, toast: ToastContent) => listed(context.news, toast) }),
  },
  guards: {
    isChangeSaid: ({ context, event }) => ofChange(context, event).length > 0,
    isOnScreen: ({ context }, toast: ToastContent) => context.toasts.some((kept) => isSame(kept, toast)),
    isLast: ({ context }, id: number) => context.toasts.every((kept) => kept.id === id),
  },
}).createMachine({
  id: 'notices',
  description: 'Short messages over the screen, and the list of those that are news.',
  context: { toasts: [], news: [], lastId: 0 },
  on: {
    'news.read': {
      actions: assign({
        news: ({ context, event }) =>
          context.news.map((one) =>
            event.id === null || event.id === one.id ? { ...one, isRead: true } : one,
          ),
      }),
    },
  },
  initial: 'quiet',
  states: {
    quiet: {
      description: 'Nothing is said.',
      on: {
        'toast.said': {
          target: 'speaking',
          actions: [listToast, assign(({ context, event }) => added(context, event.toast))],
        },
        'user.changed': { actions: 'sweep' },
        'user.left': { actions: 'sweep' },
      },
    },
    speaking: {
      description: 'At least one message is on the screen or waits for its turn.',
      on: {
        'toast.said': [
          {
            guard: { type: 'isOnScreen', params: ({ event }) => event.toast },
            actions: [
              listToast,
              assign({
                toasts: ({ context, event: { toast } }) =>
                  context.toasts.map((kept) =>
                    isSame(kept, toast) ? { ...kept, times: kept.times + 1 } : kept,
                  ),
              }),
            ],
          },
          { actions: [listToast, assign(({ context, event }) => added(context, event.toast))] },
        ],
        'toast.closed': [
          {
            guard: { type: 'isLast', params: ({ event }) => event.id },
            target: 'quiet',
            actions: assign({ toasts: [] }),
          },
          {
            actions: assign({
              toasts: ({ context, event }) => context.toasts.filter(({ id }) => id !== event.id),
            }),
          },
        ],
        'user.changed': [
          { guard: 'isChangeSaid', actions: 'sweep' },
          { target: 'quiet', actions: 'sweep' },
        ],
        'user.left': [
          { guard: 'isChangeSaid', actions: 'sweep' },
          { target: 'quiet', actions: 'sweep' },
        ],
      },
    },
  },
});

export type NoticesSnapshot = SnapshotFrom<typeof noticesMachine>;
