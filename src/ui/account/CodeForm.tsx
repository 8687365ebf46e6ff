import { Button } from '@mantine/core';
import { useEffect, useId, useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOrRecoveryText, codeText } from '../../domain/twoFactor.ts';
import type { CodeInput } from '../../machines/account/twoFactor.machine.ts';
import { PasswordField } from '../access/PasswordField.tsx';
import { useCapabilities } from '../kit/app.tsx';
import { CodeField } from '../kit/CodeField.tsx';
import classes from '../kit/Section.module.css';

interface Props {
  readonly submit: string;
  readonly submitting: string;
  readonly isBusy: boolean;
  /** Why the last code was not accepted. */
  readonly refusal: string | null;
  /** The password that was sent with it is not the user's. */
  readonly isPasswordWrong: boolean;
  /** A recovery code is taken, too (RECOVERY-03). */
  readonly takesRecovery?: boolean;
  /** False where the code has to be of the app (REAUTH-08). */
  readonly takesPasskey?: boolean;
  /** The password is asked for whatever the server requires for two-factor. */
  readonly asksPassword?: boolean;
  readonly onSubmit: (typed: CodeInput) => void;
  readonly onEdit: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/**
 * Asks for a code of at most six characters, and for the password where the server wants it (REAUTH-06). A sent code is
 * used up, so its field is emptied.
 */
export function CodeForm(props: Props) {
  const { submit, submitting, isBusy, refusal, isPasswordWrong, onSubmit, onEdit, children } = props;
  const { takesRecovery = false, takesPasskey = true, asksPassword = false } = props;
  const { t } = useTranslation(['account', 'auth']);
  const { reauthentication } = useCapabilities();
  const wantsPassword = reauthentication || asksPassword;
  const passwordId = useId();
  const [password, setPassword] = useState('');
  const [isMissed, setMissed] = useState(false);
  const isRefused = isPasswordWrong && !isBusy;
  // A refused field takes the focus, which only the document has.
  useEffect(() => {
    if (isRefused) document.getElementById(passwordId)?.focus();
  }, [isRefused, passwordId]);
  const [code, setCode] = useState('');
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (code === '' || isBusy) return;
    if (wantsPassword && password === '') {
      setMissed(true);
      document.getElementById(passwordId)?.focus();
      return;
    }
    const sent = takesRecovery ? codeOrRecoveryText(code) : code;
    onSubmit(wantsPassword ? { code: sent, privatePassword: password } : { code: sent });
    setCode('');
  };
  const passwordFault = isMissed ? t('auth:fault.passwordRequired') : t('security.password.wrongOld');
  return (
    <form className={classes.form} noValidate onSubmit={send}>
      {wantsPassword && (
        <PasswordField
          id={passwordId}
          label={t('field.old_password')}
          autoComplete="current-password"
          value={password}
          error={isMissed || isRefused ? passwordFault : null}
          onChange={(event) => {
            onEdit();
            setMissed(false);
            setPassword(event.currentTarget.value);
          }}
        />
      )}
      <CodeField
        label={t('security.twoFactor.code')}
        {...(takesRecovery ? { description: t('security.recovery.codeHint') } : {})}
        takesRecovery={takesRecovery}
        takesPasskey={takesPasskey}
        value={code}
        error={refusal}
        onCode={(typed) => {
          onEdit();
          setCode(takesRecovery ? typed : codeText(typed));
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" disabled={isBusy || code === ''}>
          {isBusy ? submitting : submit}
        </Button>
        {children}
      </div>
    </form>
  );
}
