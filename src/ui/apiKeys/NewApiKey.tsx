import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { KEY_PERMISSIONS, keyAddresses, type KeyPermission, LONGEST_KEY_LABEL } from '../../domain/apiKey.ts';
import { wantsCode, wantsPassword } from '../../domain/twoFactor.ts';
import { PasswordField } from '../access/PasswordField.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import classes from '../kit/Section.module.css';
import type { ApiKeyActs } from './useApiKeys.ts';

type Fault = 'label' | 'permissions' | 'password';

/** Asks for label, permissions, addresses, and for proof that it is the user (APIKEY-02). */
export function NewApiKey({ acts }: { readonly acts: ApiKeyActs }) {
  const { t } = useTranslation(['account', 'auth']);
  const sayFailure = useFailureText();
  const failure = acts.tried === 'create' && !acts.isLost ? acts.failure : null;
  const factor = useFactor(failure, () => acts.send({ type: 'user.edit' }));
  const [typed, setTyped] = useState({ label: '', addresses: '', password: '' });
  const [chosen, setChosen] = useState<ReadonlySet<KeyPermission>>(new Set(['read']));
  const [fault, setFault] = useState<Fault | null>(null);
  const isWrong = failure !== null && wantsPassword(failure);

  function edit(change: () => void): void {
    change();
    setFault(null);
    acts.send({ type: 'user.edit' });
  }
  const type = (part: Partial<typeof typed>): void => edit(() => setTyped({ ...typed, ...part }));
  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (acts.isBusy) return;
    if (typed.label.trim() === '') return setFault('label');
    if (chosen.size === 0) return setFault('permissions');
    if (typed.password === '') return setFault('password');
    const code = factor.isAsked ? factor.take() : undefined;
    if (code === null) return;
    acts.send({
      type: 'user.create',
      wish: {
        label: typed.label.trim(),
        permissions: KEY_PERMISSIONS.filter((permission) => chosen.has(permission)),
        addresses: keyAddresses(typed.addresses),
        privatePassword: typed.password,
        ...(code === undefined ? {} : { privateCode: code }),
      },
    });
  }
  const passwordError =
    fault === 'password'
      ? t('auth:fault.passwordRequired')
      : isWrong
        ? t('security.password.wrongOld')
        : null;
  return (
    <form className={classes.form} aria-label={t('security.apiKeys.new')} noValidate onSubmit={send}>
      <h3>{t('security.apiKeys.new')}</h3>
      <TextInput
        label={t('security.apiKeys.label')}
        maxLength={LONGEST_KEY_LABEL}
        autoComplete="off"
        value={typed.label}
        error={fault === 'label' ? t('security.apiKeys.labelRequired') : null}
        onChange={({ currentTarget }) => type({ label: currentTarget.value })}
      />
      <fieldset>
        <Text component="legend" size="md" fw={500}>
          {t('security.apiKeys.permissions')}
        </Text>
        <Stack gap="xs">
          {KEY_PERMISSIONS.map((permission) => (
            <Checkbox
              key={permission}
              label={t(`security.apiKeys.may.${permission}`)}
              checked={chosen.has(permission)}
              onChange={({ currentTarget }) => {
                const next = new Set(chosen);
                if (currentTarget.checked) next.add(permission);
                else next.delete(permission);
                edit(() => setChosen(next));
              }}
            />
          ))}
        </Stack>
        {fault === 'permissions' && (
          <Text role="alert" size="xs" c="down">
            {t('security.apiKeys.permissionsRequired')}
          </Text>
        )}
      </fieldset>
      {chosen.has('withdraw') && <p className={classes.text}>{t('security.apiKeys.withdrawNote')}</p>}
      <TextInput
        label={t('field.addresses')}
        description={t('security.apiKeys.addressesHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1300}
        value={typed.addresses}
        onChange={({ currentTarget }) => type({ addresses: currentTarget.value })}
      />
      <PasswordField
        label={t('security.apiKeys.password')}
        autoComplete="current-password"
        value={typed.password}
        error={passwordError}
        onChange={({ currentTarget }) => type({ password: currentTarget.value })}
      />
      {factor.isAsked && <FactorField factor={factor} isBusy={acts.isBusy} />}
      {failure && !isWrong && !wantsCode(failure) && <Message kind="failure">{sayFailure(failure)}</Message>}
      <Button type="submit" variant="default" className={classes.action ?? ''} disabled={acts.isBusy}>
        {t(acts.tried === 'create' && acts.isBusy ? 'security.apiKeys.making' : 'security.apiKeys.make')}
      </Button>
    </form>
  );
}
