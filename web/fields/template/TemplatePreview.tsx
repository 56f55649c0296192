import { Alert, NumberInput, Select, Stack, Table, Textarea, TextInput, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SituationReportTemplate, TemplateField } from '#shared/situation-report-template.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { wordsOf } from './edit.ts';
import classes from './template.module.css';

/** The form that a situation report of this template will be, to look at. */
export function TemplatePreview({ template }: { template: SituationReportTemplate }) {
  const { i18n } = useTranslation();
  const words = (german: string, english: string | undefined) => wordsOf(german, english, i18n.language);
  return (
    <Stack gap="lg" className={classes['preview'] ?? ''}>
      {template.sections.map(({ key, title, titleEn, fields }) => (
        <section key={key}>
          <Title order={3} mb="sm">
            {words(title, titleEn)}
          </Title>
          <Stack gap="md">
            {fields.map((field) => (
              <Shown key={field.key} field={field} label={words(field.label, field.labelEn)} />
            ))}
          </Stack>
        </section>
      ))}
    </Stack>
  );
}

function Shown({ field, label }: { field: TemplateField; label: string }) {
  const { t } = useTranslation('fields');
  const { source = 'event' } = field;
  const frame = { label, required: field.required === true };
  switch (field.kind) {
    case 'text':
      return <Textarea {...frame} rows={2} readOnly />;
    case 'number':
      return <NumberInput {...frame} readOnly />;
    case 'dateTime':
      return <TextInput {...frame} readOnly rightSection={<Icon name="clock" />} />;
    case 'choice':
      return <Select {...frame} data={field.options ?? []} />;
    case 'table':
      return <Columns label={label} columns={field.columns ?? []} />;
    case 'facts':
      return <Facts label={label} source={t(`template.source.${source}`)} />;
  }
}

function Facts({ label, source }: { label: string; source: string }) {
  const { t } = useTranslation('fields');
  return (
    <Alert color="gray" icon={<Icon name="info" />} title={label}>
      {t('template.filled', { source })}
    </Alert>
  );
}

function Columns({ label, columns }: { label: string; columns: string[] }) {
  return (
    <Table withTableBorder layout="fixed" captionSide="top">
      <Table.Caption>{label}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Td key={column}>–</Table.Td>
          ))}
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
