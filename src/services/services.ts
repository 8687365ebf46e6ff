import type { Clipboard } from './clipboard.ts';
import type { Clock } from './clock.ts';
import type { Drafts } from './drafts.ts';
import type { Prefetch } from './http/prefetch.ts';
import type { KeptOrders } from './keptOrders.ts';
import type { KeptWithdrawals } from './keptWithdrawals.ts';
import type { Log } from './log.ts';
import type { Page } from './page.ts';
import type { PasskeyDevice } from './passkeys.ts';
import type { SolveWork } from './proofOfWork/solver.ts';
import type { ServerClock } from './serverClock.ts';
import type { SessionStore } from './sessionStore.ts';
import type { RemoteSocket } from './socket/remote.ts';
import type { Storage } from './storage.ts';
import type { Tabs } from './tabs.ts';

export interface Services extends Prefetch, RemoteSocket {
  /** The server's, of every deadline, age, countdown and day (TIME-01). */
  readonly clock: Clock & Pick<ServerClock, 'hasHeard'>;
  /** For how long something takes. */
  readonly deviceClock: Clock;
  readonly clipboard: Clipboard;
  readonly log: Log;
  readonly page: Page;
  readonly storage: Storage;
  readonly drafts: Drafts;
  readonly keptOrders: KeptOrders;
  readonly keptWithdrawals: KeptWithdrawals;
  readonly store: SessionStore;
  readonly tabs: Tabs;
  /** Null where the browser has none for this page. */
  readonly passkeyDevice: PasskeyDevice | null;
  /** Null where the browser has no workers. */
  readonly solveWork: SolveWork | null;
  readonly random: () => number;
  /** A fresh UUID. */
  readonly uuid: () => string;
}
