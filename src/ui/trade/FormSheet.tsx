import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Side, Pair } from '../../domain/market.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { useChoice } from '../kit/usePreference.ts';
import { NARROW } from './TabBar.tsx';
import classes from './FormSheet.module.css';

const BestPrices = lazyPart(() => import('./BestPrices.tsx'), 'BestPrices', { instead: 'nothing' });
const FormTabs = lazyPart(() => import('./FormTabs.tsx'), 'FormTabs');

interface FormSheetProps {
  readonly pair: Pair;
  readonly digits: number | undefined;
  /** The one that is shown where there is room for one (TRADE-13). */
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  /** The form over a narrow screen; null for none. */
  readonly open: Side | null;
  readonly onClose: () => void;
  readonly buy: ReactNode;
  readonly sell: ReactNode;
}

/** A dialog on narrow screens. The form keeps its place in the tree, so typed text stays. */
export function FormSheet({ pair, digits, side, onSide, open, onClose, buy, sell }: FormSheetProps) {
  const { t } = useTranslation('trade');
  const [forms] = useChoice('orderForms');
  const sheet = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (open === null) return undefined;
    const opener = document.activeElement;
    sheet.current?.querySelector<HTMLElement>('button')?.focus();
    document.body.classList.add('scroll-locked');
    return () => {
      document.body.classList.remove('scroll-locked');
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);

  useEffect(() => {
    if (open === null) return undefined;
    function listener(event: KeyboardEvent): void {
      if (event.key === 'Escape') onClose();
      if (event.key === 'Tab') keepInside(event, sheet.current);
    }
    // A window that became wide needs no sheet.
    const narrow = matchMedia(NARROW);
    document.addEventListener('keydown', listener);
    narrow.addEventListener('change', onClose);
    return () => {
      document.removeEventListener('keydown', listener);
      narrow.removeEventListener('change', onClose);
    };
  }, [open, onClose]);

  const title = open === null ? null : t(`layout.sheet.${open}`, { base: pair.base, quote: pair.quote });
  const dialog = title === null ? {} : ({ role: 'dialog', 'aria-modal': true, 'aria-label': title } as const);
  return (
    <>
      {open !== null && (
        // For the pointer; the keyboard has Escape and the button.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div className={classes.backdrop} onClick={onClose} />
      )}
      <div
        ref={sheet}
        className={classes.sheet}
        data-open={open ?? 'none'}
        data-forms={forms}
        data-side={side}
        {...dialog}
      >
        {open !== null && (
          <div className={classes.head}>
            <h2>{title}</h2>
            <button type="button" className={classes.close} onClick={onClose}>
              {t('layout.close')}
            </button>
            <Suspense>
              <BestPrices pair={pair} digits={digits} />
            </Suspense>
          </div>
        )}
        {forms === 'tabs' && (
          <div className={classes.choice}>
            <Suspense>
              <FormTabs side={side} onSide={onSide} />
            </Suspense>
          </div>
        )}
        <div id="trade-form-buy" className={classes.form} data-side="buy">
          {buy}
          <SkipToOrders />
        </div>
        <div id="trade-form-sell" className={classes.form} data-side="sell">
          {sell}
          <SkipToOrders />
        </div>
      </div>
    </>
  );
}

/** Between the forms and own orders are the markets, one or two stops each (TRADE-30). */
function SkipToOrders() {
  const { t } = useTranslation('trade');
  return (
    <a className={classes.skip} href="#own-trading">
      {t('layout.toOrders')}
    </a>
  );
}

const REACHABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, [tabindex="0"]';

function keepInside(event: KeyboardEvent, sheet: HTMLElement | null): void {
  const stops = [...(sheet?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])].filter(
    (element) => element.offsetParent !== null,
  );
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return;
  const at = document.activeElement;
  if (event.shiftKey && (at === first || !sheet?.contains(at))) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && (at === last || !sheet?.contains(at))) {
    event.preventDefault();
    first.focus();
  }
}
