import { UnstyledButton, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './CopyButton.module.css';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Says what is copied: "Copy email". */
  readonly label: string;
}

/** Copies a text; the mark says for two seconds that it did, the toast says it to everybody. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation('account');
  const { isCopied, copy } = useCopy();
  return (
    <UnstyledButton
      className={classes.button ?? ''}
      aria-label={label}
      title={isCopied ? t('dashboard.copied') : label}
      data-copied={isCopied}
      onClick={() => copy(text)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {isCopied ? (
          <path d="M3 8.5l3.2 3.2L13 5" />
        ) : (
          <path d="M6 5.5V3.5a1 1 0 0 1 1-1h5.5a1 1 0 0 1 1 1V9a1 1 0 0 1-1 1h-2M3.5 6h5.5a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z" />
        )}
      </svg>
    </UnstyledButton>
  );
}

interface CopyTextButtonProps {
  readonly text: string;
  readonly label: string;
  /** Stands in its place for a moment after the text was copied. */
  readonly copiedLabel: string;
  /** How long, in milliseconds; two seconds unless told. */
  readonly shownFor?: number;
}

/** Copies a text, with words for a label. */
export function CopyTextButton({ text, label, copiedLabel, shownFor }: CopyTextButtonProps) {
  const { isCopied, copy } = useCopy(shownFor);
  return (
    <Button variant="default" data-copied={isCopied} onClick={() => copy(text)}>
      {isCopied ? copiedLabel : label}
    </Button>
  );
}
