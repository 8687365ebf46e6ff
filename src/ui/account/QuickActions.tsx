import { Paper, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { sortMarkets, DEFAULT_SORT } from '../../domain/marketList.ts';
import { useRead } from '../kit/useRead.ts';
import { pages } from '../../domain/paths.ts';
import classes from './Dashboard.module.css';

/** Trade, security, support and fees, as far as they exist; a red dot asks for two-factor (ACCOUNT-02, ACCOUNT-03). */
export function QuickActions({ hasTwoFactor }: { readonly hasTwoFactor: boolean }) {
  const { t } = useTranslation('account');
  const title = useId();
  const { data: markets } = useRead('markets');
  const [busiest] = sortMarkets(markets ?? [], DEFAULT_SORT);
  const actions = [
    { name: 'trade', to: busiest ? `/trade/${busiest.pair}` : '/markets', page: '/markets' },
    { name: 'security', to: '/security', page: '/security' },
    { name: 'support', to: '/support', page: '/support' },
    { name: 'fees', to: '/fees', page: '/fees' },
  ] as const;
  return (
    <Paper component="nav" px="lg" py="md" aria-labelledby={title}>
      <Title order={2} size="h3" id={title}>
        {t('dashboard.quickActions')}
      </Title>
      <Stack component="ul" gap={4} mt={4}>
        {actions
          .filter(({ page }) => pages.has(page))
          .map(({ name, to }) => (
            <li key={name}>
              <Link to={to}>
                {t(`dashboard.action.${name}`)}
                {name === 'security' && !hasTwoFactor && (
                  <span className={classes.dot} title={t('dashboard.securityAlert')}>
                    <span className="visually-hidden">{t('dashboard.securityAlert')}</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
      </Stack>
    </Paper>
  );
}
