import type { ActorRefFrom } from 'xstate';
import type { OwnTextName } from '../../domain/ownText.ts';
import type { Captcha } from '../../services/captcha.ts';
import type { Palette } from '../../services/palette.ts';
import type { Preferences } from '../../services/preferences.ts';
import type { SeenTickets } from '../../services/seenTickets.ts';
import type { Services } from '../../services/services.ts';
import type { Resources } from '../resource/resource.actors.ts';
import { selectUserId, type SessionRef } from '../session/session.machine.ts';
import type { LiveChannels } from '../socket/socket.rules.ts';
import type { SocketRef } from '../socket/socket.machine.ts';
import type { AppRef } from './app.machine.ts';
import type { Attract } from '../../services/attention.ts';
import type { noticesMachine } from './notices.machine.ts';
import type { Terms } from '../../services/terms.ts';
import type { NotedOutcomes } from './openOutcomes.ts';

/** The server's capabilities. They are never probed: without one nothing is sent, shown or promised. */
export interface Capabilities {
  /** Coins are worth nothing: accounts can be funded freely, and every page shows it. */
  readonly sandbox: boolean;
  /** A write that carries `Idempotency-Key` is done once, however often it arrives. */
  readonly idempotencyKeys: boolean;
  /** `X-Account-Id` names the account of a request; it is refused if another is signed in. */
  readonly accountHeader: boolean;
  /** It has a price of BTC in USD, or the operator names an address for one. */
  readonly btcUsd: boolean;
  /** The socket sends why the server is in maintenance, and when pairs or coins have changed. */
  readonly venueStatus: boolean;
  /** Order books carry sequence numbers, on the socket and in `GET /order/orderbook/{pair}`. */
  readonly bookSequence: boolean;
  /** The server sends how many confirmations each coin needs. */
  readonly requiredConfirmations: boolean;
  /** A withdrawal may carry the fee that was confirmed; any fee published in the last ten minutes is charged. */
  readonly feeQuotes: boolean;
  /** `POST /withdrawal/withdrawals/{id}/cancel` cancels a GRIN withdrawal that nobody has signed. */
  readonly withdrawalCancel: boolean;
  /** Null where it is not known. */
  readonly grinNetwork: 'main' | 'test' | null;
  /** Characters that a message to the support may have; null: nothing is known of a limit (SUPPORT-09). */
  readonly longestMessage: number | null;
  /** A change of password, and switching two-factor off, end all other sessions and stop withdrawals for 24 hours. */
  readonly securityPause: boolean;
  /** It stores exactly what the data policy and the privacy policy name, for as long as they state. */
  readonly dataPolicy: boolean;
  /** Withdrawals, their GRIN replies and new refund addresses of an account with two-factor ask for a code, and turning that on or off for the password. */
  readonly reauthentication: boolean;
  /** Registration does not reveal whether an email has an account; an existing one is unchanged. */
  readonly quietRegistration: boolean;
  /** An account can be made without an email, and then signs in with its username (LOGIN-27). */
  readonly usernameAccounts: boolean;
  /** Where attempts to sign in or to register are used up, work of the browser admits the next one at once. */
  readonly proofOfWork: boolean;
  /**
   * Users may sign in with passkeys, and list, add, rename and remove theirs. A passkey is accepted instead of a code,
   * and asked for where the account has no other second factor.
   */
  readonly passkeys: boolean;
  /** A user can list, make and revoke keys for programs. */
  readonly apiKeys: boolean;
  /** An account can have many deposit addresses of a coin: another one is made on request, and all stay valid. */
  readonly freshAddress: boolean;
  /** A user can delete the account: what leads to the person is erased, and the ledger keeps a number. */
  readonly accountDeletion: boolean;
  /** Switching two-factor on gives ten codes, each of which signs in or switches it off once when the app is lost. */
  readonly recoveryCodes: boolean;
  /** Who has lost the second factor can have it reset after seven days, in which any session of the account stops it. */
  readonly twoFactorReset: boolean;
  /** A recovery key, made while signed in, sets a new password when the old one is forgotten. */
  readonly recovery: boolean;
  /** The account's sessions can be listed, named and ended. */
  readonly sessionList: boolean;
  /** It publishes a tree of everything that it owes, from which users check that their balances are in it. */
  readonly solvency: boolean;
  /** A withdrawal above a daily ceiling waits for its release by the exchange, and can be cancelled while it waits. */
  readonly withdrawalHolds: boolean;
  /** The user may restrict withdrawals to the addresses of a book, to which a new one is added with a day's delay. */
  readonly addressBook: boolean;
  /**
   * Kinds of orders besides limit orders; of `market` the worst price that one may trade at is sent, and with
   * `marketQuantity` a market buy may name its quantity; with `iceberg` a limit order may show only a part of itself.
   */
  readonly orderTypes: readonly string[];
  /** A limit order may be IOC or FOK. */
  readonly timeInForce: boolean;
  /** A limit order may be refused where it would trade at once. */
  readonly postOnly: boolean;
  /** The price and the quantity of an open order can be changed, and the stop price of one that waits. */
  readonly amend: boolean;
  /** `GET /order/orders` without `state` lists closed orders, too, cancelled ones among them. */
  readonly orderHistory: boolean;
  /** Orders have their cost, and trades the order that they belong to. */
  readonly orderCost: boolean;
  /** A deposit that is not credited is returned to the refund address, and has the status of that. */
  readonly refunds: boolean;
  /** The socket brings trades; `liveCandles` bars, `liveMarkets` the figures of all markets. */
  readonly liveTrades: boolean;
  readonly liveCandles: boolean;
  readonly liveMarkets: boolean;
  /** The socket sends users their own open orders, fills and balances. */
  readonly liveAccount: boolean;
}

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
    /** `/logo.svg` is the operator's (BRAND-02). */
    readonly hasLogo: boolean;
    readonly hasBounty: boolean;
    /** Which texts the operator wrote (BRAND-04). */
    readonly ownTexts: readonly OwnTextName[];
  };
  readonly partners: readonly {
    readonly name: string;
    readonly href: string;
    readonly logo: string | null;
  }[];
  readonly captcha:
    | { readonly mode: 'bypass' }
    | { readonly mode: 'turnstile'; readonly siteKey: string; readonly scriptUrl: string };
  /** A full address, or a path on the API host; empty for the server's own. Read only with `btcUsd`. */
  readonly btcUsdUrl: string;
  /** The address where this page was opened, if the server has no such page (TRADE-29). */
  readonly missingPath: string | null;
  /** The same site as an onion service; null without one. */
  readonly onionOrigin: string | null;
  readonly capabilities: Capabilities;
  readonly features: { readonly marketOrders: boolean; readonly inspector: boolean };
}

