import { TextInput } from '@mantine/core';
import { memo } from 'react';
import type { DraftField } from '../../machines/orderForm/orderDraft.rules.ts';
import { ignoreHeldEnter } from '../kit/heldEnter.ts';
import classes from './OrderForm.module.css';

interface AmountFieldProps {
  /** The arguments of `onType` and `onLeave`. */
  readonly field?: DraftField;
  readonly label: string;
  readonly coin: string;
  readonly value: string;
  readonly error?: string | undefined;
  /** What an empty field means. */
  readonly hint?: string | undefined;
  /** Absent: the field is read-only. */
  readonly onType?: (text: string, field?: DraftField) => void;
  readonly onLeave?: (field?: DraftField) => void;
  readonly onStep?: ((direction: 'up' | 'down') => void) | undefined;
}

/** Drawn again only for another text: a key in one field leaves the others as they are. */
export const AmountField = memo(function AmountField({
  field,
  label,
  coin,
  value,
  error,
  hint,
  onType,
  onLeave,
  onStep,
}: AmountFieldProps) {
  return (
    <TextInput
      classNames={{
        root: classes.field ?? '',
        label: classes.label ?? '',
        input: classes.input ?? '',
        section: classes.unit ?? '',
        error: classes.error ?? '',
      }}
      label={label}
      value={value}
      error={error}
      placeholder={hint}
      readOnly={onType === undefined}
      rightSection={coin}
      rightSectionPointerEvents="none"
      rightSectionProps={{ translate: 'no' }}
      size="xs"
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      onChange={(event) => onType?.(event.currentTarget.value, field)}
      onKeyDown={(event) => {
        ignoreHeldEnter(event);
        const direction = { ArrowUp: 'up', ArrowDown: 'down' }[event.key];
        if (onStep === undefined || direction === undefined) return;
        // The caret would jump to an end of the text.
        event.preventDefault();
        onStep(direction === 'up' ? 'up' : 'down');
      }}
      onBlur={() => onLeave?.(field)}
    />
  );
});
