import { Table, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SortHeading.module.css';

interface Props {
  readonly column: string;
  readonly direction: keyof typeof ARROWS;
  readonly isFigure?: boolean | undefined;
  /** The narrowest screen that shows it. */
  readonly from?: string | undefined;
  readonly onSort: () => void;
  readonly children: ReactNode;
}

const ARROWS = { ascending: '▲', descending: '▼', none: '' } as const;

/** Sorts its table when it is pressed. The arrow is inside, so that headings line up with their figures. */
export function SortHeading({ column, direction, isFigure, from, onSort, children }: Props) {
  return (
    <Table.Th scope="col" data-column={column} data-from={from} data-figure={isFigure} aria-sort={direction}>
      <UnstyledButton className={classes.sort ?? ''} onClick={onSort}>
        {children}
        <span className={classes.arrow} aria-hidden="true">
          {ARROWS[direction]}
        </span>
      </UnstyledButton>
    </Table.Th>
  );
}
