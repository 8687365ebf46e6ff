import { createActor, fromCallback } from 'xstate';
import type { Market } from '../../domain/market.ts';
import {
  alertsText,
  changed,
  newsIn,
  parseAlerts,
  type AlertChange,
  type AlertFault,
  type PriceAlert,
} from '../../domain/priceAlert.ts';
import type { Attract } from '../../services/attention.ts';
import type { Page } from '../../services/page.ts';
import type { Preferences } from '../../services/preferences.ts';
import { createInOneTab, type InOneTab } from '../../services/oneTab.ts';
import type { App } from '../app/app.ts';
import { selectData, selectUpdatedAt } from '../resource/resource.machine.ts';
import { followReads, perApp, type Toast } from '../shared/common.ts';
import { priceAlertsMachine, type PriceAlertsEvent, type PriceAlertsRef } from './priceAlerts.machine.ts';

export interface PriceAlertsDependencies {
  readonly preferences: Pick<Preferences, 'readAlerts' | 'writeAlerts' | 'listen'>;
  /** Calls back whenever a session starts or ends, which may have emptied the storage. */
  readonly onSession: (listener: () => void) => () => void;
  /** Calls back with the known prices and their time, and with everything read or pushed from then on. */
  readonly followMarkets: (listener: (markets: readonly Market[], at: number) => void) => () => void;
  readonly page: Pick<Page, 'isVisible' | 'listen'>;
  readonly inOneTab: InOneTab;
  readonly attract: Attract;
  readonly say: (toast: Omit<Toast, 'type'>) => void;
}

function toastOf({ pair, side, price, setAt, reachedAt }: PriceAlert): Omit<Toast, 'type'> {
  const [base = '', quote = ''] = pair.split('-');
  return {
    kind: 'info',
    key: side === 'above' ? 'toast.priceAbove' : 'toast.priceBelow',
    values: { base, quote, price },
    news: { path: `/trade/${pair}`, at: reachedAt ?? setAt },
  };
}

export function priceAlertsImplementations(dependencies: PriceAlertsDependencies) {
  const { preferences, onSession, followMarkets, page, inOneTab, attract, say } = dependencies;
  // As the machine has them: what it wrote itself is no news to it.
  let known = '';
  const isTold = ({ pair, side, price }: PriceAlert): boolean =>
    parseAlerts(preferences.readAlerts()).some(
      (one) => one.isTold && one.pair === pair && one.side === side && one.price === price,
    );
  return {
    actors: {
      kept: fromCallback<PriceAlertsEvent>(({ sendBack }) => {
        const tell = (): void => {
          const text = preferences.readAlerts();
          if (text === known) return;
          known = text;
          sendBack({ type: 'alerts.kept', alerts: parseAlerts(text) });
        };
        tell();
        const stops = [preferences.listen(tell), onSession(tell)];
        return () => {
          for (const stop of stops) stop();
        };
      }),
      prices: fromCallback<PriceAlertsEvent>(({ sendBack }) =>
        followMarkets((markets, at) => {
          const wanted = new Set(parseAlerts(known).map(({ pair }) => pair));
          const prices = markets.flatMap(({ pair, lastPrice }) =>
            lastPrice !== null && wanted.has(pair) ? [{ pair, last: lastPrice }] : [],
          );
          sendBack({ type: 'prices.came', prices, at });
        }),
      ),
      page: fromCallback<PriceAlertsEvent>(({ sendBack }) => {
        if (page.isVisible()) sendBack({ type: 'page.visible' });
        return page.listen((fact) => {
          if (fact === 'hidden' || fact === 'visible') sendBack({ type: `page.${fact}` });
        });
      }),
    },
    actions: {
      write: (_: unknown, change: AlertChange): void => {
        // Another tab may have changed them a moment ago.
        const before = parseAlerts(preferences.readAlerts());
        const news = newsIn(before, change);
        known = alertsText(changed(parseAlerts(known), change));
        preferences.writeAlerts(alertsText(changed(before, change)));
        for (const alert of news) {
          const { pair, side, price } = alert;
          const name = `${change.kind} ${pair} ${side} ${price}`;
          if (change.kind === 'told') inOneTab(name, () => say(toastOf(alert)));
          else attract('alert', name, () => !isTold(alert));
        }
      },
      sayFault: (_: unknown, fault: AlertFault): void => say({ kind: 'error', key: `alerts:fault.${fault}` }),
    },
  };
}

/** One of the page, which every screen shares. */
export const alertsOf = perApp((app: App): PriceAlertsRef => {
  const { preferences, session, resources, notices, services } = app;
  const implementations = priceAlertsImplementations({
    ...services,
    preferences,
    onSession(listener) {
      const subscription = session.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    followMarkets(listener) {
      const read = resources.of('markets', undefined, null);
      return followReads([read], () => {
        const snapshot = read.ref.getSnapshot();
        const markets = selectData(snapshot) as readonly Market[] | null;
        const at = selectUpdatedAt(snapshot);
        if (markets !== null && at !== null) listener(markets, at);
      });
    },
    inOneTab: createInOneTab(globalThis.navigator.locks, services),
    attract: app.attract,
    say: (toast) => notices.send({ type: 'toast.said', toast }),
  });
  const alerts = createActor(priceAlertsMachine.provide(implementations), { clock: services.clock });
  alerts.subscribe({ error: (error) => services.log.defect('alerts', error) });
  alerts.start();
  return alerts;
});
