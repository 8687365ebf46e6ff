import { useTranslation } from 'react-i18next';
import type {
  SignedSlatepack,
  SlatepackDepositPhase,
} from '../../machines/deposit/slatepackDeposit.machine.ts';
import { Clock } from '../kit/Clock.tsx';
import { Message } from '../kit/Message.tsx';

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
    <Clock
      label={t(phase === 'safe' ? 'window.safe' : 'window.closing')}
      until={until}
      phase={phase}
      left={(left) => t(left.hours > 0 ? 'window.leftHours' : 'window.left', { ...left })}
      end={(time) => t('window.until', { time })}
    />
  );
}
