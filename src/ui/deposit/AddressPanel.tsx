import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coin } from '../../domain/coin.ts';
import { CopyTextButton } from '../kit/CopyButton.tsx';
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
  const [addressId, tagId] = [useId(), useId()];
  return (
    <div className={classes.address}>
      <QrCode text={address} title={t('address.qrCode')} waiting={t('address.drawing')} level="M" />
      <div className={classes.fields}>
        <label className={classes.label} htmlFor={addressId}>
          {t('address.name')}
        </label>
        <textarea
          id={addressId}
          className={classes.text}
          readOnly
          rows={2}
          spellCheck={false}
          // Browsers store other fields on disk to restore the page.
          autoComplete="off"
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyTextButton text={address} label={t('address.copy')} copiedLabel={t('address.copied')} />
        {tag !== null && (
          <>
            <label className={classes.label} htmlFor={tagId}>
              {t('address.tag')}
            </label>
            <input id={tagId} className={classes.line} readOnly autoComplete="off" value={tag} />
            <CopyTextButton text={tag} label={t('address.copyTag')} copiedLabel={t('address.copied')} />
            <Message kind="warning">{t('address.tagNeeded')}</Message>
          </>
        )}
        <Message kind="warning">
          {network === null
            ? t('address.onlyCoin', { coin: ticker })
            : t('address.only', { coin: ticker, network })}
        </Message>
      </div>
    </div>
  );
}
