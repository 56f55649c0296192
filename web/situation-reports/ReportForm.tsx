import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { changedReportFields, fieldsOf, missingFields, type ReportData } from '#shared/situation-report-data.ts';
import type { SituationReportTemplate } from '#shared/situation-report-template.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { FootBar } from '#web/ui/FootBar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { EditAttachments } from './Attachments.tsx';
import { ClashNotes } from './ClashNotes.tsx';
import { DiscardReportButton } from './DiscardReportButton.tsx';
import { FieldInput } from './FieldInput.tsx';
import { PdfButton } from './PdfButton.tsx';
import { RefreshFactsMutation, SubmitSituationReportMutation } from './queries.ts';
import { SaveStateText } from './SaveStateText.tsx';
import { Sections } from './Sections.tsx';
import classes from './situation-reports.module.css';
import type { ReportFormState } from './useReportForm.ts';

type Props = { form: ReportFormState; template: SituationReportTemplate; onChanged: () => void };

/** The form of a draft; it saves automatically. */
export function ReportForm({ form, template, onChanged }: Props) {
  const { t } = useTranslation('situationReports');
  const { report, values } = form;
  const [refreshing, refresh] = useMutation(RefreshFactsMutation);
  const { submit, submitting } = useSubmit(form, template, onChanged);
  const changed = report.previous ? changedReportFields(template, report.previous.data as ReportData, values) : [];
  const [refreshed, setRefreshed] = useState(false);
  const refreshFacts = async () => {
    setRefreshed(false);
    if (!(await form.save())) return;
    const { data } = await refresh({ id: report.id });
    if (!data) return;
    form.adopt(data.refreshSituationReportFacts);
    setRefreshed(true);
  };
  const hasFacts = fieldsOf(template).some(({ kind }) => kind === 'facts');
  return (
    <>
      <Group gap="sm">
        {hasFacts && (
          <Button
            variant="default"
            leftSection={<Icon name="refresh" />}
            loading={refreshing.fetching}
            onClick={() => void refreshFacts()}
          >
            {t('refreshFacts')}
          </Button>
        )}
        <PdfButton report={report} before={form.save} />
        <DiscardReportButton report={report} before={form.save} version={form.version} onDiscarded={onChanged} />
        <Text c="gray.6" role="status">
          {refreshed && t('factsRefreshed')}
        </Text>
      </Group>
      <ClashNotes clashes={form.clashes} template={template} onSettle={form.settle} />
      <Sections template={template}>
        {(field) => (
          <FieldInput
            field={field}
            value={values[field.key]}
            changed={changed.includes(field.key)}
            error={form.errors[field.key]}
            onChange={(value) => form.change(field.key, value)}
          />
        )}
      </Sections>
      <EditAttachments report={report} before={form.save} onChanged={form.adopt} />
      <FootBar className={classes['bar']}>
        <SaveStateText state={form.state} onSave={() => void form.save()} />
        <Button leftSection={<Icon name="check" />} loading={submitting} onClick={() => void submit()}>
          {t('submit')}
        </Button>
      </FootBar>
    </>
  );
}

function useSubmit(form: ReportFormState, template: SituationReportTemplate, onChanged: () => void) {
  const { t } = useTranslation('situationReports');
  const confirm = useConfirm();
  const [submission, send] = useMutation(SubmitSituationReportMutation);
  const submit = async () => {
    const missing = missingFields(template, form.values);
    if (missing[0]) {
      form.setErrors(Object.fromEntries(missing.map(({ key }) => [key, apiMessage('error_required')])));
      document.getElementById(`field-${missing[0].key}`)?.focus();
      return;
    }
    if (!(await form.save())) return;
    if (!(await confirm({ title: t('ask.submit.title'), text: t('ask.submit.text') }))) return;
    const { error } = await send({ id: form.report.id });
    if (!error) toast.success(t('ask.submit.done'));
    onChanged();
  };
  return { submit, submitting: submission.fetching };
}
