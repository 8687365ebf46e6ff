import { Button } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '../../domain/apiKey.ts';
import { wantsCode, wantsPassword } from '../../domain/twoFactor.ts';
import { PasswordField } from '../access/PasswordField.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import classes from '../kit/Section.module.css';
import type { ApiKeyActs } from './useApiKeys.ts';

/** A key that was made before the second factor gets its rights again for the password and a code (APIKEY-12). */
export function ConfirmKey({ apiKey, acts }: { readonly apiKey: ApiKey; readonly acts: ApiKeyActs }) {
  const { t } = useTranslation(['account', 'auth']);
  const sayFailure = useFailureText();
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const [isMissed, setMissed] = useState(false);
  const failure = isAsked && acts.tried === 'approve' && !acts.isLost ? acts.failure : null;
  const factor = useFactor(failure, () => acts.send({ type: 'user.edit' }));
  const isWrong = failure !== null && wantsPassword(failure);
  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (acts.isBusy) return;
    if (!isAsked) return setAsked(true);
    if (password === '') return setMissed(true);
    const code = factor.isAsked ? factor.take() : undefined;
    if (code === null) return;
    acts.send({
      type: 'user.approve',
      proof: {
        id: apiKey.id,
        privatePassword: password,
        ...(code === undefined ? {} : { privateCode: code }),
      },
    });
  }
  const error = isMissed
    ? t('auth:fault.passwordRequired')
    : isWrong
      ? t('security.password.wrongOld')
      : null;
  return (
    <form
      className={classes.form}
      aria-label={t('security.apiKeys.confirmNamed', { label: apiKey.label })}
      noValidate
      onSubmit={send}
    >
      <p className={classes.text}>{t('security.apiKeys.unconfirmed')}</p>
      {isAsked && (
        <PasswordField
          label={t('security.apiKeys.confirmPassword')}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            setMissed(false);
            acts.send({ type: 'user.edit' });
          }}
        />
      )}
      {isAsked && factor.isAsked && <FactorField factor={factor} isBusy={acts.isBusy} />}
      {failure && !isWrong && !wantsCode(failure) && <Message kind="failure">{sayFailure(failure)}</Message>}
      <Button
        type="submit"
        size="xs"
        variant="default"
        className={classes.action ?? ''}
        disabled={acts.isBusy || acts.made !== null}
        aria-label={t('security.apiKeys.confirmNamed', { label: apiKey.label })}
      >
        {t(
          acts.isBusy && acts.tried === 'approve'
            ? 'security.apiKeys.confirming'
            : 'security.apiKeys.confirm',
        )}
      </Button>
    </form>
  );
}
