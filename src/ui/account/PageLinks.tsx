import { Paper, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pages } from '../../domain/paths.ts';
import { useCapabilities } from '../kit/app.tsx';

/** Links to every list of the account (ACCOUNT-03). */
const GROUPS = [
  {
    name: 'wallet',
    links: [
      { name: 'walletOverview', to: '/wallet' },
      { name: 'refundAddresses', to: '/refund-addresses' },
      { name: 'solvency', to: '/solvency' },
    ],
  },
  {
    name: 'orders',
    links: [
      { name: 'activeOrders', to: '/active-orders' },
      { name: 'orderHistory', to: '/order-history' },
      { name: 'tradingHistory', to: '/trading-history' },
    ],
  },
  {
    name: 'transfers',
    links: [
      { name: 'deposits', to: '/deposit-history' },
      { name: 'withdrawals', to: '/withdrawal-history' },
    ],
  },
] as const;

/** The rest of the account's pages, by what they are about; only those that exist. */
export function PageLinks() {
  const { solvency, orderHistory } = useCapabilities();
  const needs: Partial<Record<PageLink['to'], boolean>> = {
    '/solvency': solvency,
    '/order-history': orderHistory,
  };
  const isThere = ({ to }: PageLink): boolean => pages.has(to) && (needs[to] ?? true);
  const groups = GROUPS.map(({ name, links }) => ({ name, links: links.filter(isThere) }));
  const shown = groups.filter(({ links }) => links.length > 0);
  return shown.map((group) => <Group key={group.name} {...group} />);
}

type GroupName = (typeof GROUPS)[number]['name'];
type PageLink = (typeof GROUPS)[number]['links'][number];

function Group({ name, links }: { readonly name: GroupName; readonly links: readonly PageLink[] }) {
  const { t } = useTranslation('account');
  const title = useId();
  return (
    <Paper component="section" px="lg" py="md" aria-labelledby={title}>
      <Title order={2} size="h3" id={title}>
        {t(`dashboard.group.${name}`)}
      </Title>
      <Stack component="ul" gap={4} mt={4}>
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to}>{t(`dashboard.link.${link.name}`)}</Link>
          </li>
        ))}
      </Stack>
    </Paper>
  );
}
