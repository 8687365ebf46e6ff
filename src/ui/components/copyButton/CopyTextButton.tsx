import { Button } from '@mantine/core';
import { useCopy } from '../../hooks/useCopy.ts';

interface Props {
  readonly text: string;
  readonly label: string;
  /** Stands in its place for a moment after the text was copied. */
  readonly copiedLabel: string;
  /** How long, in milliseconds; two seconds unless told. */
  readonly shownFor?: number;
}

/** Copies a text, with words for a label. */
export function CopyTextButton({ text, label, copiedLabel, shownFor }: Props) {
  const { isCopied, copy } = useCopy(shownFor);
  return (
    <Button variant="default" data-copied={isCopied} onClick={() => copy(text)}>
      {isCopied ? copiedLabel : label}
    </Button>
  );
}
