import type { BookRow, BookView } from '../../../domain/bookView.ts';
import type { Execution, Order } from '../../../domain/order.ts';
import type { Ticket } from '../../../domain/ticket.ts';
import type { BookStore } from '../../../services/book/port.ts';
import { Copier } from '../../../ui/history/copier.tsx';
import { HistoryTable } from '../../../ui/history/HistoryTable.tsx';
import type { HistoryScreenState } from '../../../ui/history/useHistory.ts';
import { MarketList } from '../../../ui/markets/MarketList.tsx';
import { MarketsTable } from '../../../ui/markets/MarketsTable.tsx';
import { ORDER_COLUMNS } from '../../../ui/openOrders/orderColumns.tsx';
import lists from '../../../ui/kit/DenseList.module.css';
import orders from '../../../ui/openOrders/MyOrders.module.css';
import { OrdersTable } from '../../../ui/openOrders/OrdersTable.tsx';
import { TradesTable } from '../../../ui/openOrders/TradesTable.tsx';
import { Ladder } from '../../../ui/orderBook/Ladder.tsx';
import book from '../../../ui/orderBook/OrderBook.module.css';
import tickets from '../../../ui/support/Support.module.css';
import { TicketRow } from '../../../ui/support/TicketRow.tsx';
import { MarketHistory } from '../../../ui/trade/MarketHistory.tsx';
import { WalletTable } from '../../../ui/wallet/WalletTable.tsx';
import type { Wallet } from '../../../ui/wallet/useWallet.ts';
import { NOW } from './galleryApp.ts';
import { inPlace, nothing, type Section } from './specimen.tsx';

const HOUR = 3_600_000;
const PAIR = { symbol: 'BTC-USDT', base: 'BTC', quote: 'USDT' };

const order = (id: string, side: Order['side'], more: Partial<Order> = {}): Order => ({
  id,
  pair: PAIR.symbol,
  side,
  kind: 'limit',
  price: '97000.5',
  quantity: '0.25',
  quantityLeft: '0.25',
  state: 'NEW',
  createdAt: NOW - HOUR,
  updatedAt: null,
  executedAt: null,
  ...more,
});

const ORDERS: readonly Order[] = [
  order('018f-1a2b-0001', 'buy'),
  order('018f-1a2b-0002', 'sell', { state: 'PARTIALLY_FILLED', quantityLeft: '0.1', price: '98100' }),
  order('018f-1a2b-0003', 'buy', { isPostOnly: true, price: '96500' }),
  order('018f-1a2b-0004', 'sell', { stopPrice: '95000', price: '94990' }),
];

const execution = (id: string, side: Execution['side']): Execution => ({
  id,
  pair: PAIR.symbol,
  side,
  kind: 'limit',
  price: '97250.5',
  quantity: '0.125',
  value: '12156.3125',
  fee: '12.15',
  feeCurrency: 'USDT',
  feeRate: '0.1',
  isMaker: side === 'buy',
  createdAt: NOW - HOUR,
});

const rung = (price: string, share: number, isOwn = false): BookRow => ({
  price,
  quantity: '0.5',
  priceShown: price,
  quantityShown: '0.50000',
  totalShown: '1.25000',
  share,
  isOwn,
});

const VIEW: BookView = {
  asks: [rung('97251.0', 200), rung('97252.5', 450, true), rung('97260.0', 800), rung('97264.0', 1000)],
  bids: [rung('97250.5', 100), rung('97249.0', 350), rung('97240.5', 600, true), rung('97238.0', 900)],
  top: { bid: '97250.5', ask: '97251.0', last: '97250.5' },
  spread: { amount: '0.5', percent: '0.001' },
  volumes: { bids: '120.5', asks: '98.25' },
  isEmpty: false,
};

const STORE = {
  pair: PAIR.symbol,
  subscribe: () => nothing,
  view: () => VIEW,
} as Partial<BookStore> as BookStore;

const HISTORY: HistoryScreenState<Order> = {
  phase: 'current',
  failure: null,
  updatedAt: NOW,
  records: ORDERS,
  rows: ORDERS,
  page: 1,
  filter: 'all',
  search: '',
  sort: { column: 'date', direction: 'descending' },
  range: null,
  hasNext: false,
  hasPrevious: false,
  isRefreshOff: false,
  refresh: nothing,
  send: nothing,
};

const coin = (ticker: string, isOpen: boolean, needsRefundAddress = false) => ({
  ticker,
  name: ticker,
  network: null,
  available: '1.5',
  inOrders: '0.25',
  total: '1.75',
  isDepositEnabled: isOpen,
  isWithdrawalEnabled: isOpen,
  needsRefundAddress,
});

const WALLET = {
  rows: [coin('BTC', true), coin('GRIN', true, true), coin('KAS', false)],
  prices: {},
  failure: null,
} as unknown as Wallet;

