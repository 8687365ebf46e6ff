import { and, not, or } from 'xstate';
import { failureOf } from '../../domain/failure.ts';
import { keepPushed, resourceSetup } from './resource.setup.ts';

/** One read, shared by all that show it (CALL-15). A failed read leaves its older data on the screen (CALL-02). */
export const resourceMachine = resourceSetup.createMachine({
  id: 'resource',
  description: 'One read of the server, keyed and shared.',
  context: ({ input }) => ({
    ...input,
    data: null,
    leftOut: 0,
    updatedAt: null,
    failure: null,
    attempt: 0,
    isWatched: false,
    isPageVisible: true,
  }),
  invoke: [
    // Without the page's events it still reads, and so it does without the stream.
    { id: 'page', src: 'page', onError: {} },
    {
      id: 'channel',
      src: 'channel',
      input: ({ context }) => ({ name: context.name, params: context.params }),
      onError: {},
    },
  ],
  initial: 'idle',
  on: {
    'reader.came': { actions: { type: 'noteWatched' } },
    'reader.left': { actions: { type: 'noteUnwatched' } },
    'page.hidden': { actions: { type: 'noteHidden' } },
    'page.visible': { actions: { type: 'noteVisible' } },
    'channel.data': {
      guard: { type: 'isConfirmed', params: ({ event }) => ({ isConfirmed: event.isConfirmed }) },
      target: '.live',
      actions: keepPushed,
    },
  },
  states: {
    idle: {
      description: 'Nobody shows it and nothing is kept.',
      on: { 'reader.came': { target: 'loading', actions: { type: 'noteWatched' } } },
    },
    loading: {
      description: 'There is nothing to show yet; the first answer is awaited.',
      tags: ['busy'],
      initial: 'reading',
      on: {
        'reader.left': {
          target: 'idle',
          actions: [{ type: 'noteUnwatched' }, { type: 'forgetFailure' }],
        },
        // The running read may have been answered before the user's action.
        'data.outdated': {
          target: '.reading',
          actions: [{ type: 'startOver' }, { type: 'distrustChannel' }],
        },
      },
      states: {
        reading: {
          description: 'The request is on its way.',
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context }) => ({ name: context.name, params: context.params }),
            onDone: {
              target: '#resource.fresh',
              actions: [
                { type: 'keepData', params: ({ event }) => event.output },
                { type: 'distrustChannel' },
              ],
            },
            onError: [
              {
                guard: { type: 'mayRetry', params: ({ event }) => failureOf(event.error) },
                target: 'pausing',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
                  { type: 'countAttempt' },
                ],
              },
              {
                target: '#resource.failed',
                actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
              },
            ],
          },
        },
        pausing: {
          description: 'The request failed in a way that may pass; it is sent again after a growing pause.',
          after: { retryPause: { target: 'reading' } },
          on: {
            'user.refresh': { target: 'reading', actions: { type: 'startOver' } },
            'page.online': { target: 'reading', actions: { type: 'startOver' } },
          },
        },
      },
    },
    failed: {
      description: 'There is nothing to show, and the reason is shown.',
      tags: ['failed'],
      after: {
        staleAge: {
          guard: and(['isPolled', 'isPageVisible']),
          target: 'loading',
          actions: { type: 'startOver' },
        },
      },
      on: {
        'reader.left': {
          target: 'idle',
          actions: [{ type: 'noteUnwatched' }, { type: 'forgetFailure' }],
        },
        'user.refresh': { target: 'loading', actions: { type: 'startOver' } },
        'data.outdated': {
          target: 'loading',
          actions: [{ type: 'startOver' }, { type: 'distrustChannel' }],
        },
        'page.online': { target: 'loading', actions: { type: 'startOver' } },
        'page.visible': { target: 'loading', actions: [{ type: 'noteVisible' }, { type: 'startOver' }] },
      },
    },
    fresh: {
      description: 'The data is as new as it should be.',
      after: {
        staleAge: [
          { guard: and(['isPolled', 'isWatched', 'isPageVisible']), target: 'refreshing' },
          { target: 'stale' },
        ],
      },
      on: {
        'user.refresh': { target: 'refreshing' },
        'data.outdated': [
          { guard: 'isWatched', target: 'refreshing', actions: { type: 'distrustChannel' } },
          { target: 'stale' },
        ],
        'channel.lost': { target: 'refreshing' },
      },
    },
    live: {
      description: 'A stream of the socket keeps the data as the server has it; nothing is read.',
      initial: 'current',
      on: {
        'reader.left': { target: 'stale', actions: { type: 'noteUnwatched' } },
        'channel.data': { actions: keepPushed },
        'channel.lost': { target: 'refreshing' },
      },
      states: {
        current: {
          description: 'What the stream said last is what the server has.',
          on: { 'user.refresh': { target: 'renewing' }, 'data.outdated': { target: 'renewing' } },
        },
        renewing: {
          description: 'The user changed something, or asked: a snapshot that is newer than that is awaited.',
          tags: ['busy'],
          entry: { type: 'distrustChannel' },
          after: { renewLimit: { target: '#resource.refreshing' } },
          on: {
            'data.outdated': { target: 'renewing', reenter: true },
            'channel.data': [
              {
                guard: { type: 'isConfirmed', params: ({ event }) => ({ isConfirmed: event.isConfirmed }) },
                target: 'current',
                actions: keepPushed,
              },
              { actions: keepPushed },
            ],
          },
        },
      },
    },
    stale: {
      description:
        'The data is older than it should be, because nobody asked for newer or because asking failed.',
      initial: 'shown',
      states: {
        shown: {
          description: 'Somebody looks at old data; the next occasion reads it again.',
          always: { guard: not('isWatched'), target: 'unwatched' },
          after: {
            staleAge: { guard: and(['isPolled', 'isPageVisible']), target: '#resource.refreshing' },
          },
          on: {
            'user.refresh': { target: '#resource.refreshing' },
            'data.outdated': { target: '#resource.refreshing', actions: { type: 'distrustChannel' } },
            'channel.lost': { target: '#resource.refreshing' },
            'page.online': { target: '#resource.refreshing' },
            'page.visible': {
              guard: or(['isPolled', 'refreshesOnReturn']),
              target: '#resource.refreshing',
              actions: { type: 'noteVisible' },
            },
          },
        },
        unwatched: {
          description: 'Nobody looks at old data; it is kept a while for whoever comes back.',
          after: { discardPause: { target: '#resource.idle', actions: { type: 'discardData' } } },
          on: { 'reader.came': { target: '#resource.refreshing', actions: { type: 'noteWatched' } } },
        },
      },
    },
    refreshing: {
      description: 'The data on the screen stays while newer is read.',
      tags: ['busy'],
      initial: 'reading',
      entry: { type: 'startOver' },
      on: {
        // The running read may have been answered before the user's action.
        'data.outdated': {
          target: '.reading',
          actions: [{ type: 'startOver' }, { type: 'distrustChannel' }],
        },
        // The running read may have been answered before.
        'channel.lost': { target: '.reading' },
      },
      states: {
        reading: {
          description: 'The request is on its way.',
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context }) => ({ name: context.name, params: context.params }),
            onDone: {
              target: '#resource.fresh',
              actions: [
                { type: 'keepData', params: ({ event }) => event.output },
                { type: 'distrustChannel' },
              ],
            },
            onError: [
              {
                guard: { type: 'mayRetry', params: ({ event }) => failureOf(event.error) },
                target: 'pausing',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
                  { type: 'countAttempt' },
                ],
              },
              {
                target: '#resource.stale',
                actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
              },
            ],
          },
        },
        pausing: {
          description: 'The request failed in a way that may pass; it is sent again after a growing pause.',
          after: { retryPause: { target: 'reading' } },
          on: {
            'user.refresh': { target: 'reading', actions: { type: 'startOver' } },
            'page.online': { target: 'reading', actions: { type: 'startOver' } },
          },
        },
      },
    },
  },
});
