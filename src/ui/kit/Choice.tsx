import { NativeSelect } from '@mantine/core';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly disabled?: boolean;
  /** The label is beside the field, not above it. */
  readonly isInline?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** A native select, which phones show in their own way. */
export function Choice<Value extends string>({
  options,
  isInline = false,
  onChoose,
  ...props
}: Props<Value>) {
  return (
    <NativeSelect
      {...props}
      wrapperProps={{ 'data-inline': isInline }}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => option.value === currentTarget.value);
        if (chosen) onChoose(chosen.value);
      }}
    >
      {options.map((option) => (
        <option
          key={option.value}
          value={option.value}
          translate={option.label === option.value ? 'no' : undefined}
        >
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
