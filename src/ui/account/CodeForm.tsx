import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { codeText } from '../../domain/twoFactor.ts';
import classes from './TwoFactor.module.css';

interface Props {
  readonly submit: string;
  readonly submitting: string;
  readonly isBusy: boolean;
  /** Why the last code was not accepted. */
  readonly refusal: string | null;
  readonly onSubmit: (code: string) => void;
  readonly onEdit: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** Asks for a code of at most six characters. A sent code is used up, so the field is emptied. */
export function CodeForm({ submit, submitting, isBusy, refusal, onSubmit, onEdit, children }: Props) {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (code === '' || isBusy) return;
    onSubmit(code);
    setCode('');
  };
  return (
    <form className={classes.code} noValidate onSubmit={send}>
      <TextInput
        label={t('security.twoFactor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={refusal}
        onChange={(event) => {
          onEdit();
          setCode(codeText(event.currentTarget.value));
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
