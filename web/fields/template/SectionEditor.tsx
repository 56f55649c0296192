import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SituationReportTemplate, TemplateField, TemplateSection } from '#shared/situation-report-template.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { SortableList } from '#web/ui/sortable/SortableList.tsx';
import { freshKey, missingIn, moved, replaced, without, wordsOf } from './edit.ts';
import { FieldEditor } from './FieldEditor.tsx';
import { FoldRow } from './FoldRow.tsx';
import classes from './template.module.css';

type Props = {
  template: SituationReportTemplate;
  section: TemplateSection;
  /** Shows missing input after an attempt to save. */
  strict: boolean;
  onChange: (section: TemplateSection) => void;
  onRemove: () => void;
};

/** Edits a section: title and fields. */
export function SectionEditor({ template, section, strict, onChange, onRemove }: Props) {
  const { t } = useTranslation('fields');
  const confirm = useConfirm();
  const remove = async () => {
    const question = { title: t('template.removeSection', { name: section.title }), text: t('template.removeText') };
    if (!section.fields.length || (await confirm({ ...question, danger: true }))) onRemove();
  };
  return (
    <Stack gap="md" className={classes['inside'] ?? ''}>
      <TextInput
        label={t('template.title')}
        required
        maxLength={200}
        value={section.title}
        error={strict && !section.title.trim() ? t('template.fill') : null}
        onChange={({ currentTarget }) => onChange({ ...section, title: currentTarget.value })}
      />
      <TextInput
        label={t('template.titleEn')}
        maxLength={200}
        value={section.titleEn ?? ''}
        onChange={({ currentTarget }) => onChange({ ...section, titleEn: currentTarget.value })}
      />
      <Fields {...{ template, section, strict, onChange }} />
      <Group>
        <Button variant="subtle" color="red" leftSection={<Icon name="trash" />} onClick={() => void remove()}>
          {t('template.remove')}
        </Button>
      </Group>
    </Stack>
  );
}

function Fields({ template, section, strict, onChange }: Omit<Props, 'onRemove'>) {
  const { t, i18n } = useTranslation('fields');
  const { fields } = section;
  const [open, setOpen] = useState<string | null>(null);
  const nameOf = ({ label, labelEn }: TemplateField) =>
    wordsOf(label, labelEn, i18n.language) || t('template.unnamedField');
  const change = (next: TemplateField[]) => onChange({ ...section, fields: next });
  const add = () => {
    const field: TemplateField = { key: freshKey(template, 'field'), kind: 'text', label: '' };
    change([...fields, field]);
    setOpen(field.key);
  };
  return (
    <div className={classes['fields']}>
      <SortableList
        items={fields}
        idOf={({ key }) => key}
        nameOf={nameOf}
        onMove={(key, place) => change(moved(fields, key, place))}
        below={(field) =>
          field.key === open && (
            <FieldEditor
              field={field}
              strict={strict}
              onChange={(next) => change(replaced(fields, next))}
              onRemove={() => change(without(fields, field.key))}
            />
          )
        }
      >
        {(field) => (
          <FoldRow
            name={nameOf(field) + (field.required ? ' *' : '')}
            detail={t(`template.kind.${field.kind}`)}
            isOpen={field.key === open}
            isWrong={strict && Object.values(missingIn(field)).some(Boolean)}
            onToggle={() => setOpen(field.key === open ? null : field.key)}
          />
        )}
      </SortableList>
      <Button variant="default" leftSection={<Icon name="plus" />} onClick={add}>
        {t('template.addField')}
      </Button>
    </div>
  );
}
