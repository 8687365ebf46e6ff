import { Paper, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coin } from '../../domain/coin.ts';
import { formatConfirmations, requiredConfirmations } from '../../domain/confirmations.ts';
import { addressFormatOf } from '../../domain/depositGate.ts';
import { decimal, isPositive } from '../../domain/decimal.ts';
import { formatTradeAmount } from '../../domain/format.ts';
import { usePreference } from '../kit/usePreference.ts';
import { useRead } from '../kit/useRead.ts';
import { useTips } from '../kit/useTip.ts';
import { Fact } from '../kit/Fact.tsx';
import { Figure } from '../kit/Figure.tsx';
import { Tip } from '../kit/Tip.tsx';

export function DepositFacts({ coin }: { readonly coin: Coin }) {
  const { t } = useTranslation('deposit');
  const title = useId();
  const { ticker, minDepositAmount: minimum, depositFee } = coin;
  const confirmations = coin.confirmations ?? requiredConfirmations(ticker);
  const amount = (value: string) => (
    <span translate="no">{t('facts.minimumValue', { amount: value, coin: ticker })}</span>
  );
  const hasMinimum = minimum !== null && isPositive(decimal(minimum));
  return (
    <Paper component="section" p="lg" aria-labelledby={title}>
      <Title order={2} mb="sm" id={title}>
        {t('facts.name')}
      </Title>
      <dl>
        <Fact name={t('facts.network')}>{coin.network ?? t('facts.unknown')}</Fact>
        <Fact name={t('facts.format')}>{addressFormatOf(coin) ?? t('facts.unknown')}</Fact>
        <Fact name={t('facts.minimum')} {...(hasMinimum && { note: t('facts.belowMinimum') })}>
          {hasMinimum ? amount(minimum) : t('facts.noMinimum')}
        </Fact>
        <Fact name={t('facts.confirmations')}>
          {confirmations === null ? (
            t('facts.unknownConfirmations')
          ) : (
            <span translate="no">{formatConfirmations(confirmations)}</span>
          )}
        </Fact>
        {depositFee !== null && isPositive(decimal(depositFee)) && (
          <Fact name={t('facts.fee')}>{amount(depositFee)}</Fact>
        )}
        <Fact name={t('facts.balance')}>
          <OwnBalance ticker={ticker} />
        </Fact>
      </dl>
    </Paper>
  );
}

function OwnBalance({ ticker }: { readonly ticker: string }) {
  const { t } = useTranslation('deposit');
  const [showsBalances] = usePreference('showBalances');
  const { data: balances } = useRead('balances');
  const tips = useTips();
  if (!showsBalances) return t('facts.hidden');
  if (balances === null) return t('facts.unknown');
  const { available, inOrders } = balances.find(({ currency }) => currency === ticker) ?? {
    available: '0',
    inOrders: '0',
  };
  return (
    <Tip tips={tips} name={ticker} text={t('facts.balanceTip', { available, inOrders, coin: ticker })}>
      <Figure text={formatTradeAmount(available)} />
    </Tip>
  );
}
