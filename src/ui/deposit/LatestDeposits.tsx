import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coin } from '../../domain/coin.ts';
import { mayFinalize, missedMinimum } from '../../domain/deposit.ts';
import { useRead } from '../kit/useRead.ts';
import { AmountAndFee, Moment } from '../history/cells.tsx';
import { Copier } from '../history/copier.tsx';
import { DepositState } from '../history/DepositState.tsx';
import { ResumeLink } from '../history/resume.tsx';
import classes from './Deposit.module.css';

const SHOWN = 3;

interface Props {
  readonly coin: Coin;
  /** A deposit that the page shows already. */
  readonly exceptId?: string | null;
}

/** The last payments in this coin, with those below the minimum (DEPOSIT-08). */
export function LatestDeposits({ coin: { ticker, minDepositAmount }, exceptId = null }: Props) {
  const { t } = useTranslation(['deposit', 'history']);
  const title = useId();
  const { data } = useRead('deposits', { currency: ticker, limit: 10, offset: 0 });
  const latest = (data ?? [])
    .filter(({ currency, id }) => currency === ticker && id !== exceptId)
    .slice(0, SHOWN);
  if (latest.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby={title}>
      <h2 id={title}>{t('latest')}</h2>
      <Copier>
        <ul className={classes.latest}>
          {latest.map((deposit) => (
            <li key={deposit.id}>
              <AmountAndFee amount={deposit.amount} fee={null} coin={ticker} />
              <Moment time={deposit.createdAt} />
              <DepositState deposit={deposit} missed={missedMinimum(deposit, minDepositAmount)}>
                {mayFinalize(deposit) && (
                  <ResumeLink to={`/deposit/${ticker}`} id={deposit.id}>
                    {t('history:resumeDeposit')}
                  </ResumeLink>
                )}
              </DepositState>
            </li>
          ))}
        </ul>
      </Copier>
    </section>
  );
}
