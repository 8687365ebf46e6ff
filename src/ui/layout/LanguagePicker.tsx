import { UnstyledButton } from '@mantine/core';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES } from '../../domain/languages.ts';
import { useLanguage } from '../kit/useLanguage.ts';
import header from './Header.module.css';
import classes from './LanguagePicker.module.css';

/** A native popover handles Escape, clicks outside and focus. */
export function LanguagePicker({ chosen }: { readonly chosen: () => void }) {
  const { t } = useTranslation();
  const { language, isSwitching, choose } = useLanguage();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  if (LANGUAGES.length < 2) return null;
  return (
    <div>
      <UnstyledButton
        className={`${header.link} ${classes.opener}`}
        popoverTarget={id}
        aria-label={t('shell.language')}
        aria-busy={isSwitching}
      >
        <svg className="drawn" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c2.5 2.7 3.8 5.7 3.8 9s-1.3 6.3-3.8 9c-2.5-2.7-3.8-5.7-3.8-9S9.5 5.7 12 3z" />
        </svg>
        <span aria-hidden="true" translate="no">
          {language.toUpperCase()}
        </span>
      </UnstyledButton>
      <div id={id} ref={list} popover="auto" className={classes.list}>
        {LANGUAGES.map((code) => (
          <UnstyledButton
            key={code}
            lang={code}
            aria-current={code === language}
            onClick={() => {
              list.current?.hidePopover();
              chosen();
              if (code !== language) choose(code);
            }}
          >
            {LANGUAGE_NAMES[code]}
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}
