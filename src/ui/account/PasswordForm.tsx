import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmationFault, newPasswordFault, type CredentialFault } from '../../domain/credentials.ts';
import type { Failure } from '../../domain/failure.ts';
import { codeText } from '../../domain/twoFactor.ts';
import { CodeField } from '../kit/CodeField.tsx';
import { useSecondFactor } from '../kit/useSecondFactor.ts';
import { useFailureText, useServerText } from '../kit/useFailureText.ts';
import { useSession } from '../kit/useSession.ts';
import { useOpenRow } from './SecurityRow.tsx';
import { usePasswordChange } from './useSecuritySections.ts';
import { LoginOfPassword, PasswordField } from '../access/PasswordField.tsx';
import { StrengthMeter } from '../access/StrengthMeter.tsx';
import { Message } from '../kit/Message.tsx';
import classes from '../kit/Section.module.css';

const EMPTY = { oldPassword: '', newPassword: '', confirmPassword: '', twoFactorCode: '' };
type Field = keyof typeof EMPTY;

interface Props {
  /** Tells password managers whose password this is. */
  readonly login: string;
}

/** Changes the password (ACCOUNT-04, ACCOUNT-09). */
export function PasswordForm({ login }: Props) {
  const { t } = useTranslation(['account', 'auth']);
  const { hasApp, isOn } = useSecondFactor();
  const { user } = useSession();
  const say = (fault: CredentialFault | null) => (fault === null ? null : t(`auth:fault.${fault}`));
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      oldPassword: (password) => say(password === '' ? 'passwordRequired' : null),
      newPassword: (password) => say(newPasswordFault(password)),
      confirmPassword: (confirmation, { newPassword }) => say(confirmationFault(confirmation, newPassword)),
      twoFactorCode: (code) => {
        if (!isOn || code !== '') return null;
        return hasApp ? t('factor.required') : t('factor.passkeyRequired');
      },
    },
  });
  const change = usePasswordChange(() => form.reset());
  useOpenRow(change.failure !== null);
  const sayFailure = useFailureText();
  const serverText = useServerText();
  // A 401 of this call is about the old password and about nothing else (SESSION-02).
  const sayRefusal = (failure: Failure): string =>
    failure.code === 'unauthorized'
      ? (serverText(failure) ?? t('security.password.wrongOld'))
      : sayFailure(failure);

  const field = (name: Field) => {
    const { onChange, error, ...props } = form.getInputProps(name);
    const refusal = change.failedField === name && change.failure ? sayRefusal(change.failure) : null;
    return {
      ...props,
      error: error ?? refusal,
      onChange: (event: unknown) => {
        change.send({ type: 'user.edit' });
        onChange(event);
      },
    };
  };
  const code = field('twoFactorCode');
  // Another tab may have turned it on: the field comes when the server asks for a code, and stays.
  const [isDemanded, setDemanded] = useState(false);
  if (change.failedField === 'twoFactorCode' && !isDemanded) setDemanded(true);

  return (
    <form
      className={classes.form}
      aria-label={t('security.password.title')}
      noValidate
      onSubmit={form.onSubmit(
        (values) => change.send({ type: 'user.submit', ...values }),
        (faults) => {
          const [first] = Object.keys(faults);
          if (first !== undefined) form.getInputNode(first)?.focus();
        },
      )}
    >
      <LoginOfPassword login={login} />
      <PasswordField
        {...field('oldPassword')}
        label={t('field.old_password')}
        autoComplete="current-password"
      />
      <Stack gap="sm">
        <PasswordField
          {...field('newPassword')}
          label={t('field.new_password')}
          description={t('security.password.newHint')}
          autoComplete="new-password"
        />
        <StrengthMeter
          password={form.values.newPassword}
          user={{ email: login, username: user?.username ?? '' }}
        />
      </Stack>
      <PasswordField
        {...field('confirmPassword')}
        label={t('security.password.confirm')}
        autoComplete="new-password"
        isShown={false}
      />
      {(isOn || isDemanded) && (
        <CodeField
          data-path="twoFactorCode"
          label={t('field.two_factor_code')}
          value={form.values.twoFactorCode}
          error={code.error ?? null}
          onCode={(typed) => code.onChange(codeText(typed))}
        />
      )}
      {change.isChanged && (
        <Message kind="success">{change.answer ?? t('security.password.changed')}</Message>
      )}
      {change.isOutcomeUnknown && (
        <Message kind="warning">
          {t(
            change.failure?.code === 'internal'
              ? 'security.password.unreadAnswer'
              : 'security.password.outcomeUnknown',
          )}
        </Message>
      )}
      {change.failedField === 'form' && change.failure && !change.isOutcomeUnknown && (
        <Message kind="failure">{sayFailure(change.failure)}</Message>
      )}
      <Button type="submit" disabled={change.isChanging} className={classes.action ?? ''}>
        {t(change.isChanging ? 'security.password.submitting' : 'security.password.submit')}
      </Button>
    </form>
  );
}
