import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Clock } from '../kit/Clock.tsx';
import { Message } from '../kit/Message.tsx';

interface Props {
  /** Epoch milliseconds; null where the server sends no end. */
  readonly expiresAt: number | null;
  /** The end has passed on this device; the server is asked until it has ended the withdrawal. */
  readonly isOver: boolean;
}

/** How long the wallet may take to answer: a clock, and the time in words. */
export function WindowClock({ expiresAt, isOver }: Props) {
  const { t } = useTranslation('withdraw');
  if (isOver) return <Message kind="warning">{t('slatepack.over')}</Message>;
  if (expiresAt === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('slatepack.noEnd')}
      </Text>
    );
  }
  return (
    <Clock
      label={t('slatepack.left')}
      until={expiresAt}
      left={(left) => t(left.hours > 0 ? 'slatepack.hours' : 'slatepack.minutes', { ...left })}
      end={(time) => t('slatepack.until', { time })}
    />
  );
}
