import { useTranslation } from 'react-i18next';
import { timeLeft } from '../../domain/countdown.ts';
import { clockText, isoText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import type {
  SignedSlatepack,
  SlatepackDepositPhase,
} from '../../machines/deposit/slatepackDeposit.machine.ts';
import { useCountdown } from '../kit/useCountdown.ts';
import { Message } from '../kit/Message.tsx';
import classes from './Deposit.module.css';

interface Props {
  readonly signed: SignedSlatepack;
  readonly phase: SlatepackDepositPhase;
}

/** How long the slatepack can still be finalized: the certain half hour, then what may be left (DEPOSIT-05). */
export function FinalizeClock({ signed: { safeUntil, closesAt }, phase }: Props) {
  const { t } = useTranslation('deposit');
  if (phase === 'closed') return <Message kind="warning">{t('window.closed')}</Message>;
  const until = phase === 'safe' ? safeUntil : closesAt;
  return (
    <p className={classes.clock} data-phase={phase}>
      {t(phase === 'safe' ? 'window.safe' : 'window.closing')}
      <Remaining key={until} until={until} />
      <time className={classes.note} dateTime={isoText(until) ?? ''}>
        {t('window.until', { time: clockText(until)?.slice(0, 5) ?? DASH })}
      </time>
    </p>
  );
}

function Remaining({ until }: { readonly until: number }) {
  const { t } = useTranslation('deposit');
  const { secondsLeft } = useCountdown(until);
  const left = secondsLeft === null ? null : timeLeft(secondsLeft);
  return (
    <span role="timer" className={classes.timer}>
      {left === null ? DASH : t(left.hours > 0 ? 'window.leftHours' : 'window.left', { ...left })}
    </span>
  );
}
