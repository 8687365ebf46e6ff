import { createActor } from 'xstate';
import { cancelAllMachine } from '../machines/cancelAll/index.ts';
import { orderCancellationMachine } from '../machines/orderCancellation/index.ts';
import {
  followCancellations,
  orderCancellationsMachine,
  type OrderCancellationsRef,
} from '../machines/orderCancellations/index.ts';
import { orderFormMachine } from '../machines/orderForm/index.ts';
import type { Resources } from '../machines/resource/index.ts';
import type { Toast } from '../machines/shared/index.ts';
import type { Books } from '../services/book/port.ts';
import type { AppConfig } from '../ui/hooks/app.tsx';
import type { OrderForms } from '../ui/hooks/orderForms.ts';
import type { Services } from './services.ts';
import type { KeptOrders } from '../services/keptOrders.ts';
import { createKnownOrders } from './knownOrders.ts';
import { createOrderForms, createWatchSettings, type OrderFormsDependencies } from './orderForms.ts';
import { createCancelAllWiring } from './wiring/cancelAll.ts';
import { createOrderCancellationWiring } from './wiring/orderCancellation.ts';
import { createOrderFormWiring } from './wiring/orderForm.ts';

export interface OrdersDependencies extends Pick<Services, 'http' | 'clock' | 'drafts' | 'log' | 'uuid'> {
  readonly resources: Resources;
  readonly books: Books;
  /** Id of the user who is signed in; null for a visitor. */
  readonly userId: () => string | null;
  readonly config: Pick<AppConfig, 'features'>;
  readonly say: (toast: Omit<Toast, 'type'>) => void;
  readonly keptOrders: KeptOrders;
  /** See `orderForms.ts`. */
  readonly noteForm: OrderFormsDependencies['noteForm'];
}

/** What an order of the user's own changes at the server. */
const OWN_READS = ['orders', 'executions', 'balances', 'trades'] as const;

/** The user's orders: the forms that place them, and the cancellations. */
export function createOrders({
  http,
  clock,
  drafts,
  log,
  uuid,
  resources,
  books,
  userId,
  config,
  say,
  keptOrders,
  noteForm,
}: OrdersDependencies): {
  readonly orderForms: OrderForms & { readonly forget: () => void };
  readonly cancellations: OrderCancellationsRef;
  readonly cancelAll: typeof cancelAllMachine;
} {
  const noteOwnChange = (pair: string): void => {
    for (const name of OWN_READS) resources.invalidate(name);
    books.of(pair).expectOwnChange();
  };
  const orderForms = createOrderForms({
    machine: orderFormMachine.provide(
      createOrderFormWiring({
        http,
        watchSettings: createWatchSettings(resources),
        knownBefore: createKnownOrders({ resources, userId, now: () => clock.now() }),
        keepSent: (order) => {
          const user = userId();
          if (user === null) return () => undefined;
          keptOrders.keep(user, order);
          return () => keptOrders.drop(user, order.order.pair, order.order.side);
        },
        dropSent: (pair, side) => {
          const user = userId();
          if (user !== null) keptOrders.drop(user, pair, side);
        },
        noteOwnChange,
      }),
    ),
    clock,
    recall: keptOrders.recall,
    allowsMarket: config.features.marketOrders,
    typed: {
      read: (of, name) => drafts.read(of, name),
      // A form that outlives its user for a moment leaves nothing behind.
      write: (of, name, text) => {
        if (of === userId()) drafts.write(of, name, text);
      },
    },
    say,
    noteForm,
    defect: (error) => log.defect('order form', error),
  });

  const cancellation = orderCancellationMachine.provide(
    createOrderCancellationWiring({ http, newIdempotencyKey: uuid, noteOwnChange }),
  );
  const cancellations = createActor(
    orderCancellationsMachine.provide({ actors: { orderCancellation: cancellation } }),
    { clock },
  );
  cancellations.subscribe({ error: (error) => log.defect('cancellations', error) });
  followCancellations(cancellations, ({ type: _type, ...toast }) => say(toast));
  cancellations.start();
  const cancelAll = cancelAllMachine.provide(createCancelAllWiring({ http, cancellations }));
  return { orderForms, cancellations, cancelAll };
}
