import { useTranslation } from 'react-i18next';
import { minuteText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import { Message } from '../kit/Message.tsx';
import { useCooldown } from '../kit/useCooldown.ts';

/** Says that withdrawals are blocked, why, and for how long, before anybody types one. */
export function CooldownNotice() {
  const { t } = useTranslation('account');
  const cooldown = useCooldown();
  if (!cooldown) return null;
  const { until, reason, minutesLeft } = cooldown;
  return (
    <Message kind="warning">
      <p>
        {until === null || minutesLeft === null
          ? t('cooldown.open')
          : t('cooldown.until', {
              time: minuteText(until) ?? DASH,
              hours: Math.floor(minutesLeft / 60),
              minutes: minutesLeft % 60,
            })}
      </p>
      {reason !== null && <p>{t('cooldown.reason', { reason })}</p>}
    </Message>
  );
}
