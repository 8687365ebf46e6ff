import { Drawer, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type PriceDigits, priceText } from '../../domain/satoshi.ts';
import type { Pair, Side } from '../../domain/market.ts';
import { Grouped } from '../kit/Figure.tsx';
import { useBookTop } from '../orderBook/useOrderBook.ts';
import classes from './FormSheet.module.css';

interface FormDrawerProps {
  readonly pair: Pair;
  readonly digits: PriceDigits | undefined;
  /** Null for none. */
  readonly open: Side | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of one side over a narrow screen. */
export function FormDrawer({ pair, digits, open, onClose, children }: FormDrawerProps) {
  const { t } = useTranslation('trade');
  return (
    <Drawer.Root
      opened={open !== null}
      onClose={onClose}
      position="bottom"
      size="auto"
      transitionProps={{ duration: 0 }}
      // Mantine listens before the help inside, which Escape closes first.
      closeOnEscape={false}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <Drawer.Overlay />
      <Drawer.Content className={classes.drawer ?? ''} data-open={open}>
        <div className={classes.head}>
          <Drawer.Title>
            {open && t(`layout.sheet.${open}`, { base: pair.base, quote: pair.quote })}
          </Drawer.Title>
          <UnstyledButton className={classes.close ?? ''} onClick={onClose}>
            {t('word.close')}
          </UnstyledButton>
          {open && <BestPrices pair={pair} digits={digits} />}
        </div>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** For a form that covers the book. */
function BestPrices({ pair, digits }: Pick<FormDrawerProps, 'pair' | 'digits'>) {
  const { t } = useTranslation('trade');
  const { bid, ask } = useBookTop(pair.symbol);
  return (
    <dl className={classes.best}>
      <div>
        <dt>{t('layout.bid')}</dt>
        <dd translate="no" data-side="bid">
          <Grouped text={priceText(bid, digits)} />
        </dd>
      </div>
      <div>
        <dt>{t('layout.ask')}</dt>
        <dd translate="no" data-side="ask">
          <Grouped text={priceText(ask, digits)} />
        </dd>
      </div>
    </dl>
  );
}
