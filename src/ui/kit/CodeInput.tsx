import { TextInput, UnstyledButton, type TextInputProps } from '@mantine/core';
import { useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import classes from './CodeInput.module.css';

type Props = Omit<TextInputProps, 'type' | 'inputMode' | 'autoComplete'> & {
  readonly ref?: Ref<HTMLInputElement>;
  /** A recovery code is taken, too. */
  readonly takesRecovery?: boolean;
};

/**
 * Input for a code: with the digits of a phone's keyboard, and with its letters on request, because recovery codes have
 * them (RECOVERY-06).
 */
export function CodeInput({ takesRecovery = false, ...props }: Props) {
  const { t } = useTranslation();
  const [hasLetters, setLetters] = useState(false);
  return (
    <div>
      <TextInput
        {...props}
        inputMode={hasLetters ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      {takesRecovery && (
        <UnstyledButton
          className={classes.letters ?? ''}
          onClick={({ currentTarget }) => {
            // A keyboard changes only with the focus.
            flushSync(() => setLetters(!hasLetters));
            currentTarget.parentElement?.querySelector('input')?.focus();
          }}
        >
          {t(hasLetters ? 'factor.digits' : 'factor.letters')}
        </UnstyledButton>
      )}
    </div>
  );
}
