import { Button, Group, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { decimal, type DecimalText } from '../../domain/decimal.ts';
import { DASH, formatAmount, formatBalance } from '../../domain/format.ts';
import type { Wallet } from './useWallet.ts';
import { shareOf, valueOf, type WalletRow } from './walletRows.ts';
import type { Tips } from '../kit/useTip.ts';
import { comingFrom } from '../kit/pageState.ts';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { Note } from '../kit/Fact.tsx';
import { Figure, Grouped } from '../kit/Figure.tsx';
import { Tip } from '../kit/Tip.tsx';
import { HiddenFigure } from './WalletFigures.tsx';
import classes from './Wallet.module.css';

interface Props {
  readonly row: WalletRow;
  readonly prices: Wallet['prices'];
  /** The value of all coins, in USD; null where no price is known. */
  readonly whole: DecimalText | null;
  readonly showsBalances: boolean;
  readonly tips: Tips;
}

export function WalletTableRow({ row, prices, whole, showsBalances, tips }: Props) {
  const { t } = useTranslation('wallet');
  const { ticker, available, inOrders, total } = row;
  const exact = { available, inOrders, total };
  const usd = valueOf(row, prices);
  const share = shareOf(usd, whole);
  return (
    <Table.Tr>
      <Table.Th scope="row" data-column="coin">
        <Group gap={10} wrap="nowrap">
          <CoinIcon symbol={ticker} />
          <span>
            <strong translate="no">{ticker}</strong>
            <Note>{row.name}</Note>
          </span>
        </Group>
      </Table.Th>
      <Table.Td data-column="balance" data-label={t('table.column.balance')}>
        {showsBalances ? (
          <Tip
            tips={tips}
            name={ticker}
            text={
              <dl className={classes.exact}>
                {(['available', 'inOrders', 'total'] as const).map((name) => (
                  <div key={name}>
                    <dt>{t(`table.tip.${name}`)}</dt>
                    <dd translate="no">
                      <Grouped text={exact[name]} />
                    </dd>
                  </div>
                ))}
              </dl>
            }
          >
            <Figure text={formatBalance(available)} />
          </Tip>
        ) : (
          <HiddenFigure />
        )}
      </Table.Td>
      <Table.Td data-column="total" data-label={t('table.column.total')}>
        {showsBalances ? <Figure text={formatBalance(total)} /> : <HiddenFigure />}
        {showsBalances && decimal(inOrders).units !== 0n && (
          <Note>
            <Grouped text={t('table.inOrders', { amount: inOrders })} />
          </Note>
        )}
        {showsBalances && usd !== null && (
          <Note translate="no">
            <Grouped text={t('table.usd', { value: formatAmount(usd, 'USD') })} />
            {share !== null && (
              <>
                {' · '}
                <span title={t('table.share')}>{share}</span>
                <span className="visually-hidden"> {t('table.share')}</span>
              </>
            )}
          </Note>
        )}
      </Table.Td>
      <Table.Td data-column="network">{row.network ?? DASH}</Table.Td>
      <Table.Td data-column="actions">
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Move row={row} way="deposit" isEnabled={row.isDepositEnabled} />
          <Move row={row} way="withdraw" isEnabled={row.isWithdrawalEnabled} />
        </Group>
      </Table.Td>
    </Table.Tr>
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
      <Button variant="default" size="xs" disabled title={why}>
        {name}
      </Button>
    );
  }
  const why = needsRefundAddress ? t('table.refundFirst', { coin: ticker }) : undefined;
  return (
    <Button
      component={Link}
      variant="default"
      size="xs"
      className={needsRefundAddress ? (classes.blocked ?? '') : ''}
      to={needsRefundAddress ? `/refund-addresses?coin=${ticker}` : `/${way}/${ticker}`}
      state={needsRefundAddress ? comingFrom(`/${way}/${ticker}`) : undefined}
      title={why}
      aria-description={why}
    >
      {name}
    </Button>
  );
}
