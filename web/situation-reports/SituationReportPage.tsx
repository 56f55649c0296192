import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { changedReportFields, type ReportData } from '#shared/situation-report-data.ts';
import { readTemplate, type SituationReportTemplate } from '#shared/situation-report-template.ts';
import { EventChanged } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { About } from './About.tsx';
import { Attachments } from './Attachments.tsx';
import { FieldText } from './FieldText.tsx';
import { MailedPeople } from './MailedPeople.tsx';
import { NotStored } from './NotStored.tsx';
import { PdfButton } from './PdfButton.tsx';
import { SituationReportQuery, type SituationReportRow } from './queries.ts';
import { ReportDecision } from './ReportDecision.tsx';
import { ReportForm } from './ReportForm.tsx';
import { useReportRights } from './rights.ts';
import { Sections } from './Sections.tsx';
import { distributionState, looks } from './status.ts';
import { useReportForm } from './useReportForm.ts';

/** A situation report's page: a form while it is a draft, then to read, approve, print and mail. */
export function SituationReportPage() {
  const { eventId = '', reportId = '' } = useParams();
  const state = useData(SituationReportQuery, { id: reportId });
  useLive(EventChanged, { id: eventId }, state.refetch);
  return (
    <QueryView state={state}>
      {({ situationReport: report }) =>
        report ? <Shown key={report.id} report={report} onChanged={state.refetch} /> : <NotFound />
      }
    </QueryView>
  );
}

function Shown({ report, onChanged }: { report: SituationReportRow; onChanged: () => void }) {
  const { t } = useTranslation('situationReports');
  const { write } = useReportRights(report);
  const form = useReportForm(report, { open: write, onFixed: onChanged });
  const template: SituationReportTemplate = readTemplate(report.template) ?? { version: 1, sections: [] };
  const { event } = report;
  const state = distributionState(report);
  const isDiscarded = report.status === 'discarded';
  return (
    <Page
      title={t('number', { number: report.number })}
      subtitle={<StatusBadge {...(looks[state] ?? { tone: 'neutral' })}>{t(`status.${state}`)}</StatusBadge>}
      breadcrumb={[
        { label: t('events'), to: '/events' },
        { label: event.name, to: `/event/${event._id}` },
        { label: t('title'), to: `/event/${event._id}/situation-reports` },
      ]}
      actions={write || isDiscarded ? undefined : <PdfButton report={report} />}
    >
      <ModeBanner mode={event.mode} />
      <Stack gap="lg">
        {report.rejectReason && (
          <Alert color="red" icon={<Icon name="crossCircle" />} title={t('rejected.title')}>
            {report.rejectReason}
          </Alert>
        )}
        <About report={report} />
        {!write && <NotStored form={form} template={template} />}
        {write ? (
          <ReportForm form={form} template={template} onChanged={onChanged} />
        ) : isDiscarded ? (
          <EmptyState icon="trash" title={t('discarded.title')} text={t('discarded.text')} />
        ) : (
          <Read report={report} template={template} onChanged={onChanged} />
        )}
      </Stack>
    </Page>
  );
}

type ReadProps = { report: SituationReportRow; template: SituationReportTemplate; onChanged: () => void };

function Read({ report, template, onChanged }: ReadProps) {
  const { seeMails } = useReportRights(report);
  const data = report.data as ReportData;
  const changed = report.previous ? changedReportFields(template, report.previous.data as ReportData, data) : [];
  return (
    <>
      <ReportDecision report={report} onChanged={onChanged} />
      <Sections template={template}>
        {(field) => <FieldText field={field} value={data[field.key]} changed={changed.includes(field.key)} />}
      </Sections>
      <Attachments files={report.attachments} />
      {seeMails && report.mailed.total > 0 && <MailedPeople report={report} />}
    </>
  );
}

function NotFound() {
  const { t } = useTranslation('situationReports');
  return (
    <Page title={t('notFound')}>
      <EmptyState
        icon="situation"
        text={t('notFoundText')}
        action={
          <Group>
            <Button component={Link} to="/events" variant="default">
              {t('toEvents')}
            </Button>
          </Group>
        }
      />
    </Page>
  );
}
