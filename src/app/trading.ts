import { readInterval } from '../domain/intervals.ts';
import { candleChartMachine } from '../machines/candleChart/index.ts';
import { cooldownMachine } from '../machines/cooldown/index.ts';
import { orderBookMachine } from '../machines/orderBook/index.ts';
import type { Resources } from '../machines/resource/index.ts';
import type { Toast } from '../machines/shared/index.ts';
import { createOrderBookStores, type OrderBookStores } from '../services/book/orderBookStore.ts';
import type { App, AppConfig, AppLogic, SocketRef } from '../ui/hooks/app.tsx';
import type { KeptOrders } from '../services/keptOrders.ts';
import { createOrders, type OrdersDependencies } from './orders.ts';
import type { Services } from './services.ts';
import { socketPort } from './socketPort.ts';
import { CHART_INTERVAL_KEY, createCandleChartWiring } from './wiring/candleChart.ts';
import { createOrderBookWiring } from './wiring/orderBook.ts';

export interface TradingDependencies {
  readonly services: Services;
  readonly socket: SocketRef;
  readonly resources: Resources;
  /** Id of the user who is signed in; null for a visitor. */
  readonly userId: () => string | null;
  readonly keptOrders: KeptOrders;
  readonly config: Pick<AppConfig, 'features'>;
  readonly say: (toast: Omit<Toast, 'type'>) => void;
  readonly noteForm: OrdersDependencies['noteForm'];
}

export interface Trading extends Omit<ReturnType<typeof createOrders>, 'cancelAll'> {
  readonly books: OrderBookStores;
  readonly logic: Pick<AppLogic, 'cooldown' | 'candleChart' | 'orderBook' | 'cancelAll'>;
  readonly candleInterval: App['candleInterval'];
}

/** The part of the trading screen: order books, order forms, cancellations and the wired charts. */
export function createTrading(dependencies: TradingDependencies): Trading {
  const { services, socket, resources, userId, config, say, keptOrders, noteForm } = dependencies;
  const books = createOrderBookStores(services);
  const { cancelAll, ...orders } = createOrders({
    ...services,
    resources,
    userId,
    books,
    config,
    say,
    keptOrders,
    noteForm,
  });
  return {
    books,
    candleInterval: () => readInterval(services.storage.read(CHART_INTERVAL_KEY)),
    ...orders,
    logic: {
      cancelAll,
      cooldown: cooldownMachine,
      candleChart: candleChartMachine.provide(createCandleChartWiring(services)),
      orderBook: orderBookMachine.provide(
        createOrderBookWiring({ ...services, books, socket: socketPort(socket) }),
      ),
    },
  };
}
