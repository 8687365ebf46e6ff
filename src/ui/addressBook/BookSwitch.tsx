import { Badge, Button } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressBook as Book } from '../../domain/addressBook.ts';
import { minuteText } from '../../domain/dates.ts';
import { wantsCode, wantsPassword } from '../../domain/twoFactor.ts';
import { PasswordField } from '../access/PasswordField.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import classes from '../kit/Section.module.css';
import type { BookChanges } from './useAddressBook.ts';

interface Props {
  readonly book: Book;
  readonly changes: BookChanges;
}

/** Switches the book on and off, for the password and a code; going on with it needs neither (HELD-01). */
export function BookSwitch({ book: { isOn, offAt }, changes }: Props) {
  const { t } = useTranslation(['account', 'auth']);
  const sayFailure = useFailureText();
  const failure = changes.kind === 'switch' && !changes.isLost ? changes.failure : null;
  const factor = useFactor(failure, () => changes.send({ type: 'user.edit' }));
  const [password, setPassword] = useState('');
  const [isMissed, setMissed] = useState(false);
  const isWrong = failure !== null && wantsPassword(failure);

  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (changes.isBusy) return;
    setMissed(password === '');
    if (password === '') return;
    const code = factor.isAsked ? factor.take() : undefined;
    if (code === null) return;
    const proof = code === undefined ? {} : { privateCode: code };
    changes.send({
      type: 'user.change',
      change: { kind: 'switch', isOn: !isOn, privatePassword: password, ...proof },
    });
  }
  return (
    <form className={classes.form} aria-label={t('security.book.switchName')} noValidate onSubmit={send}>
      <Badge component="p" className={classes.action ?? ''} color={isOn ? 'up' : 'warning'}>
        {t(isOn ? 'security.book.isOn' : 'security.book.isOff')}
      </Badge>
      {offAt === null ? (
        <>
          <p className={classes.text}>{t(isOn ? 'security.book.onText' : 'security.book.offText')}</p>
          <PasswordField
            label={t('security.book.password')}
            autoComplete="current-password"
            value={password}
            error={
              isMissed ? t('auth:fault.passwordRequired') : isWrong ? t('security.password.wrongOld') : null
            }
            onChange={({ currentTarget }) => {
              changes.send({ type: 'user.edit' });
              setMissed(false);
              setPassword(currentTarget.value);
            }}
          />
          {factor.isAsked && <FactorField factor={factor} isBusy={changes.isBusy} />}
          {failure && !isWrong && !wantsCode(failure) && (
            <Message kind="failure">{sayFailure(failure)}</Message>
          )}
          <Button type="submit" className={classes.action ?? ''} disabled={changes.isBusy}>
            {t(isOn ? 'security.book.switchOff' : 'security.book.switchOn')}
          </Button>
        </>
      ) : (
        <>
          <p className={classes.text}>{t('security.book.offAt', { time: minuteText(offAt) ?? '' })}</p>
          {failure && <Message kind="failure">{sayFailure(failure)}</Message>}
          <Button
            className={classes.action ?? ''}
            disabled={changes.isBusy}
            onClick={() => changes.send({ type: 'user.change', change: { kind: 'switch', isOn: true } })}
          >
            {t('security.book.keepOn')}
          </Button>
        </>
      )}
    </form>
  );
}
