import { Code } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { writtenIn } from '#shared/label.ts';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import type { FieldOf, InputProps } from './frame.ts';

type Labelled = { title?: string; titleEn?: string; label?: string; labelEn?: string };
type Outline = { sections: (Labelled & { fields: Labelled[] })[] };

/** Structured data: a template as sections with fields, options as labels, the steps of an alarm, anything else as JSON. */
export function JsonCell({ value }: CellProps) {
  const { t, i18n } = useTranslation('fields');
  const words = ({ title, titleEn, label, labelEn }: Labelled) =>
    writtenIn({ de: title ?? label, en: titleEn ?? labelEn }, i18n.language);
  if (isOutline(value))
    return (
      <ol className={classes['rows']}>
        {value.sections.map((section) => (
          <li key={words(section)}>
            <strong>{words(section)}</strong>: {section.fields.map(words).join(', ')}
          </li>
        ))}
      </ol>
    );
  if (isSteps(value)) {
    const steps = Object.entries(value).map(([type, seconds]) => `${type}: ${seconds} s`);
    return <span>{steps.join(', ') || t('alarmSteps.all')}</span>;
  }
  if (isChoices(value)) return <span>{value.map(words).join(', ')}</span>;
  return (
    <Code block className={classes['json'] ?? ''}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}

const isOutline = (value: unknown): value is Outline => {
  const { sections } = (value ?? {}) as { sections?: unknown };
  return Array.isArray(sections) && sections.every((section) => Array.isArray(section?.fields));
};

const isChoices = (value: unknown): value is Labelled[] =>
  Array.isArray(value) && value.every((choice) => typeof choice?.label === 'string');

const isSteps = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((seconds) => typeof seconds === 'number');

const inputs = {
  alarmSteps: lazy(async () => ({
    default: (await import('#web/fields/alarm-steps/AlarmStepsInput.tsx')).AlarmStepsInput,
  })),
  situationReportTemplate: lazy(async () => ({
    default: (await import('#web/fields/template/TemplateInput.tsx')).TemplateInput,
  })),
  choices: lazy(async () => ({ default: (await import('#web/fields/choices/ChoicesInput.tsx')).ChoicesInput })),
};

/** The input of structured data by its shape. */
export function JsonInput(props: InputProps<FieldOf<'json'>>) {
  const Shape = inputs[props.field.shape];
  return <Shape {...props} />;
}
