import { Table } from '@mantine/core';
import classes from './TableView.module.css';

/** The length of a date with its time. */
const LONGEST_DATE = 18;

/** A date or a number stays on one line; a name may wrap, so that the table fits. */
const staysOnOneLine = (cell: string) => cell.length <= LONGEST_DATE && cell.charAt(0) >= '0' && cell.charAt(0) <= '9';

/** Without columns, each row is a name and a value. */
export function TableView({ label, columns, rows }: { label: string; columns: readonly string[]; rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes['scroll']} tabIndex={0} aria-label={label}>
      <Table verticalSpacing={6} horizontalSpacing="sm" className={classes['table'] ?? ''}>
        {columns.length > 0 && (
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
        )}
        <Table.Tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only shown, and may be alike
            <Table.Tr key={at}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <Table.Th
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells stand where their column is
                    key={column}
                    scope="row"
                    fw={columns.length > 0 ? 400 : 600}
                    data-short={staysOnOneLine(cell)}
                  >
                    {cell}
                  </Table.Th>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells stand where their column is
                  <Table.Td key={column} data-short={staysOnOneLine(cell)}>
                    {cell}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
