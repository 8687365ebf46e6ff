import { TextInput } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../domain/failure.ts';
import { CODE_USED, codeText, wantsCode } from '../../domain/twoFactor.ts';
import { useCapabilities } from './app.tsx';
import { useFailureText } from './useFailureText.ts';
import { useSession } from './useSession.ts';

export interface Factor {
  /** Whether a code has to be typed. */
  readonly isAsked: boolean;
  readonly code: string;
  /** Why the last code was not taken, or that one is missing. */
  readonly error: string | null;
  /** Of the field in the document. */
  readonly id: string;
  readonly type: (typed: string) => void;
  /** Empties the field, because a code is sent once. @returns null when nothing was typed, and the field says so. */
  readonly take: () => string | null;
}

/**
 * The second factor that a form asks for (REAUTH-04): where the account has it, or the server demanded it.
 * @param failure why the form was refused last.
 * @param onEdit the code was edited.
 */
export function useFactor(failure: Failure | null, onEdit: () => void): Factor {
  const { t } = useTranslation('common');
  const sayFailure = useFailureText();
  const { reauthentication } = useCapabilities();
  const { user } = useSession();
  const id = useId();
  const [code, setCode] = useState('');
  const [isMissed, setMissed] = useState(false);
  // Another tab may have turned it on: the field comes when the server asks for a code, and stays.
  const [isDemanded, setDemanded] = useState(false);
  const refusal = reauthentication && failure !== null && wantsCode(failure) ? failure : null;
  if (refusal !== null && !isDemanded) setDemanded(true);
  useEffect(() => {
    if (refusal !== null) document.getElementById(id)?.focus();
  }, [refusal, id]);

  function errorText(): string | null {
    if (isMissed) return t('factor.required');
    if (refusal === null) return null;
    if (refusal.serverCode === CODE_USED) return sayFailure(refusal);
    return t(refusal.serverCode === 'TWO_FACTOR_REQUIRED' ? 'factor.required' : 'factor.invalid');
  }
  return {
    isAsked: reauthentication && (isDemanded || user?.twoFactorEnabled === true),
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
  /** What was typed is being sent. */
  readonly isBusy: boolean;
  /** Enter was pressed; left out inside a form. */
  readonly onEnter?: () => void;
}

export function FactorField({ factor, isBusy, onEnter }: Props) {
  const { t } = useTranslation('common');
  return (
    <TextInput
      id={factor.id}
      label={t('factor.label')}
      description={t('factor.hint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      readOnly={isBusy}
      value={factor.code}
      error={factor.error}
      onChange={({ currentTarget }) => factor.type(currentTarget.value)}
      onKeyDown={({ key, repeat }) => {
        if (key === 'Enter' && !repeat) onEnter?.();
      }}
    />
  );
}
