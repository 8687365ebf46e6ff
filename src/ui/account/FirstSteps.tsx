import { Box, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { User } from '../../domain/account.ts';
import { useCapabilities } from '../kit/app.tsx';
import { useRead } from '../kit/useRead.ts';
import { LATEST } from './Glance.tsx';
import classes from './Dashboard.module.css';

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
    <Paper component="section" px="lg" py="md" bd="1px solid var(--outline)" aria-labelledby={title}>
      <Title order={2} size="h3" mb="sm" id={title}>
        {t('dashboard.steps.title')}{' '}
        <Text span size="sm" c="dimmed">
          {t('dashboard.steps.count', {
            done: steps.filter(({ isDone }) => isDone).length,
            total: steps.length,
          })}
        </Text>
      </Title>
      <ol className={classes.steps}>
        {left.map(({ name, to, isDone }) => (
          // Steps still loading keep their space, so that nothing moves when they are known.
          <Group
            key={name}
            component="li"
            justify="space-between"
            gap="4px 16px"
            style={{ visibility: isDone === null ? 'hidden' : 'visible' }}
          >
            <Box flex="1 1 200px">
              <h3>{t(`dashboard.steps.${name}.title`)}</h3>
              <Text size="sm" c="dimmed">
                {t(`dashboard.steps.${name}.text`)}
              </Text>
            </Box>
            <Button component={Link} to={to} variant={name === 'twoFactor' ? 'filled' : 'default'}>
              {t(`dashboard.steps.${name}.action`)}
            </Button>
          </Group>
        ))}
      </ol>
    </Paper>
  );
}
