import {
  type ActorRefFrom,
  assertEvent,
  assign,
  enqueueActions,
  sendTo,
  setup,
  type SnapshotFrom,
  spawnChild,
  stopChild,
} from 'xstate';
import type { Side } from '../../domain/market.ts';
import { orderFormMachine, type OrderFormInput, type OrderFormRef } from './orderForm.machine.ts';

export type FormId = `orderForm.${string}`;

export const formId = ({ pair, side }: { readonly pair: string | null; readonly side: Side }): FormId =>
  `orderForm.${pair} ${side}`;

export type OrderFormsEvent =
  | { readonly type: 'form.opened'; readonly input: OrderFormInput }
  | { readonly type: 'user.changed' }
  | { readonly type: `xstate.error.actor.${FormId}`; readonly error: unknown };

const idOf = (type: string): string => type.slice('xstate.error.actor.'.length);

/** All order forms that the user has opened, one for each pair and side. They outlive the screens, so that no answer is missed. */
export const orderFormsMachine = setup({
  types: { context: {} as { readonly open: readonly string[] }, events: {} as OrderFormsEvent },
  actors: { orderForm: orderFormMachine },
  actions: {
    endAll: enqueueActions(({ context, enqueue }) => {
      for (const id of context.open) enqueue.stopChild(id);
    }),
  },
  guards: { isOpen: ({ context }, id: FormId) => context.open.includes(id) },
}).createMachine({
  id: 'orderForms',
  description: 'The order forms that the user has opened, one actor for each pair and side.',
  context: { open: [] },
  initial: 'listening',
  states: {
    listening: {
      description: 'A form is begun when it is first opened, and lives until its user leaves.',
      on: {
        'form.opened': [
          {
            guard: { type: 'isOpen', params: ({ event }) => formId(event.input) },
            actions: sendTo(({ event }) => formId(event.input), { type: 'screen.opened' }),
          },
          {
            actions: [
              spawnChild('orderForm', {
                id: ({ event }) => formId(event.input),
                input: ({ event }) => {
                  assertEvent(event, 'form.opened');
                  return event.input;
                },
              }),
              assign({ open: ({ context, event }) => [...context.open, formId(event.input)] }),
            ],
          },
        ],
        'user.changed': { actions: ['endAll', assign({ open: [] })] },
        // A defect ends one form, and it may be opened again.
        'xstate.error.actor.orderForm.*': {
          actions: [
            stopChild(({ event }) => idOf(event.type)),
            assign({ open: ({ context, event }) => context.open.filter((id) => id !== idOf(event.type)) }),
          ],
        },
      },
    },
  },
});

export type OrderFormsRef = ActorRefFrom<typeof orderFormsMachine>;

export const selectForm = (
  { children }: SnapshotFrom<typeof orderFormsMachine>,
  pair: string,
  side: Side,
): OrderFormRef | undefined => children[formId({ pair, side })];
