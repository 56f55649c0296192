import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fillPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import { useData } from '#web/lib/data.ts';
import { AuthorText } from '#web/messages/AuthorText.tsx';
import { ReportTypeSign } from '#web/messages/signs/ReportTypeSign.tsx';
import { type ReportDetails, SaidQuery } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { DiscardButton } from './DiscardButton.tsx';

/** An unsent report for read-only users. */
export function ReportUnsent({ report }: { report: ReportDetails }) {
  const { t } = useTranslation(['drafts', 'reports']);
  const known = useData(SaidQuery, { report: report.id }).data?.report?.placeholders as PlaceholderValues | undefined;
  return (
    <Page
      title={report.title}
      sign={<ReportTypeSign reportType={report.reportType} size={38} />}
      subtitle={report.reportType.name}
      breadcrumb={[
        { label: t('reports:crumb.events'), to: '/events' },
        { label: report.event.name, to: `/event/${report.event._id}` },
      ]}
    >
      <ModeBanner mode={report.event.mode} />
      <Stack gap="lg">
        <Alert color="gray" icon={<Icon name="edit" />}>
          {t('draft.unsent')}
        </Alert>
        <Panel title={t('draft.text')}>
          {report.content ? (
            <AuthorText text={fillPlaceholders(report.content, known ?? {})} />
          ) : (
            <Text c="gray.6">{t('text.empty')}</Text>
          )}
        </Panel>
        <DiscardButton report={report} />
      </Stack>
    </Page>
  );
}
