import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './TextTable.module.css';

interface Props {
  readonly caption: string;
  readonly isCaptionShown?: boolean;
  readonly columns: readonly string[];
  /** In all columns but the first; nothing in it is a word. */
  readonly hasFigures?: boolean;
  /** By their key; the first cell names the row. */
  readonly rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
}

/** A table within a text; on a phone each row is a list of its cells. */
export function TextTable({ caption, isCaptionShown = false, columns, hasFigures = false, rows }: Props) {
  return (
    <Table className={classes.table ?? ''} highlightOnHover={false}>
      <caption className={isCaptionShown ? classes.caption : 'visually-hidden'}>{caption}</caption>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column, index) => (
            <Table.Th key={column} scope="col" data-figure={hasFigures && index > 0}>
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody translate={hasFigures ? 'no' : undefined}>
        {rows.map(([key, name, ...cells]) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">{name}</Table.Th>
            {columns.slice(1).map((column, index) => (
              <Table.Td key={column} data-label={column} data-figure={hasFigures}>
                {cells[index]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
