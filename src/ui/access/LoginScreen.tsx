import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { loginFault, loginPasswordFault, type CredentialFault } from '../../domain/credentials.ts';
import { codeOrRecoveryText, codeText } from '../../domain/twoFactor.ts';
import classes from '../layout/Shell.module.css';
import { AccessForm, SubmitButton } from './AccessForm.tsx';
import { CaptchaPlace } from './CaptchaPlace.tsx';
import { LostFactor } from './LostFactor.tsx';
import { PasswordField } from './PasswordField.tsx';
import { canUsePasskeys } from '../../machines/app/app.ts';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { CodeInput } from '../kit/CodeInput.tsx';
import { useSameWay } from '../kit/pageState.ts';
import { useCountdown } from '../kit/useCountdown.ts';
import { useLogin } from './useLogin.ts';
import { useNewEmail } from './useRegistration.ts';
import { usePage } from '../kit/usePage.ts';
import { useServerText } from '../kit/useFailureText.ts';

const EMPTY = { email: '', password: '', code: '' };

/** Login (LOGIN-01, LOGIN-06). A valid session goes straight to the wanted page. */
export function LoginScreen() {
  const { t } = useTranslation('auth');
  const { quietRegistration, recoveryCodes, twoFactorReset, usernameAccounts } = useCapabilities();
  const app = useApp();
  const { config } = app;
  usePage({
    title: t('title.page', { page: t('login.title'), name: config.brand.name }),
    description: t('login.description', { name: config.brand.name }),
  });
  const newLogin = useNewEmail();
  const say = (fault: CredentialFault | null) => (fault === null ? null : t(`fault.${fault}`));
  const form = useForm({
    initialValues: { ...EMPTY, email: newLogin },
    validate: {
      email: (login) => say(loginFault(login, usernameAccounts)),
      password: (password) => say(loginPasswordFault(password)),
    },
  });
  const { captcha, ...login } = useLogin(() => form.setValues(EMPTY));
  const [isCaptchaMissed, setCaptchaMissed] = useState(false);
  const way = useSameWay();
  const serverText = useServerText();
  const codeField = useRef<HTMLInputElement>(null);
  // The field that is asked for takes the focus, which only the document has.
  useEffect(() => {
    if (login.isAwaitingCode) codeField.current?.focus();
  }, [login.isAwaitingCode]);

  if (login.isDeciding || login.isSignedIn)
    return (
      <>
        {login.isSignedIn && <Navigate to={login.destination} replace />}
        <p className={classes.loading}>{t('shell.loading')}</p>
      </>
    );

  const { refusal } = login;
  const isBusy = login.isSubmitting || login.isWorking || login.isUsingPasskey || login.lostFactor.isAsking;
  const workNote = login.isWorking ? t('work.note') : null;
  const note = login.isUsingPasskey ? t('login.passkeyAsked') : workNote;
  const refusalText =
    refusal && (serverText(refusal) ?? t(refusal.key as 'login.refused.codeUsed', { count: refusal.count }));
  const field = (name: keyof typeof EMPTY) => {
    const { onChange, error, ...props } = form.getInputProps(name);
    return {
      ...props,
      error: error ?? (refusal?.field === name ? refusalText : null),
      onChange: (event: unknown) => {
        login.send({ type: 'user.edit' });
        onChange(event);
      },
    };
  };

  // A taken username was refused, so only an email may have had an account before (LOGIN-18).
  const mayBeOlder = quietRegistration && (newLogin === '' || newLogin.includes('@'));
  const created = mayBeOlder ? `${t('login.created')} ${t('login.createdBefore')}` : t('login.created');

  const notice = login.farewell
    ? t(login.farewell === 'accountDeleted' ? 'login.deleted' : 'login.perhapsDeleted')
    : login.showsNotice
      ? created
      : null;

  /** The server would refuse it and count the attempt. */
  function isCaptchaPassed(): boolean {
    const isMissed = captcha !== null && captcha.state !== 'passed';
    setCaptchaMissed(isMissed);
    return !isMissed;
  }

  return (
    <AccessForm
      title={t('login.title')}
      lead={t('login.lead')}
      // The server would know nobody after it: better to warn now than to show an ended session.
      notice={navigator.cookieEnabled ? (refusal ? null : notice) : t('login.needsCookies')}
      refusal={refusal?.field === 'form' ? refusalText : null}
      other={
        <>
          <Link to="/recover">{t('login.forgotten')}</Link>
          <br />
          {t('login.noAccount')}{' '}
          <Link to="/register" state={way}>
            {t('login.register')}
          </Link>
        </>
      }
      onSubmit={form.onSubmit(({ email, password, code }) => {
        const sent = recoveryCodes ? codeOrRecoveryText(code) : codeText(code);
        if (isCaptchaPassed()) login.submit({ email: email.trim(), password, code: sent });
      })}
    >
      <TextInput
        {...field('email')}
        label={t('field.email')}
        description={usernameAccounts && t('login.emailHint')}
        type={usernameAccounts ? 'text' : 'email'}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...field('password')} label={t('field.password')} autoComplete="current-password" />
      <CodeInput
        {...field('code')}
        ref={codeField}
        label={t('field.two_factor_code')}
        description={t(recoveryCodes ? 'login.codeHintRecovery' : 'login.codeHint')}
        takesRecovery={recoveryCodes}
      />
      {captcha && <CaptchaPlace captcha={captcha} isMissed={isCaptchaMissed} />}
      <SubmitButton
        label={t(login.isSubmitting || login.isWorking ? 'login.submitting' : 'login.submit')}
        isHeld={isBusy || login.waitsUntil !== null}
        note={note}
        onCancel={() => login.send({ type: 'user.cancel' })}
      />
      {canUsePasskeys(app) && (
        <Button
          variant="default"
          fullWidth
          disabled={isBusy || login.waitsUntil !== null}
          onClick={login.usePasskey}
        >
          {t('login.passkey')}
        </Button>
      )}
      {twoFactorReset && (
        <LostFactor
          view={login.lostFactor}
          isHeld={isBusy || login.waitsUntil !== null}
          onAsk={() => {
            const { email, password } = form.getValues();
            const isValid = !form.validate().hasErrors && isCaptchaPassed();
            if (isValid) login.lostFactor.ask({ email: email.trim(), password, code: '' });
          }}
        />
      )}
      {login.waitsUntil !== null && <WaitNote key={login.waitsUntil} until={login.waitsUntil} />}
    </AccessForm>
  );
}

/** How long the server asked to wait (LOGIN-10). */
function WaitNote({ until }: { readonly until: number }) {
  const { t } = useTranslation('auth');
  const { secondsLeft } = useCountdown(until);
  return (
    <Text size="sm" c="dimmed" role="timer">
      {secondsLeft !== null && t('login.wait', { count: secondsLeft })}
    </Text>
  );
}
