import { Button } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PriceDigits } from '../../domain/satoshi.ts';
import type { Pair } from '../../domain/market.ts';
import { OPEN_STATES, OWN_ROWS } from '../../domain/order.ts';
import { shownTab, type ShownTab } from '../../domain/ownPanel.ts';
import { SCREEN_CHOICES, type Chosen } from '../../domain/screenChoices.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { TabList } from '../kit/TabList.tsx';
import { useChoice } from '../kit/usePreference.ts';
import { useRead } from '../kit/useRead.ts';
import { usePanelRefresh } from './usePanelRefresh.ts';
import { useSession } from '../kit/useSession.ts';
import { useIsOffline } from '../trade/useLastPrice.ts';
import lists from '../kit/DenseList.module.css';
import classes from './MyOrders.module.css';
import { Loading, Panel, SignInPrompt } from './Panel.tsx';

// Visitors do not load what only users see.
const CancelAll = lazyPart(() => import('./CancelAll.tsx'), 'CancelAll', { instead: 'nothing' });
const OrdersTable = lazyPart(() => import('./OrdersTable.tsx'), 'OrdersTable');
const TradesTable = lazyPart(() => import('./TradesTable.tsx'), 'TradesTable');

const OWN = [CancelAll, OrdersTable, TradesTable];

interface MyOrdersProps {
  readonly pair: Pair;
  readonly digits: PriceDigits | undefined;
  /** 0 while not known. */
  readonly quantityDigits: number;
}

const TABS = SCREEN_CHOICES.ownTab;
type Tab = Chosen<'ownTab'>;

const FULL_LIST: Readonly<Record<Tab, string>> = { trades: '/trading-history', orders: '/active-orders' };

/** The user's latest trades and open orders of the pair; visitors are asked to sign in (TRADE-04). */
export function MyOrders({ pair, digits, quantityDigits }: MyOrdersProps) {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
  const isOffline = useIsOffline();
  const [pairs, choosePairs] = useChoice('ownPairs');
  const isOfAll = pairs === 'all';
  // A load is no part of a drawing.
  useEffect(() => {
    // Loads while the lists are being read. A failed load is reported when the part is shown.
    if (isSignedIn) for (const part of OWN) part.preload().catch(() => undefined);
  }, [isSignedIn]);
  const of = isOfAll ? {} : { pair: pair.symbol };
  const orders = useRead('orders', { ...of, state: OPEN_STATES, skip: 0, limit: OWN_ROWS });
  const executions = useRead('executions', { ...of, skip: 0, limit: OWN_ROWS });
  const counts = { trades: countOf(executions.data), orders: countOf(orders.data) };
  const [tab, setTab] = useShownTab({ orders: orders.data, fills: executions.data, of: pairs });
  const refreshes = {
    trades: usePanelRefresh(executions, t('mine.tab.trades')),
    orders: usePanelRefresh(orders, t('mine.tab.orders')),
  };
  return (
    <section className={classes.panel} id="own-trading" tabIndex={-1} aria-label={t('mine.region')}>
      <div className={classes.head}>
        <TabList
          label={t('mine.tabs')}
          tabs={TABS}
          tab={tab}
          wordsOf={(one) => t(`mine.tab.${one}`)}
          countOf={isSignedIn ? (one) => counts[one] : undefined}
          panelOf={() => 'mine-panel'}
          onTab={setTab}
          className={classes.tabs}
        />
        {isSignedIn && (
          <div className={classes.tools}>
            {/* Keeps its place on the other tab, so that nothing moves (TRADE-22). */}
            <span className={classes.cancelAll} hidden={tab !== 'orders'}>
              <Suspense>
                <CancelAll pair={isOfAll ? null : pair.symbol} keysFor={pair.symbol} digits={digits} />
              </Suspense>
            </span>
            <Link
              className={classes.all}
              to={FULL_LIST[tab]}
              data-also={TABS.map((one) => t(`mine.all.${one}`)).join('\n')}
            >
              {t(`mine.all.${tab}`)}
            </Link>
            {/* The browser's own box: Mantine's is on no screen of the desk. */}
            <label className={classes.pairs}>
              <input
                type="checkbox"
                checked={isOfAll}
                onChange={({ currentTarget }) => choosePairs(currentTarget.checked ? 'all' : 'one')}
              />
              {t('mine.allPairs')}
            </label>
            <Button
              className={classes.refresh ?? ''}
              size="compact-xs"
              variant="default"
              data-cooling={refreshes[tab].isCooling}
              onClick={refreshes[tab].refresh}
            >
              {t('word.refresh')}
            </Button>
          </div>
        )}
      </div>
      <div
        className={`${lists.scroll} ${classes.rows}`}
        data-dead={isOffline || { trades: executions, orders }[tab].failure !== null}
        role="tabpanel"
        id="mine-panel"
        aria-labelledby={`mine-panel-${tab}`}
      >
        {!isSignedIn && <SignInPrompt />}
        <Suspense fallback={<Loading />}>
          {isSignedIn && tab === 'trades' && (
            <Panel reading={executions}>
              {(list) => (
                <TradesTable
                  executions={list}
                  isOfAll={isOfAll}
                  pair={pair}
                  digits={digits}
                  quantityDigits={quantityDigits}
                />
              )}
            </Panel>
          )}
          {isSignedIn && tab === 'orders' && (
            <Panel reading={orders}>
              {(list) => (
                <OrdersTable
                  orders={list}
                  isOfAll={isOfAll}
                  pair={pair}
                  digits={digits}
                  quantityDigits={quantityDigits}
                />
              )}
            </Panel>
          )}
        </Suspense>
      </div>
    </section>
  );
}

/** As many as the panel lists at most. */
const countOf = (list: readonly unknown[] | null): string =>
  list === null ? '' : `${list.length}${list.length < OWN_ROWS ? '' : '+'}`;

function useShownTab(lists: Omit<ShownTab, 'tab'>): readonly [tab: Tab, press: (tab: Tab) => void] {
  const [kept, keep] = useChoice('ownTab');
  const [shown, setShown] = useState<ShownTab | null>(null);
  const next = shownTab(shown, lists, kept);
  if (next !== shown) setShown(next);
  return [
    next?.tab ?? kept,
    (tab) => {
      keep(tab);
      setShown({ ...lists, tab });
    },
  ];
}
