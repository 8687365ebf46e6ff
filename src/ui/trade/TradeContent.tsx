import { Suspense, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quoteDigits } from '../../domain/format.ts';
import type { Side, Pair } from '../../domain/market.ts';
import { type PriceDigits, priceText, SAT } from '../../domain/satoshi.ts';
import { CandleChart } from '../candleChart/CandleChart.tsx';
import { useApp } from '../kit/app.tsx';
import { lazyPart, lazyScreen } from '../kit/lazyPart.tsx';
import { usePage } from '../kit/usePage.ts';
import { useChoice } from '../kit/usePreference.ts';
import { useRead } from '../kit/useRead.ts';
import { useSatoshi } from '../kit/useSatoshi.ts';
import { MarketList } from '../markets/MarketList.tsx';
import { MyOrders } from '../openOrders/MyOrders.tsx';
import { OrderForm } from '../orderForm/OrderForm.tsx';
import { BookPanel } from './BookPanel.tsx';
import { DayFigures } from './DayFigures.tsx';
import { FormSheet } from './FormSheet.tsx';
import { MarketHistory } from './MarketHistory.tsx';
import { PairBar, ScreenButtons } from './PairBar.tsx';
import { SideBar } from './SideBar.tsx';
import { TabBar, NARROW, panelOf, type Tab } from './TabBar.tsx';
import classes from './TradeContent.module.css';
import { useLastPrice, useSharedLastPrice } from './useLastPrice.ts';
import { useTradeKeys } from './useTradeKeys.ts';

/** Lazily loaded: few users see it. */
export const NoSuchPair = lazyScreen(() => import('../layout/NotFoundScreen.tsx'), 'NotFoundScreen');

const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog', {
  instead: 'notice',
});

const Ladder = lazyPart(() => import('../orderForm/LadderDialog.tsx'), 'Ladder', { instead: 'notice' });
const SettingsDialog = lazyPart(() => import('./SettingsDialog.tsx'), 'SettingsDialog', {
  instead: 'notice',
});

const NOT_FOUND = 404;

