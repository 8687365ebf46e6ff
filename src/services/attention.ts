import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { createInOneTab } from './oneTab.ts';
import type { Page } from './page.ts';
import type { PreferenceName, Preferences } from './preferences.ts';
import { createSound } from './sound.ts';

/**
 * What a user may want to hear of without looking at the page (NOTICE-04, ALERT-03): an order that was filled or
 * triggered, a price alert, a deposit or withdrawal, an answer of support.
 */
export type Occasion = 'fill' | 'stop' | 'alert' | 'transfer' | 'reply';

/**
 * @param name of the event, the same in all tabs: one of them acts.
 * @param isNews whether no tab has shown it in the meantime
 */
export type Attract = (occasion: Occasion, name: string, isNews?: () => boolean) => void;

const SOUNDS = {
  fill: 'fillSound',
  stop: 'fillSound',
  alert: 'alertSound',
  transfer: 'transferSound',
  reply: 'replySound',
} as const satisfies Record<Occasion, PreferenceName>;
/** Milliseconds that a hidden tab waits for a visible one, which needs no notification. */
const HEAD_START = 1000;

interface Dependencies {
  readonly preferences: Pick<Preferences, 'read'>;
  readonly page: Pick<Page, 'isVisible'>;
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly log: Pick<Log, 'defect'>;
  readonly window: Pick<Window, 'focus'> & Pick<typeof globalThis, 'AudioContext'>;
  /** Undefined where the browser has none, as without https. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly Notification: NotificationPort | undefined;
  /** Names no coin, price or amount: it may be read by others, on a locked screen for example. */
  readonly textOf: (occasion: Occasion) => { readonly title: string; readonly body: string };
}

/** The browser's own notifications. */
export interface NotificationPort {
  new (title: string, options: NotificationOptions): Pick<Notification, 'onclick' | 'close'>;
  readonly permission: NotificationPermission;
  requestPermission(): Promise<NotificationPermission>;
}

/** Sounds, and notifies while no tab is in sight, as far as the user has switched it on. */
export function createAttention({
  preferences,
  page,
  clock,
  log,
  window,
  locks,
  Notification,
  textOf,
}: Dependencies): Attract {
  const inOneTab = createInOneTab(locks, { clock, log });
  const sound = createSound(window);

  function notify(occasion: Occasion): void {
    const isWanted = !page.isVisible() && preferences.read('hiddenNotices');
    if (!isWanted || Notification?.permission !== 'granted') return;
    const { title, body } = textOf(occasion);
    const notice = new Notification(title, { body });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }

  return (occasion, name, isNews = () => true) => {
    if (preferences.read(SOUNDS[occasion])) inOneTab(`sound ${name}`, sound);
    if (!preferences.read('hiddenNotices')) return;
    const claim = (): void => inOneTab(`notice ${name}`, () => isNews() && notify(occasion));
    if (page.isVisible()) claim();
    else clock.setTimeout(claim, HEAD_START);
  };
}
