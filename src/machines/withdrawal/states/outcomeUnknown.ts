import { failureOf } from '../../../domain/failure.ts';
import { failureIn, valueOf } from '../judge.ts';
import { forget, remember, settle, withdrawalSetup } from '../setup.ts';

const waiting = withdrawalSetup.createStateConfig({
  description: 'A moment passes before the history is read.',
  tags: ['busy'],
  after: { lookPause: { target: 'readingBack' } },
  on: { 'user.leave': { target: 'unresolved' } },
});

const readingBack = withdrawalSetup.createStateConfig({
  description: 'The withdrawal is looked for in the history. Nothing is sent again.',
  tags: ['busy'],
  entry: { type: 'countLook' },
  on: { 'user.leave': { target: 'unresolved' } },
  invoke: {
    id: 'lookForWithdrawal',
    src: 'lookForWithdrawal',
    input: ({ context }) => ({ sending: context.sending }),
    onDone: [
      {
        guard: { type: 'isFoundWithSlatepacks', params: ({ event }) => event.output },
        target: '#withdrawal.resuming',
        actions: [{ type: 'keepFound', params: ({ event }) => valueOf(event.output) }, remember],
      },
      {
        guard: { type: 'isFound', params: ({ event }) => event.output },
        target: '#withdrawal.result.submitted',
        actions: [
          { type: 'keepFound', params: ({ event }) => valueOf(event.output) },
          { type: 'announceSubmitted' },
          ...settle,
        ],
      },
      { guard: { type: 'isAbsentAtLastLook', params: ({ event }) => event.output }, target: 'notFound' },
      {
        guard: { type: 'isLastLook' },
        target: 'unresolved',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
      {
        target: 'waiting',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
    ],
    onError: [
      {
        guard: { type: 'isLastLook' },
        target: 'unresolved',
        actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
      },
      {
        target: 'waiting',
        actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
      },
    ],
  },
});

const notFound = withdrawalSetup.createStateConfig({
  description: 'The last look did not find it. The user may send the same one again, or start over.',
  tags: ['failed'],
  entry: { type: 'clearLooks' },
  on: {
    'user.sendAgain': {
      guard: { type: 'canSendAgain' },
      target: '#withdrawal.submitting',
      actions: { type: 'markRepeated' },
    },
    'user.checkAgain': { target: 'readingBack' },
    'user.leave': { target: '#withdrawal.gating', actions: [{ type: 'dropSending' }, forget] },
  },
});

const unresolved = withdrawalSetup.createStateConfig({
  description: 'The history could not be read, or the user stopped the looking. Nothing is sent from here.',
  tags: ['failed'],
  entry: [{ type: 'clearLooks' }, { type: 'refreshOwnReads' }],
  on: {
    'user.checkAgain': { target: 'readingBack' },
    'user.leave': { target: '#withdrawal.gating', actions: [{ type: 'dropSending' }, forget] },
  },
});

/** The answer was lost after the withdrawal left: the history tells what became of it, before it may be sent again. */
export const outcomeUnknown = withdrawalSetup.createStateConfig({
  description:
    'The answer was lost, and the withdrawal may have been taken. It is looked for before anything else.',
  tags: ['step3', 'unknown'],
  exit: [{ type: 'clearFailure' }, { type: 'clearLooks' }],
  initial: 'waiting',
  states: { waiting, readingBack, notFound, unresolved },
});
