import type { ActorRefFrom } from 'xstate';
import type { Captcha } from '../../services/captcha.ts';
import type { Palette } from '../../services/palette.ts';
import type { Preferences } from '../../services/preferences.ts';
import type { SeenTickets } from '../../services/seenTickets.ts';
import type { Services } from '../../services/services.ts';
import type { Resources } from '../resource/index.ts';
import { selectUserId, type SessionRef } from '../session/index.ts';
import type { SocketRef } from '../socket/index.ts';
import type { AppRef } from './app.machine.ts';
import type { noticesMachine } from './notices.machine.ts';
import type { NotedOutcomes } from './openOutcomes.ts';

/**
 * What the server can do beyond the specification, as its page or the deployment's settings say. Never found out by
 * asking: where the answer is no, nothing is sent, shown or promised that depends on it.
 */
export interface Capabilities {
  /** Coins without worth: the server has calls that fund accounts, and every page says so. */
  readonly sandbox: boolean;
  /** A write that carries `Idempotency-Key` is done once, however often it arrives. */
  readonly idempotencyKeys: boolean;
  /** A request may say for which account it speaks, by `X-Account-Id`, and is refused if another is signed in. */
  readonly accountHeader: boolean;
  /** There is a price of BTC in USD: from the server, or from the address that the operator names. */
  readonly btcUsd: boolean;
  /** Order books carry sequence numbers, on the socket and in `GET /order/orderbook/{pair}`. */
  readonly bookSequence: boolean;
  /** The server says how many confirmations each coin needs. */
  readonly requiredConfirmations: boolean;
  /** A withdrawal may carry the fee that was confirmed; any fee published within the last ten minutes is charged as it is. */
  readonly feeQuotes: boolean;
  /** `POST /withdrawal/withdrawals/{id}/cancel` cancels a GRIN withdrawal that nobody has signed. */
  readonly withdrawalCancel: boolean;
  /** The network of its GRIN wallet; null where that is not known. */
  readonly grinNetwork: 'main' | 'test' | null;
  /** A change of password ends all other sessions and stops withdrawals for 24 hours. */
  readonly securityPause: boolean;
  /** It keeps what the data policy and the privacy policy name in full, for as long as they say, and nothing else. */
  readonly dataPolicy: boolean;
  /** Registration does not tell whether an email has an account; one that there was is as before. */
  readonly quietRegistration: boolean;
}

/** What a deployment may set, read once at the start. */
export interface AppConfig {
  /** Without a trailing slash; empty for the page's own origin. */
  readonly apiBase: string;
  readonly socketUrl: string;
  readonly brand: {
    readonly name: string;
    readonly contactMail: string | null;
    readonly socialLink: string | null;
    /** `https://example.org`, for canonical links; null: the page's own origin. */
    readonly canonicalOrigin: string | null;
  };
  readonly partners: readonly {
    readonly name: string;
    readonly href: string;
    readonly logo: string | null;
  }[];
  readonly captcha:
    | { readonly mode: 'bypass' }
    | { readonly mode: 'turnstile'; readonly siteKey: string; readonly scriptUrl: string };
  /** A full address, or a path on the API host; empty for the server's own. Read only where `btcUsd` is offered. */
  readonly btcUsdUrl: string;
  readonly capabilities: Capabilities;
  readonly features: {
    readonly marketOrders: boolean;
    readonly inspector: boolean;
  };
}

export type NoticesRef = ActorRefFrom<typeof noticesMachine>;

/** What runs from the start to the end of the page, built outside React. Features make the rest of it (`perApp`). */
export interface App {
  readonly root: AppRef;
  readonly session: SessionRef;
  readonly socket: SocketRef;
  readonly notices: NoticesRef;
  readonly resources: Resources;
  /** The outside world. Views leave it to machines. */
  readonly services: Services;
  /** What a user began to write. */
  readonly drafts: Pick<Services['drafts'], 'read' | 'write'>;
  readonly seenTickets: SeenTickets;
  readonly preferences: Preferences;
  readonly palette: Palette;
  /** What is not known of the user's orders and withdrawals. */
  readonly outcomes: NotedOutcomes;
  readonly config: AppConfig;
  /** Null where the deployment uses none (mode `bypass`). */
  readonly loadCaptcha: (() => Promise<Captcha>) | null;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
  /** A fresh UUID for one press. */
  readonly newIdempotencyKey: () => string;
  /** Writes a defect to the console: its name and place, nothing else. */
  readonly report: (where: string, error: unknown) => void;
  /** Writes a warning to the console, once. */
  readonly warn: (message: string) => void;
}

/** Id of the user who is signed in; null for a visitor. */
export const userIdOf = ({ session }: Pick<App, 'session'>): string | null =>
  selectUserId(session.getSnapshot());
