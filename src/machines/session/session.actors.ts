import { fromCallback, fromPromise } from 'xstate';
import { valueOrThrow } from '../../domain/result.ts';
import type { SessionContext, SessionEvent, StoredSession } from './session.machine.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import type { Drafts } from '../../services/drafts.ts';
import type { Http } from '../../services/http/port.ts';
import { isReturn, type Page } from '../../services/page.ts';
import type { Services } from '../../services/services.ts';
import type { SessionStore } from '../../services/sessionStore.ts';
import type { Tabs } from '../../services/tabs.ts';

/** How long before the session ends the user is notified, in milliseconds. */
export const WARNING = 5 * 60_000;
/** The browser's timers hold at most 2^31 ms; a session may last longer. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Milliseconds between two checks of a session that only the device takes for expired. */
const DOUBTED = 10_000;

export interface SessionDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly store: Pick<
    SessionStore,
    'peek' | 'write' | 'clearUser' | 'clear' | 'clearPreferences' | 'clearEverything'
  >;
  readonly tabs: Tabs;
  readonly drafts: Pick<Drafts, 'hold' | 'forget'>;
  readonly page: Pick<Page, 'listen'>;
  readonly clock: Services['clock'];
}

/** Effects of the `session` machine. */
export function sessionImplementations({ http, store, tabs, drafts, page, clock }: SessionDependencies) {
  const tell = (type: 'signedIn' | 'signedOut' | 'sessionEnded', { session }: SessionContext): void => {
    if (session) tabs.tell({ type, session });
  };
  return {
    actors: {
      validate: fromPromise<StoredSession, { expiresAt: number }>(async ({ input, signal }) => ({
        user: valueOrThrow(await http.send(accountCalls.me, {}, { signal })),
        expiresAt: input.expiresAt,
      })),

      signOut: fromPromise<null>(async ({ signal }) =>
        valueOrThrow(await http.send(accountCalls.logout, {}, { signal })),
      ),

      expiry: fromCallback<SessionEvent, { expiresAt: number }>(({ sendBack, input }) => {
        const say = (event: SessionEvent): void => sendBack(event);
        let timer: unknown;
        let isWarned = false;
        const look = (): void => {
          clock.clearTimeout(timer);
          const left = input.expiresAt - clock.now();
          if (left <= 0 && !clock.hasHeard()) {
            timer = clock.setTimeout(look, DOUBTED);
            return;
          }
          if (left <= 0) return say({ type: 'session.ended' });
          if (left <= WARNING && !isWarned) {
            isWarned = true;
            say({ type: 'session.endsSoon' });
          }
          timer = clock.setTimeout(look, Math.min(left <= WARNING ? left : left - WARNING, LONGEST_TIMER));
        };
        // Timers stop while the machine sleeps, so the clock is read again when the page becomes active.
        const stop = page.listen((fact) => {
          if (isReturn(fact) || fact === 'online') look();
          if (fact === 'restored' || fact === 'woke') say({ type: 'session.slept' });
          if (fact === 'online') say({ type: 'session.doubted' });
        });
        look();
        return () => {
          clock.clearTimeout(timer);
          stop();
        };
      }),

      tabs: fromCallback<SessionEvent>(({ sendBack }) => {
        const say = (event: SessionEvent): void => sendBack(event);
        const stops = [
          tabs.listen((news) => say({ ...news, type: `tab.${news.type}` } as SessionEvent)),
          // A page that was frozen received nothing: the browser's storage now shows what happened. While the machine
          // slept nobody sent anything.
          page.listen((fact) => {
            if (fact !== 'visible' && fact !== 'restored') return;
            const session = store.peek();
            say(session ? { type: 'tab.signedIn', session } : { type: 'tab.sessionGone' });
          }),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      }),
    },
    actions: {
      keep: ({ context: { session } }: { context: SessionContext }) => {
        if (session) store.write(session);
      },
      clearUser: ({ context }: { context: SessionContext }) => store.clearUser(context.session),
      clear: ({ context }: { context: SessionContext }) => store.clear(context.session),
      clearPreferences: () => store.clearPreferences(),
      clearEverything: () => store.clearEverything(),
      tellSignedIn: ({ context }: { context: SessionContext }) => tell('signedIn', context),
      tellSignedOut: ({ context }: { context: SessionContext }) => tell('signedOut', context),
      tellEnded: ({ context }: { context: SessionContext }) => tell('sessionEnded', context),
      holdTyped: () => drafts.hold(),
      forgetTyped: () => drafts.forget(),
    },
  };
}
