import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../domain/format.ts';
import { worthOf } from './walletRows.ts';
import { usePreference } from '../kit/usePreference.ts';
import { Grouped } from '../kit/Figure.tsx';
import classes from './Wallet.module.css';
import type { Wallet } from './useWallet.ts';

const MASK = '••••••';

/** Replaces a hidden figure. The same for every figure, so that its length reveals nothing. */
export function HiddenFigure() {
  const { t } = useTranslation('wallet');
  return (
    <>
      <span aria-hidden="true">{MASK}</span>
      <span className="visually-hidden">{t('table.hidden')}</span>
    </>
  );
}

/** The total value, as far as prices are known; nothing where none is. */
export function Worth({ wallet: { rows, prices } }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  const [showsBalances] = usePreference('showBalances');
  const { usd, unvalued } = worthOf(rows ?? [], prices);
  if (usd === null) return null;
  return (
    <Stack gap={0} className={classes.worth ?? ''}>
      <Text size="xs" c="dimmed">
        {t('worth.name')}
      </Text>
      <Text size="xl" fw={600} translate="no">
        {showsBalances ? (
          <Grouped text={t('table.usd', { value: formatAmount(usd, 'USD') })} />
        ) : (
          <HiddenFigure />
        )}
      </Text>
      {unvalued > 0 && (
        <Text size="xs" c="dimmed">
          {t('worth.unpriced', { count: unvalued })}
        </Text>
      )}
    </Stack>
  );
}