/** The stylesheet decides how many panels show at once. */
export function TradeContent({ pair }: { readonly pair: Pair }) {
  const settings = useRead('pairSettings', { pair: pair.symbol }, { isEssential: true });
  const markets = useRead('markets');
  // Not once its panels are there, which a list that comes later would take away.
  const [isDoubted] = useState(() => markets.data?.every((one) => one.pair !== pair.symbol) === true);
  const [tab, setTab] = useState<Tab>('chart');
  const [sheet, setSheet] = useState<Side | null>(null);
  const [isSetting, setSetting] = useState(false);
  const [ladder, setLadder] = useState<Side | null>(null);
  const showSettings = useCallback(() => {
    // The sheet would keep the keyboard.
    setSheet(null);
    setSetting(true);
  }, []);
  const closeSheet = useCallback(() => setSheet(null), []);
  const [side, setSide] = useState<Side>('buy');
  const [layout] = useChoice('tradeLayout');
  const [forms] = useChoice('orderForms');
  const showForm = (wanted: Side): void => {
    setSide(wanted);
    // Wide screens show the forms beside the book.
    setSheet(matchMedia(NARROW).matches ? wanted : null);
  };
  const keys = useTradeKeys({ showForm, showMarkets: () => setTab('chart') });

  const { preferences } = useApp();
  const isKnown = settings.data !== null;
  // It is stored, which is no part of a drawing.
  useEffect(() => {
    if (isKnown) preferences.writeLastPair(pair.symbol);
  }, [preferences, isKnown, pair.symbol]);

  const { isOn: isInSatoshi } = useSatoshi(pair.symbol);
  const digits = isInSatoshi ? SAT : (settings.data?.pricePrecision ?? quoteDigits(pair.quote));

  // The name is well formed, but the server has no such pair.
  if (settings.failure?.status === NOT_FOUND) return <NoSuchPair />;
  // Nothing else is asked of a pair that the list of markets lacks, until the server knows it (TRADE-29).
  if (isDoubted && settings.data === null && settings.failure === null) return null;

  return (
    <div className={classes.screen} data-tab={tab} data-layout={layout} data-forms={forms}>
      <TradeTitle pair={pair} digits={digits} />
      <div className={classes.top}>
        <div className={`${classes.panel} ${classes.bar}`}>
          <PairBar
            pair={pair}
            markets={markets}
            digits={digits}
            isClosed={settings.data?.isEnabled === false}
          >
            <ScreenButtons onSettings={showSettings} onShortcuts={keys.showList} />
          </PairBar>
        </div>
        <TabBar tab={tab} onTab={setTab} />
      </div>
      <div className={`${classes.panel} ${classes.day}`}>
        <DayFigures pair={pair} markets={markets} digits={digits} />
      </div>
      <div id={panelOf('book')} className={`${classes.panel} ${classes.book}`}>
        <BookPanel pair={pair} onFilled={showForm} />
      </div>
      <div id={panelOf('chart')} className={`${classes.panel} ${classes.chart}`}>
        <CandleChart pair={pair} digits={digits} />
      </div>
      <div className={classes.forms}>
        <FormSheet
          pair={pair}
          digits={digits}
          side={side}
          onSide={setSide}
          open={sheet}
          onClose={closeSheet}
          buy={
            <OrderForm pair={pair} side="buy" onSettings={showSettings} onLadder={() => setLadder('buy')} />
          }
          sell={
            <OrderForm pair={pair} side="sell" onSettings={showSettings} onLadder={() => setLadder('sell')} />
          }
        />
      </div>
      <div className={classes.lists}>
        <div className={`${classes.panel} ${classes.markets}`}>
          <MarketList pair={pair.symbol} digits={digits} />
        </div>
        <div id={panelOf('trades')} className={`${classes.panel} ${classes.history}`}>
          <MarketHistory pair={pair} digits={digits} />
        </div>
      </div>
      <div id={panelOf('orders')} className={`${classes.panel} ${classes.mine}`}>
        <MyOrders pair={pair} digits={digits} quantityDigits={settings.data?.quantityPrecision ?? 0} />
      </div>
      <SideBar onOpen={setSheet} />
      {/* Not in its form, which moves into a drawer when the window becomes narrow. */}
      {ladder !== null && (
        <Suspense>
          <Ladder pair={pair} side={ladder} onClose={() => setLadder(null)} />
        </Suspense>
      )}
      {isSetting && (
        <Suspense>
          <SettingsDialog pair={pair} onClose={() => setSetting(false)} />
        </Suspense>
      )}
      {keys.isListed && (
        <Suspense>
          <ShortcutsDialog onClose={keys.closeList} />
        </Suspense>
      )}
    </div>
  );
}

interface TradeTitleProps {
  readonly pair: Pair;
  readonly digits: PriceDigits | undefined;
}

/** The stylesheet could find that out with `:has()`, but then the browser looks again after every key that is typed. */
function useFillsWindow(): void {
  useLayoutEffect(() => {
    const root = document.getElementById('root');
    root?.setAttribute('data-fills', 'window');
    return () => root?.removeAttribute('data-fills');
  }, []);
}

/** Traders look for the price in the tab's title while they work elsewhere. */
function TradeTitle({ pair, digits }: TradeTitleProps) {
  const { t } = useTranslation('trade');
  const { config } = useApp();
  const { price } = useLastPrice(pair.symbol);
  useSharedLastPrice(pair.symbol);
  useFillsWindow();
  const name = `${pair.base}/${pair.quote}`;
  const page = price === null ? name : t('header.title', { price: priceText(price, digits), pair: name });
  usePage({
    title: t('title.page', { page, name: config.brand.name }),
    description: t('header.description', { base: pair.base, quote: pair.quote }),
  });
  return null;
}
