import { Paper, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  confirmationFault,
  loginFault,
  newPasswordFault,
  type CredentialFault,
} from '../../domain/credentials.ts';
import { isPasskeyCode } from '../../domain/passkey.ts';
import { recoveryKeyIn } from '../../domain/recoveryKey.ts';
import { codeOrRecoveryText, codeText } from '../../domain/twoFactor.ts';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { CodeField } from '../kit/CodeField.tsx';
import { CodeInput } from '../kit/CodeInput.tsx';
import { Message } from '../kit/Message.tsx';
import { useServerText } from '../kit/useFailureText.ts';
import { useSecondFactor } from '../kit/useSecondFactor.ts';
import { usePage } from '../kit/usePage.ts';
import { AccessForm, SubmitButton } from './AccessForm.tsx';
import classes from './AccessForm.module.css';
import { LostFactor } from './LostFactor.tsx';
import { PasswordField } from './PasswordField.tsx';
import { StrengthMeter } from './StrengthMeter.tsx';
import { useRecovery } from './useRecovery.ts';

const EMPTY = { email: '', words: '', password: '', confirmation: '', code: '' };

/** The way back with a forgotten password (FORGOT-03). A signed-in user may have forgotten it, too. */
export function RecoverScreen() {
  const { t } = useTranslation('auth');
  const { recovery } = useCapabilities();
  const { name } = useApp().config.brand;
  usePage({
    title: t('title.page', { page: t('recover.title'), name }),
    description: t('recover.description', { name }),
  });
  const way = useRecovery();
  if (recovery && !way.isRecovered) return <RecoverForm way={way} />;
  return (
    <div className={classes.page}>
      <Paper className={classes.card ?? ''}>
        <Title fz="xl" lh="28px">
          {t(recovery ? 'recover.doneTitle' : 'recover.title')}
        </Title>
        {recovery ? (
          <Message kind="success">{t('recover.done')}</Message>
        ) : (
          <Text size="sm" c="dimmed">
            {t('recover.without.support')} <Support />
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <Link to="/login">{t('register.login')}</Link>
        </Text>
      </Paper>
    </div>
  );
}

function Support() {
  const { t } = useTranslation('auth');
  const { contactMail } = useApp().config.brand;
  return contactMail ? <a href={`mailto:${contactMail}`}>{t('recover.write')}</a> : null;
}

function RecoverForm({ way }: { readonly way: ReturnType<typeof useRecovery> }) {
  const { t } = useTranslation('auth');
  const { recoveryCodes, twoFactorReset, passkeys, usernameAccounts } = useCapabilities();
  const { hasApp, mayUsePasskey } = useSecondFactor();
  const serverText = useServerText();
  const { isSubmitting, isWorking, refusal, lostFactor } = way;
  const isBusy = isSubmitting || isWorking || lostFactor.isAsking;
  const codeField = useRef<HTMLInputElement>(null);
  const isCodeRefused = refusal?.field === 'code';
  // A refused field takes the focus, which only the document has.
  useEffect(() => {
    if (isCodeRefused) codeField.current?.focus();
  }, [isCodeRefused]);
  const say = (fault: CredentialFault | null) => (fault === null ? null : t(`fault.${fault}`));
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      email: (login) => say(loginFault(login, usernameAccounts)),
      words: (words) => (recoveryKeyIn(words) === null ? t('recover.wordsWrong') : null),
      password: (password) => say(newPasswordFault(password)),
      confirmation: (confirmation, { password }) => say(confirmationFault(confirmation, password)),
      code: (code) => (way.asksForCode && code === '' ? t('login.refused.codeRequired') : null),
    },
    onValuesChange: () => way.send({ type: 'user.edit' }),
  });
  const refusalText =
    refusal && (serverText(refusal) ?? t(refusal.key as 'login.refused.codeUsed', { count: refusal.count }));
  return (
    <AccessForm
      title={t('recover.title')}
      lead={t('recover.lead')}
      refusal={isCodeRefused ? null : refusalText}
      other={<Link to="/login">{t('register.login')}</Link>}
      onSubmit={form.onSubmit(({ email, words, code, ...passwords }) => {
        const recoveryKey = recoveryKeyIn(words) ?? '';
        const sent = recoveryCodes && !isPasskeyCode(code) ? codeOrRecoveryText(code) : codeText(code);
        // That of a passkey is sent once.
        if (isPasskeyCode(code)) form.setFieldValue('code', '');
        way.submit({ email: email.trim(), recoveryKey, code: sent, ...passwords });
      })}
    >
      <TextInput
        {...form.getInputProps('email')}
        label={t('field.email')}
        description={usernameAccounts && t('login.emailHint')}
        type={usernameAccounts ? 'text' : 'email'}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Textarea
        {...form.getInputProps('words')}
        label={t('recover.words')}
        description={t('recover.wordsHint')}
        rows={4}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <PasswordField
          {...form.getInputProps('password')}
          label={t('field.new_password')}
          description={t('register.passwordHint')}
          autoComplete="new-password"
        />
        <StrengthMeter password={form.values.password} user={{ email: form.values.email, username: '' }} />
      </div>
      <PasswordField
        {...form.getInputProps('confirmation')}
        label={t('recover.confirmation')}
        autoComplete="new-password"
        isShown={false}
      />
      {way.asksForCode && (
        <CodeInput
          {...form.getInputProps('code')}
          ref={codeField}
          label={t('field.two_factor_code')}
          takesRecovery={recoveryCodes}
          {...(isCodeRefused && { error: refusalText })}
        />
      )}
      {!way.asksForCode && mayUsePasskey && !hasApp && (
        <CodeField
          label={t('field.two_factor_code')}
          value={form.values.code}
          error={null}
          isReadOnly={isBusy}
          onCode={(code) => form.setFieldValue('code', code)}
        />
      )}
      <SubmitButton
        label={t(isSubmitting || isWorking ? 'recover.submitting' : 'recover.submit')}
        isHeld={isBusy}
        note={isWorking ? t('work.note') : null}
        onCancel={() => way.send({ type: 'user.cancel' })}
      />
      {twoFactorReset && (
        <LostFactor
          view={lostFactor}
          isHeld={isBusy}
          hasKey
          onAsk={() => {
            const { email, words } = form.getValues();
            const recoveryKey = recoveryKeyIn(words);
            const isValid = !form.validateField('email').hasError && recoveryKey !== null;
            if (isValid)
              lostFactor.send({ type: 'user.ask', credentials: { email: email.trim(), recoveryKey } });
            else form.validateField('words');
          }}
        />
      )}
      <div>
        <Text size="sm" fw={600}>
          {t('recover.without.title')}
        </Text>
        <Text size="sm" c="dimmed">
          {passkeys && `${t('recover.without.passkey')} `}
          {twoFactorReset && `${t('recover.without.factor')} `}
          {t('recover.without.none')}
        </Text>
      </div>
    </AccessForm>
  );
}