export type NoticesRef = ActorRefFrom<typeof noticesMachine>;

/** Lives as long as the page. Features make the rest of it (`perApp`). */
export interface App {
  readonly root: AppRef;
  readonly session: SessionRef;
  readonly socket: SocketRef;
  readonly notices: NoticesRef;
  readonly resources: Resources;
  /** Streams of the socket, once their code is loaded; each needs its capability. */
  readonly useChannels: (work: (channels: LiveChannels) => void) => void;
  /** For machines only; views do not use it. */
  readonly services: Services;
  readonly drafts: Pick<Services['drafts'], 'read' | 'write'>;
  readonly seenTickets: SeenTickets;
  readonly preferences: Preferences;
  readonly palette: Palette;
  readonly outcomes: NotedOutcomes;
  readonly terms: Terms;
  readonly config: AppConfig;
  /** Null with captcha mode `bypass`. */
  readonly loadCaptcha: (() => Promise<Captcha>) | null;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newIdempotencyKey: () => string;
  /** Sounds and notifies, as far as the user has switched it on. */
  readonly attract: Attract;
  /** Writes only the name and place of a defect to the console. */
  readonly report: (where: string, error: unknown) => void;
  /** Writes to the console, each message once. */
  readonly warn: (message: string) => void;
}

/** Whether the server takes passkeys, also in place of a code (REAUTH-08), and the browser has them for this page. */
export const canUsePasskeys = ({ config, services }: Pick<App, 'config' | 'services'>): boolean =>
  config.capabilities.passkeys && services.passkeyDevice !== null;

export const userIdOf = ({ session }: Pick<App, 'session'>): string | null =>
  selectUserId(session.getSnapshot());
