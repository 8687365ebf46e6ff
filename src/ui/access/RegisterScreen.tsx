import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import {
  confirmationFault,
  emailFault,
  newPasswordFault,
  usernameFault,
  type CredentialFault,
} from '../../domain/credentials.ts';
import { AccessForm, SubmitButton } from './AccessForm.tsx';
import { PasswordField } from './PasswordField.tsx';
import { StrengthMeter } from './StrengthMeter.tsx';
import { useApp } from '../kit/app.tsx';
import { useSameWay } from '../kit/pageState.ts';
import { usePage } from '../kit/usePage.ts';
import { useServerText } from '../kit/useFailureText.ts';
import { useRegistration } from './useRegistration.ts';

const EMPTY = { email: '', username: '', password: '', confirmation: '' };

/** Registration (LOGIN-07, LOGIN-09). */
export function RegisterScreen() {
  const { t } = useTranslation('auth');
  const { config } = useApp();
  const { usernameAccounts } = config.capabilities;
  usePage({
    title: t('title.page', { page: t('register.title'), name: config.brand.name }),
    description: t('register.description', { name: config.brand.name }),
  });
  const registration = useRegistration();
  const serverText = useServerText();
  const way = useSameWay();
  const say = (fault: CredentialFault | null) => (fault === null ? null : t(`fault.${fault}`));
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      email: (email) => say(usernameAccounts && email.trim() === '' ? null : emailFault(email)),
      username: (username, { email }) => say(usernameFault(username, email.trim() !== '')),
      password: (password) => say(newPasswordFault(password)),
      confirmation: (confirmation, { password }) => say(confirmationFault(confirmation, password)),
    },
  });

  if (registration.isSignedIn) return <Navigate to={way.from ?? '/dashboard'} replace />;

  const { refusal } = registration;
  const refusalText = refusal && (serverText(refusal) ?? t(refusal.key as 'register.refused.other'));
  const field = (name: keyof typeof EMPTY) => {
    const { onChange, error, ...props } = form.getInputProps(name);
    return {
      ...props,
      error: error ?? (refusal?.field === name ? refusalText : null),
      onChange: (event: unknown) => {
        registration.send({ type: 'user.edit' });
        onChange(event);
      },
    };
  };

  return (
    <AccessForm
      title={t('register.title')}
      lead={t(usernameAccounts ? 'register.leadUsername' : 'register.lead')}
      refusal={refusal?.field === 'form' ? refusalText : null}
      other={
        <>
          {t('register.hasAccount')}{' '}
          <Link to="/login" state={way}>
            {t('register.login')}
          </Link>
        </>
      }
      onSubmit={form.onSubmit(({ email, username, ...passwords }) => {
        registration.send({
          type: 'user.submit',
          account: { email: email.trim(), username: username.trim(), ...passwords },
        });
      })}
    >
      <TextInput
        {...field('email')}
        label={t('field.email')}
        description={usernameAccounts && t('register.emailHint')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput
        {...field('username')}
        label={t('field.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <PasswordField
          {...field('password')}
          label={t('field.password')}
          description={t('register.passwordHint')}
          autoComplete="new-password"
        />
        <StrengthMeter password={form.values.password} user={form.values} />
      </div>
      <PasswordField
        {...field('confirmation')}
        label={t('field.confirm_password')}
        autoComplete="new-password"
        isShown={false}
      />
      <SubmitButton
        label={t(
          registration.isSubmitting || registration.isWorking ? 'register.submitting' : 'register.submit',
        )}
        isHeld={registration.isSubmitting || registration.isWorking}
        note={registration.isWorking ? t('work.note') : null}
        onCancel={() => registration.send({ type: 'user.cancel' })}
      />
    </AccessForm>
  );
}
