import { createContext, use, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Coin } from '../../domain/coin.ts';
import type { AskedRecord } from '../../domain/ticketList.ts';
import { useRead } from '../kit/useRead.ts';
import classes from './Cells.module.css';

/** The way to a new ticket about one record, whose id stands in it. The id goes along in the page, not in its address. */
export function AskSupport({ record }: { readonly record: AskedRecord }) {
  const { t } = useTranslation('history');
  return (
    <Link className={classes.minor} to={`/support?new=${record.category}`} state={{ record }}>
      {t('askSupport')}
    </Link>
  );
}

type Facts = Pick<Coin, 'network' | 'explorerUrl' | 'minDepositAmount'>;

/** The default listing: one page of fifty. */
const COINS = { page: 1, limit: 50 };
const UNKNOWN: Facts = { network: null, explorerUrl: null, minDepositAmount: null };

const CoinFactsContext = createContext<ReadonlyMap<string, Facts>>(new Map());

/** What the server's list of coins says of the coins of a table. */
export function CoinFacts({ children }: { readonly children: ReactNode }) {
  const { data: coins } = useRead('coins', COINS);
  const facts = useMemo(() => new Map((coins ?? []).map((coin) => [coin.ticker, coin])), [coins]);
  return <CoinFactsContext value={facts}>{children}</CoinFactsContext>;
}

/** What is known of a coin; null where they are not known, or not yet. */
export const useCoinFacts = (ticker: string): Facts => use(CoinFactsContext).get(ticker) ?? UNKNOWN;
