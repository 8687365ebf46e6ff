import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../domain/failure.ts';
import { PASSKEY_CODE_EXPIRED, PASSKEY_REQUIRED } from '../../domain/passkey.ts';
import { CODE_USED, codeText, wantsCode } from '../../domain/twoFactor.ts';
import { useCapabilities } from './app.tsx';
import { CodeField } from './CodeField.tsx';
import { useSecondFactor } from './useSecondFactor.ts';
import { useFailureText } from './useFailureText.ts';

export interface Factor {
  /** Whether a code has to be typed. */
  readonly isAsked: boolean;
  readonly code: string;
  /** Why the last code was not taken, or that one is missing. */
  readonly error: string | null;
  /** ID of the field in the document. */
  readonly id: string;
  readonly type: (typed: string) => void;
  /** Empties the field, because a code is sent once. @returns null when nothing was typed, which the field shows. */
  readonly take: () => string | null;
}

/**
 * The second factor that a form asks for (REAUTH-04): where the account has it, or the server demanded it.
 * @param failure why the form was refused last.
 * @param onEdit the code was edited.
 * @param isAlwaysChecked also by a server without `reauthentication`.
 */
export function useFactor(failure: Failure | null, onEdit: () => void, isAlwaysChecked = false): Factor {
  const { t } = useTranslation();
  const sayFailure = useFailureText();
  const { reauthentication } = useCapabilities();
  const isChecked = reauthentication || isAlwaysChecked;
  const { hasApp, isOn } = useSecondFactor();
  const id = useId();
  const [code, setCode] = useState('');
  const [isMissed, setMissed] = useState(false);
  // Another tab may have turned it on: the field comes when the server asks for a code, and stays.
  const [isDemanded, setDemanded] = useState(false);
  const refusal = isChecked && failure !== null && wantsCode(failure) ? failure : null;
  if (refusal !== null && !isDemanded) setDemanded(true);
  // A refused field takes the focus, which only the document has.
  useEffect(() => {
    if (refusal !== null) document.getElementById(id)?.focus();
  }, [refusal, id]);

  function errorText(): string | null {
    if (isMissed) return t(isOn && !hasApp ? 'factor.passkeyRequired' : 'factor.required');
    switch (refusal?.serverCode) {
      case undefined:
        return null;
      case CODE_USED:
        return refusal && sayFailure(refusal);
      case PASSKEY_REQUIRED:
        return t('factor.passkeyRequired');
      case PASSKEY_CODE_EXPIRED:
        return t('factor.passkeyExpired');
      case 'TWO_FACTOR_REQUIRED':
        return t('factor.required');
      default:
        return t('factor.invalid');
    }
  }
  return {
    isAsked: isChecked && (isDemanded || isOn),
    code,
    error: errorText(),
    id,
    type: (typed) => {
      setMissed(false);
      setCode(codeText(typed));
      onEdit();
    },
    take: () => {
      setMissed(code === '');
      setCode('');
      if (code !== '') return code;
      document.getElementById(id)?.focus();
      return null;
    },
  };
}

interface Props {
  readonly factor: Factor;
  /** The typed code is being sent. */
  readonly isBusy: boolean;
  /** Enter was pressed; left out inside a form. */
  readonly onEnter?: () => void;
}

export function FactorField({ factor, isBusy, onEnter }: Props) {
  const { t } = useTranslation();
  return (
    <CodeField
      id={factor.id}
      label={t('factor.label')}
      description={t('factor.hint')}
      isReadOnly={isBusy}
      value={factor.code}
      error={factor.error}
      onCode={factor.type}
      {...(onEnter ? { onEnter } : {})}
    />
  );
}
