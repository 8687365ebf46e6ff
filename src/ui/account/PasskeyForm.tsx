import { Button, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isOutcomeUnknown, type Failure } from '../../domain/failure.ts';
import { LONGEST_NAME, passkeyName } from '../../domain/passkey.ts';
import { codeText, wantsCode, wantsPassword } from '../../domain/twoFactor.ts';
import type { PasskeyProof } from '../../machines/account/passkeys.machine.ts';
import { PasswordField } from '../access/PasswordField.tsx';
import { CodeField } from '../kit/CodeField.tsx';
import { useSecondFactor } from '../kit/useSecondFactor.ts';
import { Message } from '../kit/Message.tsx';
import { useFailureText, useServerText } from '../kit/useFailureText.ts';
import classes from '../kit/Section.module.css';
import type { usePasskeys } from './useSecuritySections.ts';

interface Props {
  readonly kind: 'add' | 'rename' | 'remove';
  /** The present one. */
  readonly name: string;
  readonly keys: ReturnType<typeof usePasskeys>;
  readonly onSubmit: (typed: PasskeyProof & { readonly name: string }) => void;
  readonly onClose: () => void;
}

const BUSY = { add: 'adding', rename: 'renaming', remove: 'removing' } as const;

/** Asks for a name, and for proof that it is the user (PASSKEY-06). */
export function PasskeyForm({ kind, name: before, keys, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['account', 'auth']);
  const { hasApp, isOn } = useSecondFactor();
  const sayFailure = useFailureText();
  const serverText = useServerText();
  const [name, setName] = useState(before);
  const [privatePassword, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isMissed, setMissed] = useState(false);
  const { failure, notMade, isBusy } = keys;
  const isProven = kind !== 'rename';
  const isNamed = kind !== 'remove';
  // Another tab may have turned it on: the field comes when the server asks for a code.
  const isAboutCode = failure !== null && wantsCode(failure);
  const asksForCode = isProven && (isOn || isAboutCode);
  const edit = (change: () => void): void => {
    setMissed(false);
    keys.send({ type: 'user.edit' });
    change();
  };
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const isShort = (isNamed && passkeyName(name) === '') || (isProven && privatePassword === '');
    const hasNoCode = asksForCode && code === '';
    setMissed(isShort || hasNoCode);
    if (isShort || hasNoCode || isBusy) return;
    onSubmit({ name: passkeyName(name), privatePassword, code });
    setCode('');
  };
  const passwordFault =
    failure !== null && wantsPassword(failure)
      ? t('security.password.wrongOld')
      : isMissed && privatePassword === ''
        ? t('auth:fault.passwordRequired')
        : null;
  const codeMissing = hasApp ? t('factor.required') : t('factor.passkeyRequired');
  const codeFault = isMissed && code === '' ? codeMissing : null;

  return (
    <form className={classes.form} noValidate onSubmit={send} aria-label={t(`security.passkeys.${kind}`)}>
      {kind === 'remove' && <p className={classes.text}>{t('security.passkeys.removeLead')}</p>}
      {isNamed && (
        <TextInput
          label={t('security.passkeys.name')}
          description={t('security.passkeys.nameHint')}
          autoComplete="off"
          data-autofocus
          maxLength={LONGEST_NAME}
          value={name}
          error={isMissed && passkeyName(name) === '' ? t('security.passkeys.nameRequired') : null}
          onChange={({ currentTarget: { value } }) => edit(() => setName(value))}
        />
      )}
      {isProven && (
        <PasswordField
          label={t('field.old_password')}
          autoComplete="current-password"
          value={privatePassword}
          error={passwordFault}
          onChange={({ currentTarget: { value } }) => edit(() => setPassword(value))}
        />
      )}
      {asksForCode && (
        <CodeField
          label={t('security.twoFactor.code')}
          value={code}
          error={isAboutCode ? (serverText(failure) ?? null) : codeFault}
          onCode={(typed) => edit(() => setCode(codeText(typed)))}
        />
      )}
      {notMade !== null && (
        <Message kind="failure">
          {t(`security.passkeys.${notMade === 'known' ? 'known' : 'notMade'}`)}
        </Message>
      )}
      {failure !== null && !wantsPassword(failure) && !isAboutCode && (
        <Message kind="failure">{sayChange(failure)}</Message>
      )}
      <div className={classes.buttons}>
        <Button type="submit" disabled={isBusy}>
          {t(`security.passkeys.${isBusy ? BUSY[kind] : kind}`)}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            keys.send({ type: 'user.cancel' });
            onClose();
          }}
        >
          {t('word.cancel')}
        </Button>
      </div>
    </form>
  );

  /** After a lost answer the list is read again. */
  function sayChange(why: Failure): string {
    return isOutcomeUnknown(why) ? t('security.passkeys.unconfirmed') : sayFailure(why);
  }
}
