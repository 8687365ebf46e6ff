import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loginOf } from '../../domain/account.ts';
import { momentText } from '../../domain/dates.ts';
import { hashOfWords, newRecoveryWords, placesToConfirm } from '../../domain/recoveryKey.ts';
import { wantsCode, wantsPassword } from '../../domain/twoFactor.ts';
import { LoginOfPassword, PasswordField } from '../access/PasswordField.tsx';
import { CopyTextButton } from '../kit/CopyButton.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import { useSession } from '../kit/useSession.ts';
import { SecurityRow } from './SecurityRow.tsx';
import classes from './RecoveryKey.module.css';
import section from './Security.module.css';
import { useRecoveryKey } from './useSecuritySections.ts';

/** Whether there is a recovery key, and the making of one (FORGOT-01, FORGOT-02). */
export function RecoveryKey() {
  const { t } = useTranslation('account');
  const language = useCurrentLanguage();
  const making = useRecoveryKey();
  const madeAt = useSession().user?.recoveryKeyAt ?? null;
  return (
    <SecurityRow
      name="recovery-key"
      title={t('security.key.title')}
      state={
        making.lost === 'unknown' ? (
          <Badge color="warning">{t('security.twoFactor.isUnknown')}</Badge>
        ) : (
          <Badge color={madeAt === null ? 'warning' : 'up'}>
            {t(madeAt === null ? 'security.key.isMissing' : 'security.key.isMade')}
          </Badge>
        )
      }
      warns={making.lost !== null}
    >
      <p className={section.text}>{t('security.key.lead')}</p>
      {making.view === 'idle' ? (
        <Stack align="flex-start">
          <Text size="sm">
            {madeAt === null
              ? t('security.key.none')
              : t('security.key.made', { time: momentText(madeAt, language) ?? '' })}
          </Text>
          <Button variant="default" onClick={() => making.send({ type: 'user.make' })}>
            {t(madeAt === null ? 'security.key.make' : 'security.key.replace')}
          </Button>
        </Stack>
      ) : (
        <NewKey making={making} before={madeAt} />
      )}
    </SecurityRow>
  );
}

interface NewKeyProps {
  readonly making: ReturnType<typeof useRecoveryKey>;
  /** When the present key was made. */
  readonly before: number | null;
}

/** The words exist only here, and are gone with it. */
function NewKey({ making, before }: NewKeyProps) {
  const { t } = useTranslation('account');
  const [words] = useState(newRecoveryWords);
  if (making.view !== 'showing') return <Confirmation making={making} words={words} />;
  return (
    <Stack>
      <Text size="sm">{t('security.key.showLead')}</Text>
      {before !== null && <Text size="sm">{t('security.key.replaceLead')}</Text>}
      <ol className={classes.words} translate="no">
        {words.map((word, at) => (
          // A word may come twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{word}</li>
        ))}
      </ol>
      <Group>
        <Button onClick={() => making.send({ type: 'user.written' })}>{t('security.key.written')}</Button>
        <CopyTextButton
          text={words.join(' ')}
          label={t('security.key.copy')}
          copiedLabel={t('word.copied')}
        />
        <Button variant="subtle" onClick={() => making.send({ type: 'user.cancel' })}>
          {t('word.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

interface ConfirmationProps {
  readonly making: NewKeyProps['making'];
  readonly words: readonly string[];
}

/** Asks for three words, the password, and the second factor where it is on. */
function Confirmation({ making, words }: ConfirmationProps) {
  const { t } = useTranslation(['account', 'auth']);
  const sayFailure = useFailureText();
  const { isBusy, failure, lost } = making;
  const [places] = useState(placesToConfirm);
  const { user } = useSession();
  const edit = (): void => making.send({ type: 'user.edit' });
  const factor = useFactor(failure, edit, true);
  /** @param at in `places` */
  const judge = (at: number) => (word: string) =>
    word.trim().toLowerCase() === words[places[at] ?? 0]
      ? null
      : t('security.key.wordWrong', { number: (places[at] ?? 0) + 1 });
  const form = useForm({
    initialValues: { first: '', second: '', third: '', password: '' },
    validate: {
      first: judge(0),
      second: judge(1),
      third: judge(2),
      password: (password) => (password === '' ? t('auth:fault.passwordRequired') : null),
    },
    onValuesChange: edit,
  });
  const isPasswordWrong = failure !== null && wantsPassword(failure);
  const isAboutCode = failure !== null && factor.isAsked && wantsCode(failure);
  return (
    <form
      noValidate
      aria-label={t('security.key.title')}
      onSubmit={form.onSubmit(({ password }) => {
        const code = factor.isAsked ? factor.take() : '';
        if (isBusy || code === null) return;
        making.send({ type: 'user.submit', keyHash: hashOfWords(words), privatePassword: password, code });
      })}
    >
      <Stack>
        <Text size="sm">{t('security.key.confirmLead')}</Text>
        {(['first', 'second', 'third'] as const).map((name, at) => (
          <TextInput
            key={name}
            {...form.getInputProps(name)}
            label={t('security.key.word', { number: (places[at] ?? 0) + 1 })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={isBusy}
          />
        ))}
        <LoginOfPassword login={user ? loginOf(user) : ''} />
        <PasswordField
          {...form.getInputProps('password')}
          {...(isPasswordWrong && { error: t('security.password.wrongOld') })}
          label={t('field.old_password')}
          autoComplete="current-password"
          readOnly={isBusy}
        />
        {factor.isAsked && <FactorField factor={factor} isBusy={isBusy} />}
        {lost !== null && <Message kind="warning">{t(`security.key.lost.${lost}`)}</Message>}
        {failure !== null && !isPasswordWrong && !isAboutCode && (
          <Message kind="failure">{sayFailure(failure)}</Message>
        )}
        <Group>
          <Button type="submit" disabled={isBusy}>
            {t(isBusy ? 'security.key.submitting' : 'security.key.submit')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => making.send({ type: 'user.back' })}>
            {t('security.key.back')}
          </Button>
          <Button variant="subtle" disabled={isBusy} onClick={() => making.send({ type: 'user.cancel' })}>
            {t('word.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
