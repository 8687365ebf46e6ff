import { Box, Button, UnstyledButton } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market, Pair } from '../../domain/market.ts';
import { type PriceDigits, SAT } from '../../domain/satoshi.ts';
import type { Reading } from '../kit/useRead.ts';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import icon from '../kit/IconButton.module.css';
import { lazyPart } from '../kit/lazyPart.tsx';
import { DayFigures } from './DayFigures.tsx';
import { LinkDot, PairPrice } from './PairPrice.tsx';
import classes from './PairBar.module.css';
import shortcutClasses from './Shortcuts.module.css';

const AlertsDialog = lazyPart(() => import('../priceAlerts/AlertsDialog.tsx'), 'AlertsDialog', {
  words: 'alerts',
  instead: 'notice',
});

const PairSwitch = lazyPart(() => import('./PairSwitch.tsx'), 'PairSwitch', { instead: 'notice' });

interface PairBarProps {
  readonly pair: Pair;
  readonly markets: Reading<readonly Market[]>;
  readonly digits: PriceDigits | undefined;
  /** Takes no orders. */
  readonly isClosed: boolean;
  readonly children?: ReactNode;
}

/** The pair, its last price and its day (TRADE-01). */
export function PairBar({ pair, markets, digits, isClosed, children }: PairBarProps) {
  const { t } = useTranslation('trade');
  const [open, setOpen] = useState<'pairs' | 'alerts' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <header className={classes.bar}>
      <h1 className={classes.pair}>
        <CoinIcon symbol={pair.base} />
        <UnstyledButton
          className={classes.switch ?? ''}
          translate="no"
          aria-haspopup="dialog"
          onClick={() => setOpen('pairs')}
        >
          {pair.base}
          <span className={classes.quote}>{`/${pair.quote}`}</span>
        </UnstyledButton>
        {isClosed && <span className={classes.closed}>{t('closed')}</span>}
      </h1>
      <AlertsButton onOpen={() => setOpen('alerts')} />
      <PairPrice pair={pair} digits={digits} />
      <DayFigures pair={pair} markets={markets} digits={digits} />
      <LinkDot />
      {children}
      <Suspense>
        {open === 'pairs' && <PairSwitch pair={pair.symbol} digits={digits} onClose={close} />}
        {open === 'alerts' && (
          // Its prices are typed in the quote coin.
          <AlertsDialog pair={pair} digits={digits === SAT ? undefined : digits} onClose={close} />
        )}
      </Suspense>
    </header>
  );
}

/** Opens the price alerts of the pair. */
export function AlertsButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('trade');
  return (
    <UnstyledButton
      className={`${icon.icon} ${classes.bell}`}
      aria-haspopup="dialog"
      aria-label={t('alerts')}
      title={t('alerts')}
      onClick={onOpen}
    >
      <svg className="drawn" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3 12V7a5 5 0 0 1 10 0v5zM6 14h4" />
      </svg>
    </UnstyledButton>
  );
}

interface ScreenButtonsProps {
  readonly onSettings: () => void;
  readonly onShortcuts: () => void;
}

/** How the screen looks, and its keys. */
export function ScreenButtons({ onSettings, onShortcuts }: ScreenButtonsProps) {
  const { t } = useTranslation('trade');
  return (
    <Box visibleFrom="sm" className={shortcutClasses.buttons ?? ''}>
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('arrange.title')}
        onClick={onSettings}
      >
        <span className={shortcutClasses.word}>{t('arrange.title')}</span>
        <svg className="drawn" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 6h8m4 0h4M2 14h4m4 0h8" />
          <circle cx="12" cy="6" r="2" />
          <circle cx="8" cy="14" r="2" />
        </svg>
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('keys.title')}
        title={t('keys.title')}
        onClick={onShortcuts}
      >
        {t('keys.mark')}
      </Button>
    </Box>
  );
}
