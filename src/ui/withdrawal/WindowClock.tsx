import { useTranslation } from 'react-i18next';
import { timeLeft } from '../../domain/countdown.ts';
import { clockText, isoText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import { Message } from '../kit/Message.tsx';
import { useCountdown } from '../kit/useCountdown.ts';
import classes from './Withdraw.module.css';

interface Props {
  /** Epoch milliseconds; null where the server tells no end. */
  readonly expiresAt: number | null;
  /** The end has passed on this device; the server is asked until it has ended the withdrawal. */
  readonly isOver: boolean;
}

/** How long the wallet may take to answer: a clock, and the time in words. */
export function WindowClock({ expiresAt, isOver }: Props) {
  const { t } = useTranslation('withdraw');
  if (isOver) return <Message kind="warning">{t('slatepack.over')}</Message>;
  if (expiresAt === null) return <p className={classes.hint}>{t('slatepack.noEnd')}</p>;
  return (
    <p className={classes.clock}>
      {t('slatepack.left')}
      <Remaining key={expiresAt} until={expiresAt} />
      <time className={classes.until} dateTime={isoText(expiresAt) ?? ''}>
        {t('slatepack.until', { time: clockText(expiresAt)?.slice(0, 5) ?? DASH })}
      </time>
    </p>
  );
}

function Remaining({ until }: { readonly until: number }) {
  const { t } = useTranslation('withdraw');
  const { secondsLeft } = useCountdown(until);
  const left = secondsLeft === null ? null : timeLeft(secondsLeft);
  return (
    <span role="timer" className={classes.timer}>
      {left === null ? DASH : t(left.hours > 0 ? 'slatepack.hours' : 'slatepack.minutes', { ...left })}
    </span>
  );
}
