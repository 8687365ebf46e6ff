import { forget, orderFormSetup } from '../orderForm.setup.ts';

export const taking = orderFormSetup.createStateConfig({
  description: 'The form takes an order.',
  tags: ['form'],
  initial: 'editing',
  on: {
    'user.submit': [
      { guard: { type: 'isSwitchedOff', params: ({ event }) => event.press } },
      {
        guard: { type: 'isFaulty', params: ({ event }) => event.press },
        target: '.editing',
        actions: { type: 'keepFault', params: ({ event }) => event.press },
      },
      {
        guard: { type: 'isRepeat', params: ({ event }) => event.press },
        target: 'confirming.repeat',
        actions: { type: 'takeOrder', params: ({ event }) => event.press },
      },
      {
        guard: { type: 'isCrossing', params: ({ event }) => event.press },
        target: 'confirming.crossing',
        actions: { type: 'takeOrder', params: ({ event }) => event.press },
      },
      {
        guard: { type: 'isLarge', params: ({ event }) => event.press },
        target: 'confirming.large',
        actions: { type: 'takeOrder', params: ({ event }) => event.press },
      },
      { target: 'checking', actions: { type: 'takeOrder', params: ({ event }) => event.press } },
    ],
  },
  states: {
    editing: {
      description: 'The user fills in the form; what kept the last press from being sent stands beside it.',
      exit: { type: 'clearFault' },
      // A kept order may be settled before the settings are loaded.
      always: { guard: { type: 'isWithoutSettings' }, target: '#orderForm.loadingSettings' },
      on: { 'user.edit': { actions: { type: 'clearFault' } } },
    },
    placed: {
      description: 'The order was accepted a moment ago; the same one again is asked about first.',
      entry: forget,
      exit: { type: 'clearPlaced' },
      after: { repeatGuard: { target: 'editing' } },
    },
    refused: {
      description: 'Nothing was placed; the form says why and keeps its text.',
      tags: ['failed'],
      entry: forget,
      exit: { type: 'clearFailure' },
      on: { 'user.edit': { target: 'editing' } },
    },
    held: {
      description:
        'The server asked to wait: nothing was placed, the form says for how long and keeps its text, and nothing is sent.',
      tags: ['failed'],
      entry: forget,
      exit: { type: 'clearFailure' },
      after: { askedPause: { target: 'editing' } },
      on: { 'user.submit': {} },
    },
  },
});
