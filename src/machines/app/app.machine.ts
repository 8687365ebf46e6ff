import { type ActorRefFrom, assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate';
import { failureOf } from '../../domain/failure.ts';
import { type StoredSession, sessionMachine } from '../session/session.machine.ts';
import { callback, effect, type Emitted, promise } from '../shared/common.ts';
import { socketMachine } from '../socket/socket.machine.ts';
import { noticesMachine } from './notices.machine.ts';

export interface AppInput {
  readonly stored: StoredSession | null;
}

export interface AppContext extends AppInput {
  readonly back: string;
  /** Seconds that the server asked to wait before the next question; 0 where it did not. */
  readonly wait: number;
  /** Null before any texts were loaded. */
  readonly language: string | null;
}

export type AppEvent =
  /** A screen could not start: 5xx, or no network (CALL-02). */
  | { readonly type: 'service.failed' }
  | { readonly type: 'maintenance.entered'; readonly back: string }
  | { readonly type: 'maintenance.left' }
  | { readonly type: 'user.retry' }
  /** The network is back, or the page is visible again. */
  | { readonly type: 'page.returned' }
  | { readonly type: 'language.chosen'; readonly language: string };

export interface LanguageInput {
  readonly language: string;
}

export interface DefectReport {
  readonly where: string;
  readonly error: unknown;
}

/** The root of the page: its child actors, whether the server can be reached, and the language (CALL-02, NAV-04). */
export const appMachine = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
    input: {} as AppInput,
    emitted: {} as Emitted,
    children: {} as { session: 'session'; socket: 'socket'; notices: 'notices' },
  },
  actors: {
    session: sessionMachine,
    socket: socketMachine,
    notices: noticesMachine,
    /** @throws OutageError while the server cannot answer. */
    askService: promise<null>(),
    /** Says `page.returned`. */
    returns: callback<AppEvent>(),
    /** @returns the code of the language that was loaded. */
    loadWords: promise<string>(),
    /** Remembers the choice, too. @returns the code of the language. */
    switchLanguage: promise<string, LanguageInput>(),
  },
  actions: { report: effect<DefectReport>() },
  delays: {
    /** The actors' file makes it random, and no shorter than a server that is too busy asks for. */
    askPause: 2000,
  },
}).createMachine({
  id: 'app',
  description: 'The root of everything on the page.',
  context: ({ input }) => ({ stored: input.stored, back: '/', wait: 0, language: null }),
  invoke: [
    {
      id: 'notices',
      src: 'notices',
      onError: {
        actions: { type: 'report', params: ({ event }) => ({ where: 'notices', error: event.error }) },
      },
    },
    {
      id: 'session',
      src: 'session',
      input: ({ context }) => ({ stored: context.stored }),
      onError: {
        actions: { type: 'report', params: ({ event }) => ({ where: 'session', error: event.error }) },
      },
    },
    {
      id: 'socket',
      src: 'socket',
      onError: {
        actions: { type: 'report', params: ({ event }) => ({ where: 'socket', error: event.error }) },
      },
    },
  ],
  type: 'parallel',
  states: {
    service: {
      description: 'Whether the server can be worked with.',
      initial: 'serving',
      states: {
        serving: {
          description: 'As far as is known the server answers.',
          on: {
            'service.failed': {
              target: 'maintenance',
              // Replaces the page that it leads back to, so that one press of Back leaves both.
              actions: emit({ type: 'navigate', to: '/maintenance', replace: true, remembersWay: true }),
            },
            'maintenance.entered': {
              target: 'maintenance',
              actions: assign({ back: ({ event }) => event.back }),
            },
          },
        },
        maintenance: {
          description: 'The maintenance page stands in for the screen that could not begin.',
          initial: 'waiting',
          // Without word of the network, the page asks in its time.
          invoke: { id: 'returns', src: 'returns', onError: {} },
          on: {
            'maintenance.entered': { actions: assign({ back: ({ event }) => event.back }) },
            'maintenance.left': 'serving',
          },
          states: {
            waiting: {
              description: 'The user may try again; after a while the page does so by itself.',
              after: { askPause: 'asking' },
              on: { 'user.retry': 'asking', 'page.returned': 'asking' },
            },
            asking: {
              description: 'The server is asked whether it is back.',
              tags: ['busy'],
              invoke: {
                id: 'askService',
                src: 'askService',
                onDone: {
                  target: '#app.service.serving',
                  actions: emit(({ context }) => ({ type: 'navigate', to: context.back, replace: true })),
                },
                onError: { target: 'waiting', actions: assign({ wait: ({ event }) => waitIn(event.error) }) },
              },
              // A request of a network that was not there is not waited for.
              on: { 'page.returned': { target: 'asking', reenter: true } },
            },
          },
        },
      },
    },
    language: {
      description: 'Which language the page speaks.',
      initial: 'loading',
      states: {
        loading: {
          description: 'The words are being loaded; nothing can be shown yet.',
          invoke: {
            id: 'loadWords',
            src: 'loadWords',
            onDone: { target: 'spoken', actions: assign({ language: ({ event }) => event.output }) },
            onError: {
              target: 'wordless',
              actions: { type: 'report', params: ({ event }) => ({ where: 'words', error: event.error }) },
            },
          },
        },
        spoken: {
          description: 'The page speaks the language of the context.',
          on: { 'language.chosen': 'switching' },
        },
        switching: {
          description:
            'The words of another language are being loaded; the page speaks the old one meanwhile.',
          tags: ['busy'],
          invoke: {
            id: 'switchLanguage',
            src: 'switchLanguage',
            input: ({ event }) => {
              assertEvent(event, 'language.chosen');
              return { language: event.language };
            },
            onDone: { target: 'spoken', actions: assign({ language: ({ event }) => event.output }) },
            onError: {
              target: 'spoken',
              actions: emit({ type: 'toast', kind: 'error', key: 'toast.languageFailed' }),
            },
          },
          on: { 'language.chosen': { target: 'switching', reenter: true } },
        },
        wordless: {
          description: 'Not even English could be loaded; the page shows what index.html keeps for this.',
        },
      },
    },
  },
});

/** Only a server that is there can ask for a pause: one that is away does not know when it is back. */
function waitIn(error: unknown): number {
  const { code, retryAfter } = failureOf(error);
  return code === 'tooMany' ? (retryAfter ?? 0) : 0;
}

export type AppRef = ActorRefFrom<typeof appMachine>;
export type AppSnapshot = SnapshotFrom<typeof appMachine>;

export const hasTexts = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ language: 'spoken' }) || snapshot.matches({ language: 'switching' });
export const lacksTexts = (snapshot: AppSnapshot): boolean => snapshot.matches({ language: 'wordless' });
