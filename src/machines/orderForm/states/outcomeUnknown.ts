import { failureOf } from '../../../domain/failure.ts';
import { reconcileInput } from '../../reconcileWrite/index.ts';
import { foundIn, searchFailureIn } from '../orderForm.rules.ts';
import { forget, refreshOwnReads, orderFormSetup } from '../orderForm.setup.ts';

const leave = {
  target: '#orderForm.taking',
  actions: [{ type: 'dropOrder' }, forget, refreshOwnReads],
} as const;

const looking = orderFormSetup.createStateConfig({
  description: 'The open orders and the executions are read, with growing pauses. Nothing is sent.',
  tags: ['busy'],
  invoke: {
    id: 'reconcileWrite',
    src: 'reconcileWrite',
    input: ({ context, event }) =>
      reconcileInput(context.sending, event.type === 'user.checkAgain', context.failure),
    onDone: [
      {
        guard: { type: 'isFound', params: ({ event }) => event.output },
        target: '#orderForm.taking.placed',
        actions: [
          { type: 'announceFound', params: ({ event }) => foundIn(event.output) },
          { type: 'keepPlaced' },
          refreshOwnReads,
        ],
      },
      {
        guard: { type: 'isAbsent', params: ({ event }) => event.output },
        target: 'absent',
        actions: { type: 'clearFailure' },
      },
      {
        target: 'unresolved',
        actions: { type: 'keepFailure', params: ({ event }) => searchFailureIn(event.output) },
      },
    ],
    onError: {
      target: 'unresolved',
      actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
    },
  },
  on: { 'user.leave': leave },
});

const absent = orderFormSetup.createStateConfig({
  description:
    'The lists do not hold the order. It may still arrive: whether it is sent again is for the user to say.',
  tags: ['failed'],
  entry: refreshOwnReads,
  on: {
    'user.sendAgain': { target: '#orderForm.submitting', actions: { type: 'noteAgain' } },
    'user.checkAgain': { target: 'looking' },
    'user.leave': leave,
  },
});

const unresolved = orderFormSetup.createStateConfig({
  description: 'The lists could not be read. The user looks again, or leaves it; no order is taken.',
  tags: ['failed'],
  entry: refreshOwnReads,
  on: {
    'user.checkAgain': { target: 'looking' },
    'user.leave': leave,
  },
});

export const outcomeUnknown = orderFormSetup.createStateConfig({
  description: 'No answer came, and the order may have been placed. It is looked for before anything else.',
  tags: ['unknown'],
  exit: { type: 'clearFailure' },
  // The search may run before the settings are loaded.
  on: {
    'settings.failed': { actions: { type: 'keepSettingsFailure', params: ({ event }) => event.failure } },
  },
  initial: 'looking',
  states: { looking, absent, unresolved },
});
