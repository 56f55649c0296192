import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { factTable } from '#shared/fact-tables.ts';
import type { Facts } from '#shared/situation-report-facts.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { TableView } from '#web/ui/TableView.tsx';

/** Facts as a table with the time of collection. */
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
