import { Paper, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { compare, decimal } from '../../domain/decimal.ts';
import { formatAmount, formatPrice, formatQuantity, quoteDigits } from '../../domain/format.ts';
import { parsePair, type Side } from '../../domain/market.ts';
import { OPEN_STATES, OWN_ROWS } from '../../domain/order.ts';
import { pages } from '../../domain/paths.ts';
import { Copier } from '../history/copier.tsx';
import { Moment, SideBadge } from '../history/cells.tsx';
import { ExactFigure } from '../history/FullValue.tsx';
import { Grouped } from '../kit/Figure.tsx';
import { usePreference } from '../kit/usePreference.ts';
import { useBtcPrice, useRead, type Reading } from '../kit/useRead.ts';
import { usdPrices } from '../../domain/usdPrices.ts';
import { HiddenFigure } from '../wallet/WalletFigures.tsx';
import { valueOf, walletRows, worthOf } from '../wallet/walletRows.ts';
import classes from './Dashboard.module.css';

/** Rows of each list; the rest is a link away. */
const SHOWN = 4;
const OWN = { skip: 0, limit: OWN_ROWS };
export const LATEST = { limit: SHOWN, offset: 0 };

/** The user's balances and latest activity (ACCOUNT-10). */
export function Glance() {
  return (
    <Copier>
      <div className={classes.glance}>
        <Balances />
        <Orders />
        <Trades />
        <Movements />
      </div>
    </Copier>
  );
}

function Balances() {
  const { t } = useTranslation(['account', 'wallet']);
  const [showsBalances] = usePreference('showBalances');
  const reading = useRead('balances');
  const { data: markets } = useRead('markets');
  const prices = usdPrices(markets ?? [], useBtcPrice());
  const rows = walletRows([], reading.data ?? [], []);
  const { usd, unvalued } = worthOf(rows, prices);
  const worth = (row: (typeof rows)[number]) => decimal(valueOf(row, prices) ?? '0');
  const shown = rows.toSorted((one, other) => compare(worth(other), worth(one)));
  return (
    <Card
      title={t('dashboard.glance.balances')}
      to="/wallet"
      reading={reading}
      none={reading.data !== null && shown.length === 0 && t('dashboard.glance.noBalances')}
      lead={
        usd !== null &&
        showsBalances && (
          <span
            translate="no"
            title={unvalued > 0 ? t('wallet:worth.unpriced', { count: unvalued }) : undefined}
          >
            <Grouped
              text={t(unvalued > 0 ? 'dashboard.glance.atLeast' : 'dashboard.glance.worth', {
                value: formatPrice(usd, 2),
              })}
            />
          </span>
        )
      }
    >
      {shown.slice(0, SHOWN).map(({ ticker, total }) => (
        <li key={ticker}>
          <span translate="no">{ticker}</span>
          {showsBalances ? (
            <ExactFigure shown={formatAmount(total, ticker)} exact={total} unit={ticker} />
          ) : (
            <HiddenFigure />
          )}
        </li>
      ))}
    </Card>
  );
}

interface Deal {
  readonly id: string;
  readonly pair: string;
  readonly side: Side;
  readonly price: string | null;
  readonly quantity: string | null;
}

function Deals({ of }: { readonly of: readonly Deal[] }) {
  return of.slice(0, SHOWN).map(({ id, pair, side, price, quantity }) => {
    const { base, quote } = parsePair(pair) ?? { base: pair, quote: '' };
    return (
      <li key={id}>
        <span>
          <SideBadge side={side} />
        </span>
        <ExactFigure shown={formatQuantity(quantity, 0)} exact={quantity} unit={base} />
        <ExactFigure shown={formatPrice(price, quoteDigits(quote))} exact={price} unit={quote} />
      </li>
    );
  });
}

function Orders() {
  const { t } = useTranslation('account');
  const reading = useRead('orders', { ...OWN, state: OPEN_STATES });
  return (
    <Card
      title={t('dashboard.glance.orders')}
      to="/active-orders"
      reading={reading}
      none={reading.data?.length === 0 && t('dashboard.glance.noOrders')}
    >
      <Deals of={(reading.data ?? []).map((order) => ({ ...order, quantity: order.quantityLeft }))} />
    </Card>
  );
}

function Trades() {
  const { t } = useTranslation('account');
  const reading = useRead('executions', OWN);
  return (
    <Card
      title={t('dashboard.glance.trades')}
      to="/trading-history"
      reading={reading}
      none={reading.data?.length === 0 && t('dashboard.glance.noTrades')}
    >
      <Deals of={reading.data ?? []} />
    </Card>
  );
}

function Movements() {
  const { t } = useTranslation('account');
  const deposits = useRead('deposits', LATEST);
  const withdrawals = useRead('withdrawals', LATEST);
  const isKnown = deposits.data !== null && withdrawals.data !== null;
  const moves = [
    ...(deposits.data ?? []).map((one) => ({ ...one, kind: 'deposit' as const })),
    ...(withdrawals.data ?? []).map((one) => ({ ...one, kind: 'withdrawal' as const })),
  ].toSorted((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0));
  return (
    <Card
      title={t('dashboard.glance.moves')}
      to={moves[0]?.kind === 'withdrawal' ? '/withdrawal-history' : '/deposit-history'}
      // As old as the older of the two, and known once both are.
      reading={deposits.data === null || deposits.failure !== null ? deposits : withdrawals}
      none={isKnown && moves.length === 0 && t('dashboard.glance.noMoves')}
    >
      {(isKnown ? moves : []).slice(0, SHOWN).map(({ id, kind, currency, amount, createdAt }) => (
        <li key={kind + id}>
          <span>{t(`dashboard.glance.${kind}`)}</span>
          <ExactFigure shown={formatAmount(amount, currency)} exact={amount} unit={currency} />
          <Moment time={createdAt} />
        </li>
      ))}
    </Card>
  );
}

interface CardProps {
  readonly title: string;
  readonly to: string;
  readonly reading: Pick<Reading<unknown>, 'data' | 'status' | 'failure'>;
  /** Shown instead of an empty list. */
  readonly none: string | false;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** As high while it is read as with its rows, so that nothing moves when they come. */
function Card({ title, to, reading: { data, status, failure }, none, lead, children }: CardProps) {
  const { t } = useTranslation('account');
  const id = useId();
  const words = data === null && status === 'failed' ? t('dashboard.glance.failed') : none;
  return (
    <Paper
      component="section"
      className={classes.card ?? ''}
      px="lg"
      py="md"
      fz="sm"
      aria-labelledby={id}
      aria-busy={data === null && status !== 'failed'}
    >
      <header>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {data !== null && failure !== null && (
          <Text span inherit c="warning" role="status">
            {t('dashboard.glance.old')}
          </Text>
        )}
        {lead}
        {pages.has(to) && (
          <Link to={to} aria-label={`${t('dashboard.glance.all')}: ${title}`}>
            {t('dashboard.glance.all')}
          </Link>
        )}
      </header>
      {words === false ? (
        <Stack component="ul" gap={0} mt={4}>
          {children}
        </Stack>
      ) : (
        <p>{words}</p>
      )}
    </Paper>
  );
}
