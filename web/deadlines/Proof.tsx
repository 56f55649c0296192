import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import classes from './deadlines.module.css';
import type { Deadline } from './queries.ts';

/** How a report was settled: its dispatch with additions and text, or why it isn't required. */
export function Proof({ deadline }: { deadline: Deadline }) {
  const { t } = useTranslation('deadlines');
  const { reportedAt, recordedAt, reportedBy, way, reference, report, isProgress, dueAt, additions } = deadline;
  const { waivedAt, waivedBy, waivedReason } = deadline;
  if (waivedAt)
    return (
      <Text>
        {t('waivedBecause', { reason: waivedReason })} <DateTime value={waivedAt} />
        {waivedBy && `, ${fullName(waivedBy)}`}
      </Text>
    );
  if (!reportedAt) return null;
  const isLate = dueAt !== null && Date.parse(reportedAt) > Date.parse(dueAt);
  return (
    <>
      <Text>
        {t(isProgress ? 'sentProgress' : 'sent')} <DateTime value={reportedAt} />, {way && t(`way.${way}`)}
        {reference && ` · ${t('referenceIs', { reference })}`}
        {isLate && ` · ${t('late')}`}
      </Text>
      {recordedAt && (
        <Text c="gray.6" fz="sm">
          {t('recorded')} <DateTime value={recordedAt} />
          {reportedBy && `, ${fullName(reportedBy)}`}
        </Text>
      )}
      {additions.map(({ at, text, by }) => (
        <Text key={at}>
          {t('addition.shown')} {text} (<DateTime value={at} />
          {by && `, ${fullName(by)}`})
        </Text>
      ))}
      {report && (
        <details>
          <summary>{t('sentText')}</summary>
          <p className={classes['text']}>{report}</p>
        </details>
      )}
    </>
  );
}
