import { Badge, Button, Group, Table, Text, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { shortDateText } from '../../domain/dates.ts';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { addressShape, type RefundRow } from '../../domain/refundAddress.ts';
import { wantsCode } from '../../domain/twoFactor.ts';
import { useCapabilities } from '../kit/app.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { useAddressFaultText } from '../kit/useFaultText.ts';
import { usePageState } from '../kit/pageState.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import { useScrollTo } from '../kit/usePage.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import { useRefundAddress } from './useRefundAddresses.ts';
import { Note } from '../kit/Fact.tsx';
import long from '../kit/LongText.module.css';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import classes from './Refund.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';

interface Props {
  readonly row: RefundRow;
  /** The user came for this coin: the focus is on its button. */
  readonly isWanted: boolean;
}

/** One coin: its refund address, and what can be done with it (REFUND-02, REFUND-03). */
export function RefundTableRow({ row, isWanted }: Props) {
  const { t } = useTranslation('refund');
  const sayFault = useAddressFaultText();
  const sayFailure = useFailureText();
  const own = useRefundAddress(row);
  const { refunds } = useCapabilities();
  const language = useCurrentLanguage();
  const { from } = usePageState();
  const { phase, address, mistake, failure, lost } = own;
  const [text, setText] = useState('');
  const [form, fault] = [useId(), useId()];
  const isSaving = phase === 'saving' || phase === 'checkingSaved';
  const isEditing = phase === 'editing' || isSaving;
  const isChecking = phase === 'checkingSaved' || phase === 'checkingRemoved';
  const line = useFocusAfterChange(phase, isWanted);
  const factor = useFactor(failure, () => own.send({ type: 'user.type' }));

  function edit(): void {
    setText(address ?? '');
    own.send({ type: 'user.edit' });
  }
  function save(event: FormEvent): void {
    event.preventDefault();
    // The address's fault comes first.
    if (!factor.isAsked || text.trim() === '') return own.send({ type: 'user.save', text });
    const code = factor.take();
    if (code !== null) own.send({ type: 'user.save', text, privateCode: code });
  }
  function failed(): string | null {
    if (mistake !== null) return sayFault(mistake, row.ticker, row.network ?? '');
    if (failure === null || isChecking) return null;
    // The field of the code shows it.
    if (factor.isAsked && wantsCode(failure)) return null;
    const what = isEditing ? 'save' : 'remove';
    if (lost !== null) return t(`table.${what}${lost === 'absent' ? 'Absent' : 'Unknown'}`);
    return `${t(`table.${what}Failed`)} ${sayFailure(failure)}`;
  }
  const said = failed();
  return (
    <Table.Tr ref={line} data-phase={phase} data-wanted={isWanted}>
      <Table.Th scope="row" data-column="asset">
        <Group gap={10} wrap="nowrap">
          <CoinIcon symbol={row.ticker} />
          <span>
            <strong translate="no">{row.ticker}</strong>
            <Note>{row.network ?? row.name}</Note>
          </span>
        </Group>
      </Table.Th>
      <Table.Td data-column="address" data-label={t('table.column.address')}>
        {isEditing ? (
          <form id={form} noValidate onSubmit={save}>
            <TextInput
              classNames={{ input: long.mono ?? '' }}
              aria-label={t('table.field', { coin: row.ticker })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={256}
              placeholder={
                row.example === null ? undefined : t('table.example', { example: addressShape(row.example) })
              }
              readOnly={isSaving}
              error={said !== null}
              attributes={{ input: { 'aria-describedby': fault } }}
              value={text}
              onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                own.send({ type: 'user.type' });
              }}
              onKeyDown={({ key }) => {
                if (key === 'Escape') own.send({ type: 'user.cancel' });
              }}
            />
            {factor.isAsked && <FactorField factor={factor} isBusy={isSaving} />}
          </form>
        ) : address === null ? (
          <Text span c="dimmed">
            {t('table.none')}
          </Text>
        ) : (
          <span translate="no" className={long.mono}>
            {address}
          </span>
        )}
        {refunds && usesSlatepacks(row.ticker) && <Note>{t('table.interactive')}</Note>}
        {isWanted && phase === 'saved' && from !== undefined && <Navigate to={from} replace />}
        {said !== null && (
          <Text id={fault} size="sm" mt={4} c="down" role="alert">
            {said}
          </Text>
        )}
        {isChecking && (
          <div role="status">
            <Note>{t(isEditing ? 'table.saveChecking' : 'table.removeChecking')}</Note>
          </div>
        )}
      </Table.Td>
      <Table.Td data-column="status" data-label={t('table.column.status')}>
        <Status address={address} isRequired={row.isRequired} />
        {address !== null && address === row.address && row.setAt !== null && (
          <Note>{t('table.since', { date: shortDateText(row.setAt, language) ?? '' })}</Note>
        )}
      </Table.Td>
      <Table.Td data-column="actions">
        <Group component="span" gap="sm" className={classes.buttons ?? ''}>
          {isEditing ? (
            <>
              <Button size="xs" type="submit" form={form} disabled={isSaving}>
                {t(isSaving ? 'table.saving' : 'table.save')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={phase === 'saving'}
                onClick={() => own.send({ type: 'user.cancel' })}
              >
                {t('word.cancel')}
              </Button>
            </>
          ) : (
            <>
              {phase === 'saved' && (
                <Button size="xs" variant="subtle" color="up" disabled>
                  {t('table.saved')}
                </Button>
              )}
              <Button size="xs" variant="default" data-focus="edit" disabled={isChecking} onClick={edit}>
                {t(address === null ? 'table.add' : 'table.edit')}
              </Button>
              {address !== null && (
                <Button
                  size="xs"
                  variant="default"
                  disabled={isChecking}
                  onClick={() => own.send({ type: 'user.remove' })}
                >
                  {t('table.remove')}
                </Button>
              )}
            </>
          )}
          <Button
            component={Link}
            size="xs"
            variant="subtle"
            to={`/deposit/${row.ticker}`}
            title={row.isDepositEnabled ? undefined : t('table.depositOff', { coin: row.ticker })}
          >
            {t('table.deposit')}
          </Button>
        </Group>
        {(phase === 'asking' || phase === 'removing') && address !== null && (
          <RemoveDialog
            coin={row.ticker}
            address={address}
            isRequired={row.isRequired}
            isBusy={phase === 'removing'}
            onRemove={() => own.send({ type: 'user.confirm' })}
            onKeep={() => own.send({ type: 'user.keep' })}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

const COLOURS = { configured: 'up', missing: 'warning', optional: 'dark' } as const;

function Status({ address, isRequired }: { readonly address: string | null; readonly isRequired: boolean }) {
  const { t } = useTranslation('refund');
  const kind = address !== null ? 'configured' : isRequired ? 'missing' : 'optional';
  return <Badge color={COLOURS[kind]}>{t(`table.${kind}`)}</Badge>;
}

/** The pressed button is gone after it: the focus goes to the new field, or back to the row's first button. */
function useFocusAfterChange(phase: string, isWanted: boolean): RefObject<HTMLTableRowElement | null> {
  const row = useRef<HTMLTableRowElement>(null);
  useScrollTo(row, isWanted);
  // Only the document has the focus.
  useEffect(() => {
    if (isWanted)
      row.current?.querySelector<HTMLElement>('[data-focus="edit"]')?.focus({ preventScroll: true });
  }, [isWanted]);
  const before = useRef(phase);
  // As above.
  useEffect(() => {
    const [was, is] = [before.current, phase];
    before.current = phase;
    if (was === is) return;
    const isTyping = (one: string): boolean =>
      one === 'editing' || one === 'saving' || one === 'checkingSaved';
    if (isTyping(is)) row.current?.querySelector('input')?.focus();
    else if (isTyping(was) || was === 'removing' || was === 'checkingRemoved') {
      row.current?.querySelector<HTMLElement>('[data-focus="edit"]')?.focus();
    }
  }, [phase]);
  return row;
}
