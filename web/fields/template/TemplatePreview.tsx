import { Alert, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { entryShape } from '#shared/situation-report-data.ts';
import type { SituationReportTemplate, TemplateField } from '#shared/situation-report-template.ts';
import { Input } from '#web/fields/Input.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { wordsOf } from './edit.ts';
import classes from './template.module.css';

/** Previews the form of a situation report. */
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
  const { t, i18n } = useTranslation('fields');
  const { source = 'event' } = field;
  const shape = entryShape(field, i18n.language);
  if (!shape) return <Facts label={label} source={t(`template.source.${source}`)} />;
  const described = { ...shape, required: field.required };
  return <Input name={field.key} field={described} label={label} value={null} onChange={() => undefined} />;
}

function Facts({ label, source }: { label: string; source: string }) {
  const { t } = useTranslation('fields');
  return (
    <Alert color="gray" icon={<Icon name="info" />} title={label}>
      {t('template.filled', { source })}
    </Alert>
  );
}
