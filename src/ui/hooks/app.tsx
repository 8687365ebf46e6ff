import { createContext, use, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Interval } from '../../domain/intervals.ts';
import type { Ticket } from '../../domain/ticket.ts';
import type { AppRef } from '../../machines/app/index.ts';
import type { cancelAllMachine } from '../../machines/cancelAll/index.ts';
import type { candleChartMachine } from '../../machines/candleChart/index.ts';
import type { cooldownMachine } from '../../machines/cooldown/index.ts';
import type { countdownMachine } from '../../machines/countdown/index.ts';
import type { feesFeedMachine } from '../../machines/feesFeed/index.ts';
import type { flashMachine } from '../../machines/flash/index.ts';
import type { passwordChangeMachine } from '../../machines/passwordChange/index.ts';
import type { ticketMachine } from '../../machines/ticket/index.ts';
import type { ticketListMachine } from '../../machines/ticketList/index.ts';
import type { twoFactorMachine } from '../../machines/twoFactor/index.ts';
import type { withdrawalMachine } from '../../machines/withdrawal/index.ts';
import type { historyMachine } from '../../machines/history/index.ts';
import type { historyExportMachine } from '../../machines/historyExport/index.ts';
import type { loginMachine } from '../../machines/login/index.ts';
import type { noticesMachine } from '../../machines/notices/index.ts';
import type { Books, orderBookMachine } from '../../machines/orderBook/index.ts';
import type { refundAddressMachine } from '../../machines/refundAddress/index.ts';
import type { refundAddressesMachine } from '../../machines/refundAddresses/index.ts';
import type { registrationMachine } from '../../machines/registration/index.ts';
import type { Resources } from '../../machines/resource/index.ts';
import type { SessionRef } from '../../machines/session/index.ts';
import type { slatepackDepositMachine } from '../../machines/slatepackDeposit/index.ts';
import type { socketMachine } from '../../machines/socket/index.ts';
import type { OrderCancellationsRef } from '../../machines/orderCancellations/index.ts';
import type { Capabilities } from './capabilities.ts';
import type { Deposits } from './deposits.ts';
import type { OpenOutcomes } from './outcomes.ts';
import type { OrderForms } from './orderForms.ts';
import type { Withdrawals } from './withdrawals.ts';

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

/** Wired machines of actors that live and die with a screen: one field per chart. */
export interface AppLogic {
  readonly login: typeof loginMachine;
  readonly registration: typeof registrationMachine;
  readonly cooldown: typeof cooldownMachine;
  readonly candleChart: typeof candleChartMachine;
  readonly orderBook: typeof orderBookMachine;
  readonly cancelAll: typeof cancelAllMachine;
  readonly twoFactor: typeof twoFactorMachine;
  readonly passwordChange: typeof passwordChangeMachine;
  readonly flash: typeof flashMachine;
  readonly countdown: typeof countdownMachine;
  readonly history: typeof historyMachine;
  readonly historyExport: typeof historyExportMachine;
  readonly ticketList: typeof ticketListMachine;
  readonly ticket: typeof ticketMachine;
  readonly feesFeed: typeof feesFeedMachine;
  readonly slatepackDeposit: typeof slatepackDepositMachine;
  readonly refundAddress: typeof refundAddressMachine;
  readonly refundAddresses: typeof refundAddressesMachine;
  readonly withdrawal: typeof withdrawalMachine;
}

export type NoticesRef = ActorRefFrom<typeof noticesMachine>;
export type SocketRef = ActorRefFrom<typeof socketMachine>;

/** A captcha as a form sees it; the adapter is `services/captcha`. */
export interface CaptchaPort {
  mount(
    element: HTMLElement,
    listener: { token(token: string | null): void; failed(): void },
  ): { reset(): void; remove(): void };
}

/** Texts that a user began to write; the adapter is `services/drafts`. */
export interface DraftsPort {
  read(userId: string, name: string): string;
  write(userId: string, name: string, text: string): void;
}

/** Which tickets were opened since they last changed; the adapter is `services/seenTickets`. */
export interface SeenTicketsPort {
  readonly isSeen: (userId: string, ticket: Ticket) => boolean;
  readonly note: (userId: string, ticket: Ticket) => void;
  readonly listen: (hear: () => void) => () => void;
}

/** Choices of this browser's user; the adapter is `services/preferences`. */
export interface PreferencesPort {
  readonly read: (name: 'hideZeroBalances' | 'showBalances' | 'keyShortcuts') => boolean;
  readonly write: (name: 'hideZeroBalances' | 'showBalances' | 'keyShortcuts', value: boolean) => void;
  readonly listen: (hear: () => void) => () => void;
}

export type PaletteName = 'standard' | 'colorBlind';

/** The colours of rising and falling; the adapter is `services/palette`. */
export interface PalettePort {
  readonly get: () => PaletteName;
  readonly choose: (name: PaletteName) => void;
  readonly listen: (hear: () => void) => () => void;
}

/** Everything that the views reach, built outside React by the composition root. */
export interface App {
  readonly root: AppRef;
  readonly session: SessionRef;
  readonly socket: SocketRef;
  readonly notices: NoticesRef;
  readonly resources: Resources;
  /** What a user began to write; `services/drafts`. */
  readonly drafts: DraftsPort;
  readonly seenTickets: SeenTicketsPort;
  /** Brings what a group of screens needs; to be awaited before one of them is shown. */
  readonly parts: Readonly<
    Record<'access' | 'account' | 'coins' | 'records' | 'trading', () => Promise<unknown>>
  >;
  /** Order books by pair, filled while an `orderBook` actor of the pair runs. */
  readonly books: Books;
  readonly logic: AppLogic;
  /** The deposit pages that are shown. */
  readonly deposits: Deposits;
  readonly preferences: PreferencesPort;
  readonly palette: PalettePort;
  /** The order forms, which outlive the screens. */
  readonly orderForms: OrderForms;
  readonly cancellations: OrderCancellationsRef;
  readonly withdrawals: Withdrawals;
  readonly outcomes: OpenOutcomes;
  readonly config: AppConfig;
  /** Null where the deployment uses none (mode `bypass`). */
  readonly loadCaptcha: (() => Promise<CaptchaPort>) | null;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
  /** A fresh UUID for one press. */
  readonly newIdempotencyKey: () => string;
  /** Writes a defect to the console: its name and place, nothing else. */
  readonly report: (where: string, error: unknown) => void;
  /** Writes a warning to the console, once. */
  readonly warn: (message: string) => void;
  /** The interval of the candle chart that was chosen last (CHART-01). */
  readonly candleInterval: () => Interval;
}

const AppContext = createContext<App | null>(null);

export function AppProvider({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  return <AppContext value={app}>{children}</AppContext>;
}

export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp needs an AppProvider around it');
  return app;
}

/** What the server offers beyond the specification. */
export const useCapabilities = (): Capabilities => useApp().config.capabilities;
