import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coin } from '../../domain/coin.ts';
import { decimal, isPositive } from '../../domain/decimal.ts';
import { formatTradeAmount } from '../../domain/format.ts';
import type { WithdrawalFacts } from '../../machines/withdrawal/withdrawal.rules.ts';
import { Figure } from '../kit/Figure.tsx';
import columns from '../kit/Columns.module.css';
import { usePreference } from '../kit/usePreference.ts';
import classes from './Withdraw.module.css';

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
    <section className={columns.panel} aria-labelledby={title}>
      <h2 id={title} className={`${classes.heading} ${classes.aside}`}>
        {t('facts.name', { coin: ticker })}
      </h2>
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
            <span className={classes.congestion} data-congestion={congestion}>
              {t(`facts.${congestion}`)}
            </span>
          )}
        </Fact>
        <Fact name={t('facts.minimum')}>
          {isPositive(decimal(minimum)) ? <Figure text={formatTradeAmount(minimum)} /> : t('facts.unknown')}
        </Fact>
        <Fact name={t('facts.network')}>{network ?? t('facts.unknown')}</Fact>
      </dl>
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}

function Fact({ name, note, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </dd>
    </div>
  );
}
