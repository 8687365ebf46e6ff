import {
  noticesMachine,
  type KeptNews,
  type KeptToast,
  type NoticesContext,
  type ToastContent,
} from '../../src/machines/app/notices.machine.ts';
import * as selectors from '../../src/machines/app/notices.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof noticesMachine;

const copied: ToastContent = { kind: 'success', key: 'toast.copied' };
const switched: ToastContent = { kind: 'info', key: 'toast.accountSwitched', values: { name: 'Ben' } };
const ended: ToastContent = { kind: 'info', key: 'toast.sessionEnded' };
const elsewhere: ToastContent = { kind: 'info', key: 'toast.signedOutElsewhere' };
const bought: ToastContent = {
  kind: 'info',
  key: 'toast.fill.buy',
  values: { quantity: '1' },
  news: { path: '/trading-history', at: 7 },
};
const wait = (count: number): ToastContent => ({ kind: 'error', key: 'toast.wait', values: { count } });

const say = (name: string, says: string, toast: ToastContent): EventCase<Machine> => ({
  name,
  says,
  event: { type: 'toast.said', toast },
  // More of them would not differ.
  when: ({ context }) => context.lastId < 2 || context.toasts.length === 0,
});
const closed = (id: number, says: string): EventCase<Machine> => ({
  name: `close ${id}`,
  says,
  event: { type: 'toast.closed', id },
});

function sut(): Sut<Machine> {
  return { machine: noticesMachine, clock: new TestClock(), settle: () => undefined, drain: () => [] };
}

const toastIn = (event: AnyEvent): ToastContent => event.toast as ToastContent;
const textOf = ({ kind, key, values, text }: ToastContent): string =>
  JSON.stringify([kind, key, values, text]);
const isThere = ({ toasts }: NoticesContext, event: AnyEvent): boolean =>
  toasts.some((toast) => textOf(toast) === textOf(toastIn(event)));
const without = ({ toasts }: NoticesContext, event: AnyEvent): KeptToast[] =>
  toasts.filter(({ id }) => id !== event.id);

/** Newest first. */
const listed = ({ news }: NoticesContext, event: AnyEvent): readonly KeptNews[] => {
  const { key, values, news: told } = toastIn(event);
  if (!told) return news;
  return [{ ...told, key, ...(values && { values }), id: news.length + 1, isRead: false }, ...news];
};

const about = ({ toasts }: NoticesContext, ...said: readonly ToastContent[]): KeptToast[] =>
  toasts.filter(({ key }) => said.some((one) => key === one.key));

const requirements: readonly Row<NoticesContext>[] = [
  { ref: 'NAV-05: toasts', in: '', on: '(start)', to: 'quiet', sets: () => ({ toasts: [], news: [] }) },
  {
    ref: 'NAV-05: toasts',
    in: 'quiet',
    on: 'say *',
    to: 'speaking',
    sets: (context, event) => ({
      toasts: [{ ...toastIn(event), id: context.lastId + 1, times: 1 }],
      news: listed(context, event),
    }),
  },
  {
    ref: 'NAV-05: alike are merged',
    in: 'speaking',
    on: 'say *',
    if: isThere,
    sets: (context, event) => ({
      toasts: context.toasts.map((toast) =>
        textOf(toast) === textOf(toastIn(event)) ? { ...toast, times: toast.times + 1 } : toast,
      ),
      news: listed(context, event),
    }),
  },
  {
    ref: 'NAV-05: toasts',
    in: 'speaking',
    on: 'say *',
    sets: (context, event) => ({
      toasts: [...context.toasts, { ...toastIn(event), id: context.lastId + 1, times: 1 }],
      news: listed(context, event),
    }),
  },
  {
    ref: 'NAV-05: toasts',
    in: 'speaking',
    on: 'close *',
    to: (context, event) => (without(context, event).length === 0 ? 'quiet' : 'speaking'),
    sets: (context, event) => ({ toasts: without(context, event) }),
  },
  {
    ref: "SESSION-17: another user's sign-in shows nothing of the first",
    in: 'speaking',
    on: 'other user',
    to: (context) => (about(context, switched).length === 0 ? 'quiet' : 'speaking'),
    sets: (context) => ({ toasts: about(context, switched), news: [] }),
  },
  {
    ref: 'SESSION-04: nothing that was said to the user stays after a logout',
    in: 'speaking',
    on: 'no user',
    to: (context) => (about(context, ended, elsewhere).length === 0 ? 'quiet' : 'speaking'),
    sets: (context) => ({ toasts: about(context, ended, elsewhere), news: [] }),
  },
  {
    ref: 'NOTICE-02: the list is of one user',
    in: 'quiet',
    on: ['other user', 'no user'],
    sets: () => ({ news: [] }),
  },
  {
    ref: 'NOTICE-02: one is read, or all',
    in: ['quiet', 'speaking'],
    on: 'read *',
    sets: ({ news }, event) => ({
      news: news.map((one) => (event.id === null || one.id === event.id ? { ...one, isRead: true } : one)),
    }),
  },
];

export const noticesModel: MachineModel<Machine> = {
  name: 'notices',
  machine: noticesMachine,
  states: { quiet: 'no message is shown', speaking: 'a message is shown' },
  variants: [
    {
      name: 'a page',
      events: [
        say('say copied', 'a message says that something was copied', copied),
        say('say wait 3', 'a message says to wait 3 seconds', wait(3)),
        say('say wait 2', 'a message says to wait 2 seconds', wait(2)),
        closed(1, 'the user closes the first message'),
        closed(2, 'the user closes the second message'),
        say('say bought', 'a message says that an order was filled', bought),
        {
          name: 'read 1',
          says: 'the user follows the oldest of the list',
          event: { type: 'news.read', id: 1 },
        },
        { name: 'read all', says: 'the user marks all as read', event: { type: 'news.read', id: null } },
        say('say switched', 'a message says that another user is signed in', switched),
        say('say ended', 'a message says that the session has ended', ended),
        say('say elsewhere', 'a message says that another tab signed out', elsewhere),
        {
          name: 'no user',
          says: 'nobody is signed in any more',
          event: { type: 'user.left' },
          when: ({ context }) => context.lastId <= 2,
        },
        {
          name: 'other user',
          says: 'another user signs in',
          event: { type: 'user.changed' },
          when: ({ context }) => context.lastId <= 2,
        },
        closed(99, 'a message that there is not is closed'),
      ],
      sut,
    },
  ],
  key: ({ value, context }) => ({
    value,
    // The number of repeats decides nothing else.
    toasts: context.toasts.map(({ times, ...toast }) => ({ ...toast, isRepeated: times > 1 })),
    // Two of the list are enough.
    news: context.news.slice(-2).map(({ id, isRead }) => [id, isRead]),
    lastId: Math.min(context.lastId, 2),
  }),
  requirements,
  selectors: { from: selectors, rules: {} },
};
