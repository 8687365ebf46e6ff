import { UnstyledButton, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './IconButton.module.css';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Names the copied value: "Copy email". */
  readonly label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation('account');
  const { isCopied, copy } = useCopy();
  return (
    <UnstyledButton
      className={classes.icon ?? ''}
      aria-label={label}
      title={isCopied ? t('word.copied') : label}
      data-copied={isCopied}
      onClick={() => copy(text)}
    >
      <svg className="drawn" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
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
  readonly copiedLabel: string;
  /** Milliseconds; two seconds by default. */
  readonly shownFor?: number;
}

export function CopyTextButton({ text, label, copiedLabel, shownFor }: CopyTextButtonProps) {
  const { isCopied, copy } = useCopy(shownFor);
  return (
    <Button variant="default" data-copied={isCopied} onClick={() => copy(text)}>
      {isCopied ? copiedLabel : label}
    </Button>
  );
}
