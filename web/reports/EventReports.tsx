import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isDraft } from '#web/messages/status.ts';
import { OthersDrafts, useApart } from './OthersDrafts.tsx';
import type { ReportRow } from './queries.ts';
import { ReportCard } from './ReportCard.tsx';

const MOST = 5;

type Props = { event: number; reports: { edges: { node: ReportRow }[]; totalCount: number } };

export function EventReports({ event, reports }: Props) {
  const { t } = useTranslation('reports');
  const { happened, othersDrafts } = useApart(reports.edges.map(({ node }) => node));
  const isSent = ({ messages }: ReportRow) => messages.edges.some(({ node }) => !isDraft(node.status));
  // drafts are never dropped for sent reports
  const shown = [...happened.filter(isSent).slice(0, MOST), ...happened.filter((report) => !isSent(report))];
  const more = reports.totalCount - shown.length - othersDrafts.length;
  if (reports.totalCount === 0) return <Text c="gray.6">{t('list.empty')}</Text>;
  return (
    <Stack gap="sm">
      {shown.map((report) => (
        <ReportCard key={report.id} report={report} event={event} />
      ))}
      {more > 0 && (
        <Button component={Link} to={`/event/${event}/reports`} variant="default">
          {t('list.more', { count: more })}
        </Button>
      )}
      <OthersDrafts reports={othersDrafts} event={event} />
    </Stack>
  );
}
