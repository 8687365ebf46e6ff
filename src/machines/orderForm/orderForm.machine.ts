import { orderFormSetup } from './orderForm.setup.ts';
import { outcomeUnknown } from './states/outcomeUnknown.ts';
import { checking, submitting } from './states/sending.ts';
import { taking } from './states/taking.ts';

/**
 * The order form of one side of a pair (ORDER-01, LOST-01). A press sends one order once. An order whose answer was
 * lost, also by a reload or a new login, is looked for by reading before another one is taken; only the user sends it
 * again. The view holds the text of the fields. The actor outlives the screen.
 */
export const orderFormMachine = orderFormSetup.createMachine({
  id: 'orderForm',
  description: 'One side of the order form: the checks, the one request per press, and what became of it.',
  context: ({ input: { kept = null, ...input } }) => ({
    ...input,
    settings: null,
    settingsFailure: null,
    fault: null,
    sending: kept,
    privateCode: null,
    last: null,
    failure: null,
  }),
  invoke: {
    id: 'settings',
    src: 'settings',
    input: ({ context }) => ({ pair: context.pair }),
    onError: {},
  },
  on: {
    'settings.loaded': { actions: { type: 'keepSettings', params: ({ event }) => event.settings } },
  },
  initial: 'loadingSettings',
  states: {
    loadingSettings: {
      description: 'The rules of the pair are being read; a press says so and nothing is sent.',
      always: [
        { guard: { type: 'hasKept' }, target: 'outcomeUnknown', actions: { type: 'clearFault' } },
        { guard: { type: 'hasSettings' }, target: 'taking', actions: { type: 'keepUnsentPress' } },
        { guard: { type: 'haveSettingsFailed' }, target: 'settingsFailed', actions: { type: 'clearFault' } },
      ],
      on: {
        'settings.failed': {
          actions: { type: 'keepSettingsFailure', params: ({ event }) => event.failure },
        },
        'user.submit': {
          guard: { type: 'isFaulty', params: ({ event }) => event.press },
          actions: { type: 'keepFault', params: ({ event }) => event.press },
        },
        'user.edit': { actions: { type: 'clearFault' } },
      },
    },
    settingsFailed: {
      description: 'The rules of the pair could not be read; a press or "Try again" reads them anew.',
      tags: ['failed'],
      on: {
        'settings.loaded': {
          target: 'taking',
          actions: { type: 'keepSettings', params: ({ event }) => event.settings },
        },
        'user.retry': {
          target: 'loadingSettings',
          actions: [{ type: 'clearSettingsFailure' }, { type: 'askSettingsAgain' }],
        },
        'user.submit': {
          guard: { type: 'isFaulty', params: ({ event }) => event.press },
          target: 'loadingSettings',
          // `keepFault` needs to know whether the pair is unknown, so it comes first.
          actions: [
            { type: 'keepFault', params: ({ event }) => event.press },
            { type: 'clearSettingsFailure' },
            { type: 'askSettingsAgain' },
          ],
        },
      },
    },
    taking,
    confirming: {
      description:
        'The order is sound but unusual: the user is asked once. Any change of the form withdraws it.',
      initial: 'repeat',
      on: {
        'user.confirm': { target: 'checking' },
        'user.decline': { target: 'taking', actions: { type: 'dropOrder' } },
        'user.edit': { target: 'taking', actions: { type: 'dropOrder' } },
      },
      states: {
        repeat: { description: 'The same order was placed less than five seconds ago.' },
        crossing: { description: 'It would trade at once, more than 5 % away from the best price.' },
        large: { description: 'It is worth more than the amount above which the user wants to be asked.' },
      },
    },
    checking,
    submitting,
    outcomeUnknown,
  },
});
