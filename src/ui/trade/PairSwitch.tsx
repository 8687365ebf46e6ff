import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceDigits } from '../../domain/satoshi.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { MarketList } from '../markets/MarketList.tsx';
import classes from './PairBar.module.css';

interface PairSwitchProps {
  readonly pair: string;
  readonly digits: PriceDigits | undefined;
  readonly onClose: () => void;
}

/** The market list over the screen. Arrow keys walk it, Enter in the search opens the first (MARKET-13). */
export function PairSwitch({ pair, digits, onClose }: PairSwitchProps) {
  const { t } = useTranslation('trade');
  function walk(event: KeyboardEvent<HTMLElement>): void {
    const { key, target, currentTarget } = event;
    const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, a')];
    const at = stops.indexOf(target as HTMLElement);
    if (key === 'Enter' && at === 0) {
      // The list has opened the first one that was found.
      if (event.defaultPrevented) onClose();
      else stops[1]?.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined) return;
    event.preventDefault();
    stops[at + step]?.focus();
  }
  function leave({ target }: MouseEvent): void {
    if (target instanceof Element && target.closest('a')) onClose();
  }
  return (
    <Dialog title={t('list.switch')} onClose={onClose}>
      {/* The links inside are pressed. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div className={classes.switchList} onKeyDown={walk} onClick={leave}>
        <MarketList pair={pair} digits={digits} />
      </div>
    </Dialog>
  );
}
