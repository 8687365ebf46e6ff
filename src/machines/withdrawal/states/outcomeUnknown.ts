import { failureOf } from '../../../domain/failure.ts';
import { reconcileInput } from '../../reconcileWrite/index.ts';
import { foundIn, searchFailureIn } from '../withdrawal.rules.ts';
import { forget, remember, settle, withdrawalSetup } from '../withdrawal.setup.ts';

const looking = withdrawalSetup.createStateConfig({
  description: 'The withdrawal is looked for in the history, with growing pauses. Nothing is sent.',
  tags: ['busy'],
  on: { 'user.leave': { target: 'unresolved' } },
  invoke: {
    id: 'reconcileCreation',
    src: 'reconcileCreation',
    input: ({ context: { sending, failure }, event }) =>
      reconcileInput(sending, event.type === 'user.checkAgain', failure),
    onDone: [
      {
        guard: { type: 'isFoundWithSlatepacks', params: ({ event }) => event.output },
        target: '#withdrawal.resuming',
        actions: [{ type: 'keepFound', params: ({ event }) => foundIn(event.output) }, remember],
      },
      {
        guard: { type: 'isFound', params: ({ event }) => event.output },
        target: '#withdrawal.result.submitted',
        actions: [
          { type: 'keepFound', params: ({ event }) => foundIn(event.output) },
          { type: 'announceSubmitted' },
          ...settle,
        ],
      },
      {
        guard: { type: 'isAbsent', params: ({ event }) => event.output },
        target: 'notFound',
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
});

const notFound = withdrawalSetup.createStateConfig({
  description: 'The history does not hold it. The user may send the same one again, or start over.',
  tags: ['failed'],
  on: {
    'user.sendAgain': {
      guard: { type: 'canSendAgain' },
      target: '#withdrawal.submitting',
      actions: { type: 'markRepeated' },
    },
    'user.checkAgain': { target: 'looking' },
    'user.leave': { target: '#withdrawal.gating', actions: [{ type: 'dropSending' }, forget] },
  },
});

const unresolved = withdrawalSetup.createStateConfig({
  description: 'The history could not be read, or the user stopped the search. Nothing is sent from here.',
  tags: ['failed'],
  entry: { type: 'refreshOwnReads' },
  on: {
    'user.checkAgain': { target: 'looking' },
    'user.leave': { target: '#withdrawal.gating', actions: [{ type: 'dropSending' }, forget] },
  },
});

/** The answer was lost after the withdrawal left: the history tells what became of it, before it may be sent again. */
export const outcomeUnknown = withdrawalSetup.createStateConfig({
  description:
    'The answer was lost, and the withdrawal may have been taken. It is looked for before anything else.',
  tags: ['step3', 'unknown'],
  exit: { type: 'clearFailure' },
  initial: 'looking',
  states: { looking, notFound, unresolved },
});