const ticket = (id: string, status: Ticket['status']): Ticket => ({
  id,
  subject: 'My deposit has not arrived',
  status,
  category: 'deposit',
  description: '',
  createdAt: NOW - HOUR,
  modifiedAt: null,
  owner: 'trader',
});

const figures = { isOfAll: false, pair: PAIR, digits: 1, quantityDigits: 5, onBegin: () => undefined };

export const ROWS: Section = {
  name: 'rows',
  title: 'Rows of the trading screen',
  specimens: [
    inPlace(
      'Order book',
      <section className={book.panel} data-status="live" aria-label="Order book">
        <div className={`${book.body} galleryBook`}>
          <Ladder
            pair={PAIR}
            store={STORE}
            rows={4}
            filter="all"
            grouping={null}
            digits={{ priceDigits: 1, quantityDigits: 5 }}
            isInSatoshi={false}
            tick="0.5"
            own={{ asks: [], bids: [] }}
            mayPick
            trustedUntil={null}
            onPick={nothing}
          />
        </div>
      </section>,
      [
        ['rest', '[data-side=ask][data-level="0"]'],
        ['hover', '[data-side=ask][data-level="1"]'],
        ['focus', '[data-side=bid][data-level="1"] button'],
        ['pressed', '[data-side=bid][data-level="2"]'],
      ],
    ),
    inPlace('Market trades', <MarketHistory pair={PAIR} digits={1} />, [['rest', 'tbody tr']]),
    inPlace('Pairs', <MarketList pair="BTC-USDT" />, [
      ['rest', 'tbody tr:nth-child(2)'],
      ['hover', 'tbody tr:nth-child(3)'],
      ['focus', 'tbody tr:nth-child(4) a'],
      ['pressed', 'tbody tr:nth-child(5) a'],
    ]),
    inPlace(
      'Own orders',
      <div className={orders.panel}>
        <div className={lists.scroll}>
          <OrdersTable orders={ORDERS} {...figures} />
        </div>
      </div>,
      [
        ['rest', 'tbody tr:nth-child(1)'],
        ['hover', 'tbody tr:nth-child(2)'],
        ['focus', 'tbody tr:nth-child(3) button'],
        ['pressed', 'tbody tr:nth-child(4) button'],
      ],
    ),
    inPlace(
      'Own trades',
      <div className={orders.panel}>
        <div className={lists.scroll}>
          <TradesTable executions={[execution('1', 'buy'), execution('2', 'sell')]} {...figures} />
        </div>
      </div>,
      [
        ['rest', 'tbody tr:nth-child(1)'],
        ['hover', 'tbody tr:nth-child(2)'],
      ],
    ),
  ],
};

export const TABLES: Section = {
  name: 'tables',
  title: 'Rows of other lists',
  specimens: [
    inPlace('Markets', <MarketsTable />, [
      ['hover', 'tbody tr:nth-child(1)'],
      ['focus', 'tbody tr:nth-child(2) a'],
      ['pressed', 'tbody tr:nth-child(3) a'],
      ['hover', 'thead th:nth-child(1) button'],
      ['focus', 'thead th:nth-child(2) button'],
      ['pressed', 'thead th:nth-child(3) button'],
    ]),
    inPlace(
      'History',
      <Copier>
        <HistoryTable list="orders" state={HISTORY} columns={ORDER_COLUMNS} />
      </Copier>,
      [
        ['hover', 'tbody tr:nth-child(1)'],
        ['rest', 'tbody tr:nth-child(2)'],
        ['focus', 'thead th:nth-child(1) button'],
        ['pressed', 'thead th:nth-child(5) button'],
      ],
    ),
    inPlace('Wallet', <WalletTable wallet={WALLET} />, [
      ['hover', 'tbody tr:nth-child(1)'],
      ['focus', 'tbody tr:nth-child(2) a'],
      ['disabled', 'tbody tr:nth-child(3) button[disabled]'],
    ]),
    inPlace(
      'Tickets',
      <ul className={tickets.rows}>
        <TicketRow ticket={ticket('1', 'open')} isCurrent={false} />
        <TicketRow ticket={ticket('2', 'pending')} isCurrent={false} />
        <TicketRow ticket={ticket('3', 'closed')} isCurrent={false} />
        <TicketRow ticket={ticket('4', 'open')} isCurrent />
      </ul>,
      [
        ['hover', 'li:nth-child(1) a'],
        ['focus', 'li:nth-child(2) a'],
        ['pressed', 'li:nth-child(3) a'],
        ['rest', 'li:nth-child(4) a'],
      ],
    ),
  ],
};

const listOf = (state: Partial<HistoryScreenState<Order>>) => ({
  list: 'orders' as const,
  columns: ORDER_COLUMNS,
  state: { ...HISTORY, rows: [], records: [], ...state },
});

export const EMPTY_HISTORY = listOf({});
export const FAILED_HISTORY = listOf({
  phase: 'missing',
  records: null,
  failure: { code: 'unreachable', retryable: true },
});
export const LOADING_HISTORY = listOf({ phase: 'loading', records: null });
