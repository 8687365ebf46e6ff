import { Badge } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, isoText, isUtc, minuteText, shortDateText, zonedText } from '../../domain/dates.ts';
import type { TransferTone } from '../../domain/depositStatus.ts';
import { DASH, formatAmount, headOfId, shortenId } from '../../domain/format.ts';
import { type Side, parsePair } from '../../domain/market.ts';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { CopyButton } from '../kit/CopyButton.tsx';
import { useCurrentLanguage, userZone } from '../kit/useLanguage.ts';
import { useSession } from '../kit/useSession.ts';
import classes from './Cells.module.css';
import { ExactFigure, Foreign, FullValue } from './FullValue.tsx';

/** Another user in this browser gets a new state, and sees nothing of the first one's. */
export function PerUser({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  return user && <Fragment key={user.id}>{children}</Fragment>;
}

/** Day and minute in UTC; the second, and the time where the user is, on hover and focus (HISTORY-07). */
export function Moment({ time }: { readonly time: number | null }) {
  const iso = isoText(time);
  const zone = userZone();
  const language = useCurrentLanguage();
  if (time === null || iso === null) return DASH;
  const utc = `${minuteText(time) ?? ''}:${iso.slice(17, 19)} UTC`;
  const full = isUtc(zone)
    ? utc
    : `${utc}
${zonedText(time, zone) ?? ''} ${zone}`;
  return (
    <FullValue full={full} copied={iso}>
      <time dateTime={iso} className={classes.moment}>
        <span>{shortDateText(time, language)}</span> <span className={classes.minor}>{clockText(time)}</span>
      </time>
    </FullValue>
  );
}

interface PairProps {
  readonly pair: string;
  readonly id: string;
  readonly of: 'tradeId' | 'orderId';
}

/** The pair with the beginning of the id, which a click copies (HISTORY-08). */
export function PairAndId({ pair, id, of }: PairProps) {
  const { t } = useTranslation('history');
  const { base, quote } = parsePair(pair) ?? { base: pair, quote: '' };
  return (
    <span className={classes.coin}>
      <CoinIcon symbol={base} />
      <span className={classes.stack}>
        <span translate="no" className={classes.strong}>
          {quote === '' ? base : `${base}/${quote}`}
        </span>
        <FullValue full={id} label={t(`copy.${of}`, { id: headOfId(id) })} says={of}>
          <bdi className={classes.id}>{headOfId(id)}</bdi>
        </FullValue>
      </span>
    </span>
  );
}

export function SideBadge({ side }: { readonly side: Side }) {
  const { t } = useTranslation('history');
  return <Badge color={side === 'buy' ? 'up' : 'down'}>{t(`side.${side}`)}</Badge>;
}

interface StatusProps {
  /** In lower case; may be one that this client does not know. */
  readonly status: string;
  readonly tone: TransferTone;
}

const NAMED = [
  'completed',
  'confirmed',
  'processing',
  'pending',
  'failed',
  'error',
  'cancelled',
  'canceled',
  'created',
  'unsuccessful',
] as const;

const COLOURS: Readonly<Record<TransferTone, string>> = {
  good: 'up',
  bad: 'down',
  waiting: 'warning',
  stopped: 'stopped',
  unknown: 'dark',
};

export function StatusBadge({ status, tone }: StatusProps) {
  const { t } = useTranslation('history');
  const named = NAMED.find((name) => name === status);
  return (
    <Badge color={COLOURS[tone]} data-tone={tone}>
      {named ? t(`status.${named}`) : <Foreign text={status} />}
    </Badge>
  );
}

/** Progress beside a status. In progress it is decoration only, because the status has the word already. */
export function Mark({ kind }: { readonly kind: 'processing' | 'created' | 'confirmed' }) {
  const { t } = useTranslation('history');
  if (kind !== 'confirmed') return <span aria-hidden="true" className={classes.mark} data-kind={kind} />;
  return (
    <span className={classes.mark} data-kind={kind}>
      {t('mark.confirmed')}
    </span>
  );
}

interface IdProps {
  readonly id: string | null;
  /** Label of the copy button. */
  readonly label: string;
  readonly first?: number;
  readonly last?: number;
}

export function CopiedId({ id, label, first = 6, last = 4 }: IdProps) {
  if (id === null) return DASH;
  const shown = shortenId(id, first, last);
  return (
    <span className={classes.copied}>
      {shown === id ? (
        <bdi className={classes.id}>{id}</bdi>
      ) : (
        <FullValue full={id} label={`${label} ${shown}`}>
          <bdi className={classes.id}>{shown}</bdi>
        </FullValue>
      )}
      <CopyButton text={id} label={label} />
    </span>
  );
}

interface AmountProps {
  readonly amount: string | null;
  readonly fee: string | null;
  readonly coin: string;
}

/** An amount with its coin, and the fee under it (HISTORY-20). */
export function AmountAndFee({ amount, fee, coin }: AmountProps) {
  const { t } = useTranslation('history');
  return (
    <span className={classes.stack}>
      <ExactFigure shown={formatAmount(amount, coin)} exact={amount} unit={coin} />
      {fee !== null && (
        <span className={classes.minor}>
          {t('feeName')} <ExactFigure shown={formatAmount(fee, coin)} exact={fee} unit={coin} />
        </span>
      )}
    </span>
  );
}

export function Asset({ coin }: { readonly coin: string }) {
  return (
    <span className={classes.coin}>
      <CoinIcon symbol={coin} />
      <bdi translate="no" className={classes.strong}>
        {coin}
      </bdi>
    </span>
  );
}
