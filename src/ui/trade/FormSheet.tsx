import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceDigits } from '../../domain/satoshi.ts';
import type { Side, Pair } from '../../domain/market.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { useChoice } from '../kit/usePreference.ts';
import { useOpenForms } from '../orderForm/useOrderForm.ts';
import { NARROW } from './TabBar.tsx';
import classes from './FormSheet.module.css';

const FormDrawer = lazyPart(() => import('./FormDrawer.tsx'), 'FormDrawer', { instead: 'notice' });
const FormTabs = lazyPart(() => import('./FormTabs.tsx'), 'FormTabs');

interface FormSheetProps {
  readonly pair: Pair;
  readonly digits: PriceDigits | undefined;
  /** The one that is shown where there is room for one (TRADE-13). */
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  /** The form over a narrow screen; null for none. */
  readonly open: Side | null;
  readonly onClose: () => void;
  readonly buy: ReactNode;
  readonly sell: ReactNode;
}

/** Both forms, or one with tabs; in a narrow window one at a time, over the screen. */
export function FormSheet({ pair, digits, side, onSide, open, onClose, buy, sell }: FormSheetProps) {
  const { t } = useTranslation('trade');
  useOpenForms(pair.symbol);
  const [forms] = useChoice('orderForms');
  const place = useRef<HTMLSpanElement>(null);
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  // A window that became wide needs no drawer, nor does it when it is narrow again.
  useEffect(() => (isNarrow ? onClose : undefined), [isNarrow, onClose]);
  const both = [
    { side: 'buy', form: buy },
    { side: 'sell', form: sell },
  ].map((one) => (
    <div key={one.side} id={`trade-form-${one.side}`} className={classes.form} data-side={one.side}>
      {one.form}
      {!isNarrow && (
        // Between the forms and own orders are the markets, one or two stops each (TRADE-30).
        <a className={classes.skip} href="#own-trading">
          {t('layout.toOrders')}
        </a>
      )}
    </div>
  ));
  if (isNarrow) {
    const close = (): void => {
      // Where a key has opened it, Tab goes on from here. A button that did takes the focus back.
      place.current?.focus();
      onClose();
    };
    return (
      <Suspense>
        <span ref={place} className="visually-hidden" tabIndex={-1} />
        <FormDrawer pair={pair} digits={digits} open={open} onClose={close}>
          {both}
        </FormDrawer>
      </Suspense>
    );
  }
  return (
    <div className={classes.sheet} data-forms={forms} data-side={side}>
      {forms === 'tabs' && (
        <div className={classes.choice}>
          <Suspense>
            <FormTabs side={side} onSide={onSide} />
          </Suspense>
        </div>
      )}
      {both}
    </div>
  );
}
