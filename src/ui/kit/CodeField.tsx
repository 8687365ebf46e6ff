import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isPasskeyCode } from '../../domain/passkey.ts';
import { CodeInput } from './CodeInput.tsx';
import { Message } from './Message.tsx';
import { useFailureText } from './useFailureText.ts';
import { usePasskeyCode, useSecondFactor } from './useSecondFactor.ts';

interface Props {
  readonly id?: string;
  /** Where a form finds it. */
  readonly 'data-path'?: string;
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly error: string | null;
  readonly isReadOnly?: boolean;
  /** A recovery code is taken, too. */
  readonly takesRecovery?: boolean;
  /** False where only the app itself proves something. */
  readonly takesPasskey?: boolean;
  /** As typed, or the code that was given for a passkey. */
  readonly onCode: (code: string) => void;
  /** Enter was pressed in the field; left out inside a form. */
  readonly onEnter?: () => void;
}

/**
 * Where a code of an app is typed, and a passkey may be used in its place. Where the account has no app there is only
 * the passkey.
 */
export function CodeField(props: Props) {
  const { id, 'data-path': path, label, description, value, error, onCode, onEnter } = props;
  const { isReadOnly = false, takesRecovery = false, takesPasskey = true } = props;
  const { t } = useTranslation();
  const { hasApp, mayUsePasskey } = useSecondFactor();
  const offersPasskey = takesPasskey && mayUsePasskey;
  const isConfirmed = isPasskeyCode(value) && error === null;
  const found = { ...(id === undefined ? {} : { id }), ...(path === undefined ? {} : { 'data-path': path }) };
  const isTyped = !isConfirmed && (hasApp || !offersPasskey);
  return (
    <Stack gap="sm">
      {isConfirmed && <Message kind="success">{t('factor.confirmed')}</Message>}
      {isTyped && (
        <CodeInput
          {...found}
          label={label}
          {...(description === undefined ? {} : { description })}
          takesRecovery={takesRecovery}
          readOnly={isReadOnly}
          value={isPasskeyCode(value) ? '' : value}
          error={error}
          onChange={({ currentTarget }) => onCode(currentTarget.value)}
          onKeyDown={({ key, repeat }) => {
            if (key === 'Enter' && !repeat) onEnter?.();
          }}
        />
      )}
      {offersPasskey && (
        <PasskeyButton
          {...(isTyped ? {} : found)}
          error={isTyped ? null : error}
          isDisabled={isReadOnly}
          onCode={onCode}
        />
      )}
    </Stack>
  );
}

interface ButtonProps {
  readonly id?: string;
  readonly 'data-path'?: string;
  readonly error: string | null;
  readonly isDisabled: boolean;
  readonly onCode: (code: string) => void;
}

function PasskeyButton({ error, isDisabled, onCode, ...found }: ButtonProps) {
  const { t } = useTranslation();
  const sayFailure = useFailureText();
  const { isAsking, failure, hasNone, press } = usePasskeyCode(onCode);
  const fault = failure === null ? (hasNone ? t('factor.noPasskey') : error) : sayFailure(failure);
  return (
    <Stack gap={4} align="flex-start">
      <Button {...found} variant="default" disabled={isDisabled} onClick={press}>
        {t(isAsking ? 'factor.stopPasskey' : 'factor.usePasskey')}
      </Button>
      {fault !== null && !isAsking && (
        <Text size="xs" c="down" role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  );
}
