import { TextInput, UnstyledButton, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STRENGTHS } from '../../domain/credentials.ts';
import icon from '../kit/IconButton.module.css';
import classes from './AccessForm.module.css';

const EYE =
  'M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z';

/** Hidden: tells password managers whose password is asked for. @param login email, or username without one */
export function LoginOfPassword({ login }: { readonly login: string }) {
  return (
    // Nobody sees or types in it, so it needs nothing of Mantine's.
    <input
      type="text"
      autoComplete="username"
      value={login}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="visually-hidden"
    />
  );
}

type Props = Omit<TextInputProps, 'type' | 'rightSection'> & {
  readonly autoComplete: 'current-password' | 'new-password';
  /** Set on a second field, which follows the first one's eye button and has none of its own. */
  readonly isShown?: boolean;
};

/** Filters nothing: pasting and password managers work. */
export function PasswordField({ isShown, ...props }: Props) {
  const { t } = useTranslation('auth');
  const [isOpen, setOpen] = useState(false);
  const isVisible = isShown ?? isOpen;
  return (
    <TextInput
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      {...(isShown === undefined && {
        rightSection: (
          <UnstyledButton
            className={icon.icon ?? ''}
            aria-label={t(isOpen ? 'password.hide' : 'password.show')}
            onClick={() => setOpen(!isOpen)}
          >
            <svg className="drawn" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d={EYE} />
              {isOpen && <path d="M4 4l16 16" />}
            </svg>
          </UnstyledButton>
        ),
      })}
    />
  );
}

const STEPS = [1, 2, 3, 4, 5] as const;

/** The strength of a new password, in colour and in a word. @param score from 0 to 5 (LOGIN-08). */
export function Meter({ score }: { readonly score: number }) {
  const { t } = useTranslation('auth');
  const word = t(`password.strengths.${STRENGTHS[score] ?? 'none'}`);
  return (
    <div className={classes.strength}>
      <div
        className={classes.meter}
        role="meter"
        aria-label={t('password.strength')}
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={word}
        data-score={score}
      >
        {STEPS.map((step) => (
          <span key={step} {...(step <= score && { className: classes.on })} />
        ))}
      </div>
      <span className={classes.word} aria-hidden="true">
        {score > 0 && word}
      </span>
    </div>
  );
}
