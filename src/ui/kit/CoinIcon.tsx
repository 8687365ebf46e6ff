import { useEffect } from 'react';
import { coinIconName, hasCoinIcon } from '../../domain/coin.ts';
import { useApp } from './app.tsx';
import classes from './CoinIcon.module.css';

/** Decorative: the symbol is always beside it. A coin without an icon is logged once (PUBLIC-05). */
export function CoinIcon({ symbol }: { readonly symbol: string }) {
  const { warn } = useApp();
  useEffect(() => {
    if (!hasCoinIcon(symbol)) warn(`no icon for the coin ${symbol}`);
  }, [symbol, warn]);
  return (
    <svg className={classes.icon} aria-hidden="true" focusable="false">
      <use href={`/coins.svg#${coinIconName(symbol)}`} />
    </svg>
  );
}
