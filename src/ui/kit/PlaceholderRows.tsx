import { Skeleton, Table } from '@mantine/core';

interface Props {
  readonly rows: number;
  readonly columns: number;
}

/** In place of rows that are on their way, as high as they are. */
export function PlaceholderRows({ rows, columns }: Props) {
  return Array.from({ length: rows }, (_, index) => (
    <Table.Tr key={index} aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing to be read */}
      <Table.Td colSpan={columns}>
        <Skeleton animate={false} />
      </Table.Td>
    </Table.Tr>
  ));
}
