import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Facts, factTable } from '#shared/situation-report-facts.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import classes from './situation-reports.module.css';

/** Facts as a table, with the moment they were collected. */
export function FactsView({ facts, label }: { facts: Facts; label: string }) {
  const { t, i18n } = useTranslation('situationReports');
  const { timeZone } = useSystem();
  const time = (moment: string) => formatDateTime(moment, timeZone);
  const { columns, rows, note } = factTable(facts, { language: i18n.language, time });
  return (
    <div>
      {rows.length > 0 && <TableView label={label} columns={columns} rows={rows} />}
      {note && <Text c="gray.6">{note}</Text>}
      <Text c="gray.6" fz="sm" mt={4}>
        {t('factsAt', { time: time(facts.at) })}
      </Text>
    </div>
  );
}

/** A table that is read; without columns it says name and value line by line. */
export function TableView({ label, columns, rows }: { label: string; columns: string[]; rows: string[][] }) {
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
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells stand where their column is
                  <Table.Th key={column} scope="row" fw={columns.length > 0 ? 400 : 600}>
                    {cell}
                  </Table.Th>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells stand where their column is
                  <Table.Td key={column}>{cell}</Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
