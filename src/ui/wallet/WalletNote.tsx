import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockText } from '../../domain/dates.ts';
import { DASH } from '../../domain/format.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import type { Wallet } from './useWallet.ts';

/** Why there is nothing to show, or since when it is old, and how to try again (WALLET-05). */
export function WalletNote({ wallet: { rows, failure, updatedAt, retry } }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  const sayFailure = useFailureText();
  if (failure === null) return null;
  const isOld = rows !== null && updatedAt !== null;
  return (
    <Group gap="md" role={isOld ? 'status' : 'alert'}>
      <div>
        <Text size="sm" c="var(--warning)">
          {isOld ? t('stale', { time: clockText(updatedAt) ?? DASH }) : t('failed')}
        </Text>
        {!isOld && (
          <Text size="xs" c="dimmed">
            {sayFailure(failure)}
          </Text>
        )}
      </div>
      <Button variant="default" size="xs" onClick={retry}>
        {t('word.retry')}
      </Button>
    </Group>
  );
}
