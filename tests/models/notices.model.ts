import {
  noticesMachine,
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

const about = ({ toasts }: NoticesContext, ...said: readonly ToastContent[]): KeptToast[] =>
  toasts.filter(({ key }) => said.some((one) => key === one.key));

const requirements: readonly Row<NoticesContext>[] = [
  { ref: 'NAV-05: toasts', in: '', on: '(start)', to: 'quiet', sets: () => ({ toasts: [] }) },
  {
    ref: 'NAV-05: toasts',
    in: 'quiet',
    on: 'say *',
    to: 'speaking',
    sets: ({ lastId }, event) => ({ toasts: [{ ...toastIn(event), id: lastId + 1, times: 1 }] }),
  },
  {
    ref: 'NAV-05: alike are merged',
    in: 'speaking',
    on: 'say *',
    if: isThere,
    sets: ({ toasts }, event) => ({
      toasts: toasts.map((toast) =>
        textOf(toast) === textOf(toastIn(event)) ? { ...toast, times: toast.times + 1 } : toast,
      ),
    }),
  },
  {
    ref: 'NAV-05: toasts',
    in: 'speaking',
    on: 'say *',
    sets: ({ toasts, lastId }, event) => ({
      toasts: [...toasts, { ...toastIn(event), id: lastId + 1, times: 1 }],
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
    sets: (context) => ({ toasts: about(context, switched) }),
  },
  {
    ref: 'SESSION-04: nothing that was said to the user stays after a logout',
    in: 'speaking',
    on: 'no user',
    to: (context) => (about(context, ended, elsewhere).length === 0 ? 'quiet' : 'speaking'),
    sets: (context) => ({ toasts: about(context, ended, elsewhere) }),
  },
  { ref: 'NAV-05: toasts', in: 'quiet', on: ['other user', 'no user'] },
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
    lastId: Math.min(context.lastId, 2),
  }),
  requirements,
  selectors: { from: selectors, rules: {} },
};
