import { orderFormSetup } from './orderForm.setup.ts';
import { outcomeUnknown } from './states/outcomeUnknown.ts';
import { checking, submitting } from './states/sending.ts';
import { taking } from './states/taking.ts';

/**
 * One side's order form of one pair, from the first key to the last answer (ORDER-01, LOST-01). One press sends one
 * order once, whatever happens: presses while one is on its way are ignored, and an order whose answer is lost is
 * looked for by reading. It is sent again only if the user says so, after reading showed that it is not there. An order
 * that a reload or the end of a session cut off is looked for before another one is taken. The text of the fields
 * belongs to the view; a press brings it all. It outlives the screen, so that an answer finds somebody who waits for
 * it.
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
    last: null,
    failure: null,
  }),
  // The feed only listens and says: there is nothing in it that could fail.
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
      description: 'The rules of the pair are being read; a press is told so and nothing is sent.',
      exit: { type: 'clearFault' },
      always: [
        { guard: { type: 'hasKept' }, target: 'outcomeUnknown' },
        { guard: { type: 'hasSettings' }, target: 'taking' },
        { guard: { type: 'haveSettingsFailed' }, target: 'settingsFailed' },
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
          // Whether the pair is unknown is part of the fault, so that is kept before it is forgotten.
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
      },
    },
    checking,
    submitting,
    outcomeUnknown,
  },
});
