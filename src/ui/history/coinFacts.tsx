import { createContext, use, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Coin } from '../../domain/coin.ts';
import type { AskedRecord } from '../../domain/ticketList.ts';
import { useRead } from '../kit/useRead.ts';
import classes from './Cells.module.css';

/** Links to a new ticket about one record. The id is kept out of the address. */
export function AskSupport({ record }: { readonly record: AskedRecord }) {
  const { t } = useTranslation('history');
  return (
    <Link className={classes.minor} to={`/support?new=${record.category}`} state={{ record }}>
      {t('askSupport')}
    </Link>
  );
}

type Facts = Pick<Coin, 'network' | 'explorerUrl' | 'minDepositAmount'>;

const COINS = { page: 1, limit: 50 };
const UNKNOWN: Facts = { network: null, explorerUrl: null, minDepositAmount: null };

const CoinFactsContext = createContext<ReadonlyMap<string, Facts>>(new Map());

export function CoinFacts({ children }: { readonly children: ReactNode }) {
  const { data: coins } = useRead('coins', COINS);
  const facts = useMemo(() => new Map((coins ?? []).map((coin) => [coin.ticker, coin])), [coins]);
  return <CoinFactsContext value={facts}>{children}</CoinFactsContext>;
}

export const useCoinFacts = (ticker: string): Facts => use(CoinFactsContext).get(ticker) ?? UNKNOWN;
