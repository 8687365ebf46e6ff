import { withdrawalSetup } from '../setup.ts';

/** What closes the coin closes the form and the confirmation at once. */
const facts = withdrawalSetup.createStateConfig({
  on: {
    'facts.told': [
      {
        guard: { type: 'isClosed', params: ({ event }) => event.facts },
        target: '#withdrawal.gating',
        actions: { type: 'keepFacts', params: ({ event }) => event.facts },
      },
      { actions: { type: 'keepFacts', params: ({ event }) => event.facts } },
    ],
  },
});

/** Step 2 (spec 2 §2.4, §5). */
export const form = withdrawalSetup.createStateConfig({
  description: 'The user says where to and how much; without a known fee nothing can be asked for.',
  tags: ['step2'],
  exit: { type: 'clearFaults' },
  on: {
    ...facts.on,
    'user.edit': { actions: { type: 'clearFaults' } },
    'user.continue': [
      { guard: { type: 'isWithoutFee' }, actions: { type: 'announceNoFee' } },
      {
        guard: { type: 'isFaulty', params: ({ event }) => event },
        actions: { type: 'keepFaults', params: ({ event }) => event },
      },
      { target: 'confirming', actions: { type: 'keepDraft', params: ({ event }) => event } },
    ],
    'user.resume': { guard: { type: 'hasRunning' }, target: 'resuming' },
  },
});

/** Step 3. */
export const confirming = withdrawalSetup.createStateConfig({
  description: 'Everything is shown once more, whole: where to, how much, what it costs, what arrives.',
  tags: ['step3'],
  on: {
    ...facts.on,
    'user.backToEdit': { target: 'form' },
    'user.confirm': [
      { guard: { type: 'isWithoutFee' }, actions: { type: 'announceNoFee' } },
      { guard: { type: 'isFaultyNow' }, target: 'form', actions: { type: 'keepNewFaults' } },
      // It was confirmed before and waits for its reply: the same intent, the same message.
      { guard: { type: 'isTheRunningOne' }, target: 'slatepack' },
      // What is kept of it leads back to its message, and there is room for one: the screen says so.
      { guard: { type: 'hasRunning' } },
      {
        target: 'checking',
        actions: { type: 'takeIntent', params: ({ event }) => event },
      },
    ],
    'user.resume': { guard: { type: 'hasRunning' }, target: 'resuming' },
  },
});
