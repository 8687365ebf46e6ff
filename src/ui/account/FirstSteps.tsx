import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { User } from '../../domain/account.ts';
import { useCapabilities } from '../kit/app.tsx';
import { useRead } from '../kit/useRead.ts';
import { LATEST } from './Glance.tsx';
import classes from './Links.module.css';

interface Step {
  readonly name: 'twoFactor' | 'key' | 'refund' | 'deposit';
  readonly to: string;
  /** Null while it is not known. */
  readonly isDone: boolean | null;
  readonly isUnreadable?: boolean;
}

/**
 * What a new account needs, with a link to each remaining step (ACCOUNT-02, ACCOUNT-12). Unknown steps are hidden.
 */
export function FirstSteps({ user }: { readonly user: User }) {
  const { t } = useTranslation('account');
  const title = useId();
  const { recovery } = useCapabilities();
  const refunds = useRead('refundAddresses', { tradingEnabledOnly: false });
  const deposits = useRead('deposits', LATEST);
  const steps: readonly Step[] = [
    { name: 'twoFactor', to: '/security#two-factor', isDone: user.twoFactorEnabled },
    ...(recovery
      ? [{ name: 'key', to: '/security#recovery-key', isDone: user.recoveryKeyAt !== undefined } as const]
      : []),
    {
      name: 'refund',
      to: '/refund-addresses',
      isDone: refunds.data && refunds.data.some(({ address }) => address !== null),
      isUnreadable: refunds.status === 'failed',
    },
    {
      name: 'deposit',
      to: '/wallet',
      isDone: deposits.data && deposits.data.length > 0,
      isUnreadable: deposits.status === 'failed',
    },
  ];
  const left = steps.filter(
    ({ isDone, isUnreadable }) => isDone === false || (isDone === null && !isUnreadable),
  );
  if (left.every(({ isDone }) => isDone === null)) return null;
  return (
    <section className={classes.steps} aria-labelledby={title}>
      <h2 id={title} className={classes.heading}>
        {t('dashboard.steps.title')}{' '}
        <span className={classes.text}>
          {t('dashboard.steps.count', {
            done: steps.filter(({ isDone }) => isDone).length,
            total: steps.length,
          })}
        </span>
      </h2>
      <ol>
        {left.map(({ name, to, isDone }) => (
          // One that is still read has its room, so that nothing moves when it is known.
          <li key={name} className={isDone === null ? classes.unknown : undefined}>
            <div>
              <h3 className={classes.step}>{t(`dashboard.steps.${name}.title`)}</h3>
              <p className={classes.text}>{t(`dashboard.steps.${name}.text`)}</p>
            </div>
            <Button component={Link} to={to} variant={name === 'twoFactor' ? 'filled' : 'default'}>
              {t(`dashboard.steps.${name}.action`)}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
