import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { decimal, type DecimalText } from '../../domain/decimal.ts';
import { DASH, formatWalletValue } from '../../domain/format.ts';
import type { WalletRow } from './walletRows.ts';
import type { Tips } from '../kit/useTip.ts';
import { comingFrom } from '../kit/pageState.ts';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { Figure, Grouped } from '../kit/Figure.tsx';
import { Tip } from '../kit/Tip.tsx';
import { HiddenFigure } from './WalletFigures.tsx';
import classes from './Wallet.module.css';

interface Props {
  readonly row: WalletRow;
  /** What the total is worth; null where no price is known. */
  readonly usd: DecimalText | null;
  readonly showsBalances: boolean;
  readonly tips: Tips;
}

export function WalletTableRow({ row, usd, showsBalances, tips }: Props) {
  const { t } = useTranslation('wallet');
  const { ticker, available, inOrders, total } = row;
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.coin}>
        <span className={classes.coinName}>
          <CoinIcon symbol={ticker} />
          <span>
            <span className={classes.ticker} translate="no">
              {ticker}
            </span>
            <span className={classes.name}>{row.name}</span>
          </span>
        </span>
      </th>
      <td className={classes.balance} data-label={t('table.column.balance')}>
        {showsBalances ? (
          <Tip
            tips={tips}
            name={ticker}
            text={
              <dl className={classes.exact}>
                <dt>{t('table.tip.available')}</dt>
                <dd translate="no">
                  <Grouped text={available} />
                </dd>
                <dt>{t('table.tip.inOrders')}</dt>
                <dd translate="no">
                  <Grouped text={inOrders} />
                </dd>
                <dt>{t('table.tip.total')}</dt>
                <dd translate="no">
                  <Grouped text={total} />
                </dd>
              </dl>
            }
          >
            <Figure text={formatWalletValue(available, ticker)} />
          </Tip>
        ) : (
          <HiddenFigure />
        )}
      </td>
      <td className={classes.total} data-label={t('table.column.total')}>
        {showsBalances ? <Figure text={formatWalletValue(total, ticker)} /> : <HiddenFigure />}
        {showsBalances && decimal(inOrders).units !== 0n && (
          <span className={classes.usd}>
            <Grouped text={t('table.inOrders', { amount: inOrders })} />
          </span>
        )}
        {showsBalances && usd !== null && (
          <span className={classes.usd} translate="no">
            <Grouped text={t('table.usd', { value: formatWalletValue(usd, 'USD') })} />
          </span>
        )}
      </td>
      <td className={classes.network} data-label={t('table.column.network')}>
        {row.network ?? DASH}
      </td>
      <td className={classes.actions}>
        <span className={classes.buttons}>
          <Move row={row} way="deposit" isEnabled={row.isDepositEnabled} />
          <Move row={row} way="withdraw" isEnabled={row.isWithdrawalEnabled} />
        </span>
      </td>
    </tr>
  );
}

interface MoveProps {
  readonly row: WalletRow;
  readonly way: 'deposit' | 'withdraw';
  readonly isEnabled: boolean;
}

/** One way in or out: switched off by the venue, waiting for a refund address and leading there, or open (WALLET-02). */
function Move({ row: { ticker, needsRefundAddress }, way, isEnabled }: MoveProps) {
  const { t } = useTranslation('wallet');
  const name = t(`table.${way}`);
  if (!isEnabled) {
    const why = t(way === 'deposit' ? 'table.depositOff' : 'table.withdrawalOff', { coin: ticker });
    return (
      <button type="button" className={classes.move} disabled title={why}>
        {name}
      </button>
    );
  }
  const why = needsRefundAddress ? t('table.refundFirst', { coin: ticker }) : undefined;
  return (
    <Link
      className={classes.move}
      to={needsRefundAddress ? `/refund-addresses?coin=${ticker}` : `/${way}/${ticker}`}
      state={needsRefundAddress ? comingFrom(`/${way}/${ticker}`) : undefined}
      data-blocked={needsRefundAddress}
      title={why}
      aria-description={why}
    >
      {name}
    </Link>
  );
}
