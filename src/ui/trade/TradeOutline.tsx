import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import bookClasses from '../orderBook/OrderBook.module.css';
import sheetClasses from './FormSheet.module.css';
import listClasses from './MarketHistory.module.css';
import { SideBar } from './SideBar.tsx';
import { TabBar } from './TabBar.tsx';
import classes from './TradeContent.module.css';

const ignore = () => undefined;

/**
 * The panels of the trading screen without their content: painted while its scripts load (TRADE-18). Rendered when the
 * client is built.
 */
export function TradeOutline() {
  const { t } = useTranslation('trade');
  const { config } = useApp();
  usePage({ title: config.brand.name });
  return (
    <div
      className={classes.screen}
      data-tab="chart"
      data-layout="standard"
      data-forms="both"
      aria-busy="true"
    >
      <div className={classes.top}>
        <div className={`${classes.panel} ${classes.bar}`} />
        <TabBar tab="chart" onTab={ignore} />
      </div>
      <div className={`${classes.panel} ${classes.day} ${classes.outlined}`} />
      <div className={`${classes.panel} ${classes.book}`}>
        <section className={bookClasses.panel} data-status="waiting">
          <header className={bookClasses.head}>
            <h2 className={bookClasses.title}>{t('book.region')}</h2>
            <span className={bookClasses.status}>{t('book.status.waiting')}</span>
          </header>
        </section>
      </div>
      <div className={`${classes.panel} ${classes.chart}`} />
      <div className={classes.forms}>
        <Box visibleFrom="sm" className={sheetClasses.sheet ?? ''} data-forms="both">
          <div className={`${sheetClasses.form} ${classes.outlined}`} />
          <div className={`${sheetClasses.form} ${classes.outlined}`} />
        </Box>
      </div>
      <div className={classes.lists}>
        <div className={`${classes.panel} ${classes.markets} ${classes.outlined}`}>
          <h2 className={listClasses.title}>{t('shell.markets')}</h2>
        </div>
        <div className={`${classes.panel} ${classes.history}`}>
          <h2 className={listClasses.title}>{t('history.region')}</h2>
        </div>
      </div>
      <div className={`${classes.panel} ${classes.mine}`}>
        <h2 className={listClasses.title}>{t('mine.region')}</h2>
      </div>
      <SideBar onOpen={ignore} />
    </div>
  );
}
