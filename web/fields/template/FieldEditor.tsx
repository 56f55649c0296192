import { Button, Checkbox, Group, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { factSources, type TemplateField, templateFieldKinds } from '#shared/situation-report-template.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { missingIn, ofKind } from './edit.ts';
import classes from './template.module.css';

type Props = {
  field: TemplateField;
  strict: boolean;
  onChange: (field: TemplateField) => void;
  onRemove: () => void;
};

/** Edits a field of a template: name, kind and the kind's options. */
export function FieldEditor({ field, strict, onChange, onRemove }: Props) {
  const { t } = useTranslation('fields');
  const missing = missingIn(field);
  const { required: _required, ...optional } = field;
  return (
    <Stack gap="md" className={classes['inside'] ?? ''}>
      <TextInput
        label={t('template.label')}
        required
        maxLength={200}
        value={field.label}
        error={strict && missing.label ? t('template.fill') : null}
        onChange={({ currentTarget }) => onChange({ ...field, label: currentTarget.value })}
      />
      <TextInput
        label={t('template.labelEn')}
        maxLength={200}
        value={field.labelEn ?? ''}
        onChange={({ currentTarget }) => onChange({ ...field, labelEn: currentTarget.value })}
      />
      <Select
        label={t('template.kindLabel')}
        allowDeselect={false}
        data={templateFieldKinds.map((value) => ({ value, label: t(`template.kind.${value}`) }))}
        value={field.kind}
        onChange={(kind) => onChange(ofKind(field, kind as TemplateField['kind']))}
      />
      <OfKind
        {...{ field, onChange }}
        error={strict && missing.entries ? t('template.fill') : null}
        errorEn={missing.english ? t('template.entriesEnMissing') : null}
      />
      {field.kind !== 'facts' && (
        <Checkbox
          label={t('template.required')}
          checked={field.required === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? { ...field, required: true } : optional)}
        />
      )}
      <Group>
        <Button variant="subtle" color="red" leftSection={<Icon name="trash" />} onClick={onRemove}>
          {t('template.removeField')}
        </Button>
      </Group>
    </Stack>
  );
}

type OfKindProps = Pick<Props, 'field' | 'onChange'> & { error: string | null; errorEn: string | null };

function OfKind({ field, error, errorEn, onChange }: OfKindProps) {
  const { t } = useTranslation('fields');
  const entries = (name: 'options' | 'columns') => (
    <>
      <TagsInput
        label={t(`template.${name}`)}
        description={t('template.entriesHint')}
        required
        maxTags={50}
        splitChars={[';']}
        value={field[name] ?? []}
        error={error}
        onChange={(texts) => onChange({ ...field, [name]: texts })}
      />
      <TagsInput
        label={t(`template.${name}En`)}
        description={t('template.entriesEnHint')}
        maxTags={50}
        splitChars={[';']}
        value={field[`${name}En`] ?? []}
        error={errorEn}
        onChange={(texts) => onChange({ ...field, [`${name}En`]: texts })}
      />
    </>
  );
  switch (field.kind) {
    case 'choice':
      return entries('options');
    case 'table':
      return entries('columns');
    case 'facts':
      return (
        <Select
          label={t('template.sourceLabel')}
          description={t('template.sourceHint')}
          allowDeselect={false}
          data={factSources.map((value) => ({ value, label: t(`template.source.${value}`) }))}
          value={field.source ?? 'event'}
          onChange={(source) => onChange({ ...field, source: source as NonNullable<TemplateField['source']> })}
        />
      );
    default:
      return null;
  }
}
