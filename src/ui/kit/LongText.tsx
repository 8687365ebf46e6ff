import { Textarea, type TextareaProps } from '@mantine/core';
import type { Ref } from 'react';
import classes from './LongText.module.css';

type Props = Omit<TextareaProps, 'onFocus'> & {
  readonly ref?: Ref<HTMLTextAreaElement>;
  /** ID of the element with the error message. */
  readonly faultId?: string;
};

/** An address or a slatepack. One that is only to be copied is marked as a whole when it is entered. */
export function LongText({ faultId, ...props }: Props) {
  return (
    <Textarea
      classNames={{ input: classes.mono ?? '' }}
      w="100%"
      // Browsers store other fields on disk to restore the page.
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      resize={props.readOnly ? 'none' : 'vertical'}
      // Mantine overwrites the prop of that name.
      {...(faultId === undefined ? {} : { attributes: { input: { 'aria-describedby': faultId } } })}
      {...props}
      onFocus={({ currentTarget }) => {
        if (currentTarget.readOnly) currentTarget.select();
      }}
    />
  );
}
