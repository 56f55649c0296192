import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '#shared/situation-report-data.ts';
import type { SituationReportTemplate } from '#shared/situation-report-template.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useCopy } from '#web/ui/useCopy.ts';
import { useFieldName } from './FieldLabel.tsx';
import { FieldText, useValueText } from './FieldText.tsx';
import type { ReportFormState } from './useReportForm.ts';

/** Unsaved input after another user submitted or discarded the report: to copy, or to save once it reopens. */
export function NotStored({ form, template }: { form: ReportFormState; template: SituationReportTemplate }) {
  const { t } = useTranslation('situationReports');
  const nameOf = useFieldName();
  const textOf = useValueText();
  const { typed } = form;
  const fields = fieldsOf(template).filter(({ key }) => key in typed);
  const text = fields.map((field) => `${nameOf(field)}\n${textOf(field, typed[field.key])}`).join('\n\n');
  const { copy, outcome } = useCopy('not-stored', text);
  if (fields.length === 0) return null;
  return (
    <Alert color="red" icon={<Icon name="crossCircle" />} title={t('notStored.title')} role="alert">
      <Stack gap="md">
        {t('notStored.text')}
        <Stack gap="md" id="not-stored">
          {fields.map((field) => (
            <FieldText key={field.key} field={field} value={typed[field.key]} changed={false} />
          ))}
        </Stack>
        <Group gap="sm">
          <Button variant="default" leftSection={<Icon name="copy" />} onClick={copy}>
            {t('notStored.copy')}
          </Button>
          <Text role="status">{outcome && t(`notStored.${outcome}`)}</Text>
        </Group>
      </Stack>
    </Alert>
  );
}
