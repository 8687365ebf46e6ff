import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { asRead } from '../../domain/credentials.ts';
import type { LeftAmount } from '../../domain/account.ts';
import { wantsCode, wantsPassword } from '../../domain/twoFactor.ts';
import { PasswordField } from '../access/PasswordField.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import classes from '../kit/Section.module.css';
import type { useAccountDeletion } from './useSecuritySections.ts';

interface Props {
  readonly username: string;
  readonly leftovers: readonly LeftAmount[];
  readonly deletion: ReturnType<typeof useAccountDeletion>;
}

type Missing = 'username' | 'password' | 'leftovers';

/** Asks for the username, the password, and the second factor where it is on. */
export function DeletionForm({ username, leftovers, deletion }: Props) {
  const { t } = useTranslation(['account', 'auth']);
  const sayFailure = useFailureText();
  const { isBusy, isChecking, failure, lost } = deletion;
  const edit = (): void => deletion.send({ type: 'user.edit' });
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [isGivenUp, setGivenUp] = useState(false);
  const [missing, setMissing] = useState<Missing | null>(null);
  const factor = useFactor(isBusy ? null : failure, edit);
  const isPasswordWrong = !isBusy && failure !== null && wantsPassword(failure);
  const isGeneral = failure !== null && !wantsPassword(failure) && !wantsCode(failure);
  const general = !isBusy && lost === null && isGeneral ? failure : null;

  const change = (set: () => void): void => {
    set();
    setMissing(null);
    edit();
  };
  function firstMissing(): Missing | null {
    if (leftovers.length > 0 && !isGivenUp) return 'leftovers';
    if (asRead(typed.trim()) !== asRead(username)) return 'username';
    return password === '' ? 'password' : null;
  }
  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isBusy) return;
    const first = firstMissing();
    setMissing(first);
    if (first !== null) return;
    const code = factor.isAsked ? factor.take() : '';
    if (code === null) return;
    deletion.send({
      type: 'user.submit',
      username: typed.trim(),
      privatePassword: password,
      code,
      givenUp: leftovers,
    });
  }
  return (
    <form className={classes.form} noValidate aria-label={t('security.deletion.title')} onSubmit={send}>
      {leftovers.length > 0 && (
        <>
          <p className={classes.text}>{t('security.deletion.leftovers')}</p>
          <ul className={classes.points} translate="no">
            {leftovers.map(({ currency, amount }) => (
              <li key={currency}>{t('security.deletion.amount', { amount, coin: currency })}</li>
            ))}
          </ul>
          <Checkbox
            label={t('security.deletion.giveUp')}
            checked={isGivenUp}
            disabled={isBusy}
            onChange={({ currentTarget: { checked } }) => change(() => setGivenUp(checked))}
          />
          {missing === 'leftovers' && <Message kind="failure">{t('security.deletion.giveUpFirst')}</Message>}
        </>
      )}
      <TextInput
        label={t('security.deletion.username', { username })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        readOnly={isBusy}
        error={missing === 'username' ? t('security.deletion.usernameWrong') : null}
        onChange={({ currentTarget: { value } }) => change(() => setTyped(value))}
      />
      <PasswordField
        label={t('field.old_password')}
        autoComplete="current-password"
        value={password}
        readOnly={isBusy}
        error={
          missing === 'password'
            ? t('auth:fault.passwordRequired')
            : isPasswordWrong
              ? t('security.password.wrongOld')
              : null
        }
        onChange={({ currentTarget: { value } }) => change(() => setPassword(value))}
      />
      {factor.isAsked && <FactorField factor={factor} isBusy={isBusy} />}
      {!isBusy && lost !== null && <Message kind="warning">{t(`security.deletion.lost.${lost}`)}</Message>}
      {general && <Message kind="failure">{sayFailure(general)}</Message>}
      <div className={classes.buttons}>
        <Button type="submit" color="down" disabled={isBusy}>
          {t(`security.deletion.${isChecking ? 'checking' : isBusy ? 'deleting' : 'submit'}`)}
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={() => deletion.send({ type: 'user.cancel' })}>
          {t('word.cancel')}
        </Button>
      </div>
    </form>
  );
}
