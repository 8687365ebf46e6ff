import { Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coin } from '../../domain/coin.ts';
import { decimal, isPositive } from '../../domain/decimal.ts';
import { formatTradeAmount } from '../../domain/format.ts';
import type { WithdrawalFacts } from '../../machines/withdrawal/withdrawal.rules.ts';
import { Fact } from '../kit/Fact.tsx';
import { Figure } from '../kit/Figure.tsx';
import { usePreference } from '../kit/usePreference.ts';

interface Props {
  readonly facts: WithdrawalFacts;
  readonly coin: Coin;
}

/** Balance, fee, congestion and minimum, as they are now (WITHDRAW-02). Amounts with eight decimals. */
export function WithdrawFacts({ facts, coin }: Props) {
  const { t } = useTranslation('withdraw');
  const title = useId();
  const [showsBalances] = usePreference('showBalances');
  const { balance, fee, congestion, feeStatus } = facts;
  const { ticker, minWithdrawalAmount: minimum, network } = coin;
  return (
    <Paper component="section" p="lg" aria-labelledby={title}>
      <Title order={2} mb="sm" id={title}>
        {t('facts.name', { coin: ticker })}
      </Title>
      <dl>
        <Fact name={t('facts.balance')}>
          {showsBalances ? <Figure text={formatTradeAmount(balance)} /> : t('facts.hidden')}
        </Fact>
        <Fact
          name={t('facts.fee')}
          note={t(feeStatus === 'outdated' ? 'facts.feeOutdated' : 'facts.feeHint')}
        >
          {fee === null ? t('facts.unknown') : <Figure text={formatTradeAmount(fee)} />}
        </Fact>
        <Fact
          name={t('facts.congestion')}
          {...(fee !== null && congestion === 'congested' ? { note: t('facts.congestedHint') } : {})}
        >
          {fee === null ? (
            t('facts.unknown')
          ) : (
            <Text span inherit c={congestion === 'congested' ? 'warning' : 'up'}>
              {t(`facts.${congestion}`)}
            </Text>
          )}
        </Fact>
        <Fact name={t('facts.minimum')}>
          {isPositive(decimal(minimum)) ? <Figure text={formatTradeAmount(minimum)} /> : t('facts.unknown')}
        </Fact>
        <Fact name={t('facts.network')}>{network ?? t('facts.unknown')}</Fact>
      </dl>
    </Paper>
  );
}
