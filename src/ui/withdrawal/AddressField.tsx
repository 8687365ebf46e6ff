import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isWaiting, ofCoin } from '../../domain/addressBook.ts';
import { minuteText } from '../../domain/dates.ts';
import type { TypedWithdrawal } from '../../machines/withdrawal/withdrawal.rules.ts';
import long from '../kit/LongText.module.css';
import { Choice } from '../kit/Choice.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { ignoreHeldEnter } from '../kit/heldEnter.ts';
import { useRead } from '../kit/useRead.ts';

interface Props {
  readonly ticker: string;
  readonly typed: TypedWithdrawal;
  /** As the venue names it; null where it does not. */
  readonly network: string | null;
  readonly error: ReactNode;
  readonly onChange: (part: Pick<TypedWithdrawal, 'address'>) => void;
}

/** Where the coins go: a typed address, or one of the address book (HELD-04). */
export function AddressField({ ticker, typed, network, error, onChange }: Props) {
  const { t } = useTranslation('withdraw');
  return (
    <>
      <BookChoice ticker={ticker} address={typed.address} onChoose={(address) => onChange({ address })} />
      <TextInput
        label={t('form.address')}
        description={network === null ? t('form.addressHintBare') : t('form.addressHint', { network })}
        classNames={{ input: long.mono ?? '' }}
        value={typed.address}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={ignoreHeldEnter}
        onChange={({ currentTarget }) => onChange({ address: currentTarget.value })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly ticker: string;
  readonly address: string;
  readonly onChoose: (address: string) => void;
}

/** The addresses of the book beside the field. What was typed before comes back with the first choice. */
function BookChoice({ ticker, address, onChoose }: ChoiceProps) {
  const { t } = useTranslation('withdraw');
  const { now } = useApp();
  const { addressBook } = useCapabilities();
  const { data: book } = useRead('addressBook', addressBook ? undefined : null);
  const [own, setOwn] = useState('');
  if (book === null) return null;
  const entries = ofCoin(book, ticker);
  const chosen = entries.find((entry) => entry.address === address);
  // Another text is the user's own: it is what comes back.
  if (!chosen && address !== own) setOwn(address);
  const options = entries.map((entry) => {
    const time = minuteText(entry.usableAt) ?? '';
    const label = isWaiting(book, entry, now())
      ? t('form.bookWaits', { label: entry.label, time })
      : entry.label;
    return { value: entry.id, label };
  });
  return (
    <>
      {book.isOn && (
        <Text size="sm" c="dimmed">
          {t('form.bookOnly')}
        </Text>
      )}
      {entries.length > 0 && (
        <Choice
          label={t('form.book')}
          value={chosen?.id ?? ''}
          options={[{ value: '', label: t('form.bookNone') }, ...options]}
          onChoose={(id) => onChoose(entries.find((entry) => entry.id === id)?.address ?? own)}
        />
      )}
    </>
  );
}
