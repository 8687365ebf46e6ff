import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Coin } from '../../domain/coin.ts';
import { CopyTextButton } from '../kit/CopyButton.tsx';
import { LongText } from '../kit/LongText.tsx';
import long from '../kit/LongText.module.css';
import { Message } from '../kit/Message.tsx';
import { QrCode } from '../kit/QrCode.tsx';
import classes from './Deposit.module.css';

interface Props {
  readonly coin: Coin;
  readonly address: string;
  /** Tag or memo that has to be sent along; null for none. */
  readonly tag: string | null;
}

/** The address as text, as a QR code and to be copied: one and the same text everywhere (DEPOSIT-01). */
export function AddressPanel({ coin: { ticker, network }, address, tag }: Props) {
  const { t } = useTranslation('deposit');
  return (
    <div className={classes.address}>
      <QrCode text={address} title={t('address.qrCode')} waiting={t('address.drawing')} level="M" />
      <Stack gap="sm" align="start">
        <LongText label={t('address.name')} readOnly rows={2} value={address} />
        <CopyTextButton text={address} label={t('address.copy')} copiedLabel={t('word.copied')} />
        {tag !== null && (
          <>
            <TextInput
              label={t('address.tag')}
              classNames={{ input: long.mono ?? '' }}
              w="100%"
              readOnly
              autoComplete="off"
              value={tag}
            />
            <CopyTextButton text={tag} label={t('address.copyTag')} copiedLabel={t('word.copied')} />
            <Message kind="warning">{t('address.tagNeeded')}</Message>
          </>
        )}
        <Message kind="warning">
          {network === null
            ? t('address.onlyCoin', { coin: ticker })
            : t('address.only', { coin: ticker, network })}
        </Message>
      </Stack>
    </div>
  );
}
