import { Button, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { checkAddress } from '../../domain/address/check.ts';
import type { AddressFault } from '../../domain/address/faults.ts';
import { LONGEST_LABEL } from '../../domain/addressBook.ts';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { wantsCode } from '../../domain/twoFactor.ts';
import { Choice } from '../kit/Choice.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useAddressFaultText } from '../kit/useFaultText.ts';
import { useRead } from '../kit/useRead.ts';
import section from '../kit/Section.module.css';
import classes from './AddressBook.module.css';
import type { BookChanges } from './useAddressBook.ts';

/** The default listing: one page of fifty (CALL-16). */
const FIRST_PAGE = { page: 1, limit: 50 };

/** Adds an address to the book (HELD-02). */
export function NewAddress({ changes }: { readonly changes: BookChanges }) {
  const { t } = useTranslation('account');
  const sayFailure = useFailureText();
  const sayFault = useAddressFaultText();
  const { data } = useRead('coins', FIRST_PAGE);
  const coins = (data ?? []).filter(({ ticker }) => !usesSlatepacks(ticker));
  const [typed, setTyped] = useState({ coin: '', label: '', address: '' });
  const [fault, setFault] = useState<AddressFault | 'label' | null>(null);
  const failure = changes.kind === 'add' && !changes.isLost ? changes.failure : null;
  const factor = useFactor(failure, () => changes.send({ type: 'user.edit' }));
  const coin = coins.find(({ ticker }) => ticker === typed.coin) ?? coins[0];
  if (!coin) return null;
  const { ticker, network } = coin;

  function type(part: Partial<typeof typed>): void {
    setTyped({ ...typed, ...part });
    setFault(null);
    changes.send({ type: 'user.edit' });
  }
  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (changes.isBusy) return;
    const check = checkAddress(ticker, network ?? '', typed.address);
    if (typed.label.trim() === '') return setFault('label');
    if (!check.ok) return setFault(check);
    const code = factor.isAsked ? factor.take() : undefined;
    if (code === null) return;
    const proof = code === undefined ? {} : { privateCode: code };
    changes.send({
      type: 'user.change',
      change: { kind: 'add', coin: ticker, address: check.address, label: typed.label.trim(), ...proof },
    });
  }
  const options = coins.map(({ ticker: value, name }) => ({
    value,
    label: name === value ? value : `${value} · ${name}`,
  }));
  return (
    <form className={section.form} aria-label={t('security.book.new')} noValidate onSubmit={send}>
      <h3>{t('security.book.new')}</h3>
      <Choice
        label={t('word.coin')}
        value={ticker}
        options={options}
        onChoose={(chosen) => type({ coin: chosen })}
      />
      <TextInput
        label={t('field.label')}
        maxLength={LONGEST_LABEL}
        autoComplete="off"
        value={typed.label}
        error={fault === 'label' ? t('security.book.labelRequired') : null}
        onChange={({ currentTarget }) => type({ label: currentTarget.value })}
      />
      <TextInput
        label={t('field.address')}
        classNames={{ input: classes.address ?? '' }}
        maxLength={256}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.address}
        error={fault !== null && fault !== 'label' ? sayFault(fault, ticker, network ?? '') : null}
        onChange={({ currentTarget }) => type({ address: currentTarget.value })}
      />
      {factor.isAsked && <FactorField factor={factor} isBusy={changes.isBusy} />}
      {failure && !wantsCode(failure) && <Message kind="failure">{sayFailure(failure)}</Message>}
      <Button type="submit" variant="default" className={section.action ?? ''} disabled={changes.isBusy}>
        {t('security.book.add')}
      </Button>
    </form>
  );
}
