import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { situationReportTemplate } from '#shared/default-situation-report-template.ts';
import type { SituationReportTemplate, TemplateSection } from '#shared/situation-report-template.ts';
import { type InputProps, useFrame } from '#web/fields/frame.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { SortableList } from '#web/ui/sortable/SortableList.tsx';
import { emptyTemplate, freshKey, isIncomplete, moved, replaced, without, wordsOf } from './edit.ts';
import { FoldRow } from './FoldRow.tsx';
import { SectionEditor } from './SectionEditor.tsx';
import { TemplateFile } from './TemplateFile.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';

/** Edits the template of a situation report by section, with preview, import and export. */
export function TemplateInput(props: InputProps) {
  const { t } = useTranslation('fields');
  const { label } = props;
  const { description, error } = useFrame(props);
  const [isPreview, setPreview] = useState(false);
  const template = (props.value ?? null) as SituationReportTemplate | null;
  const isEmpty = !template?.sections.length;
  return (
    <Fieldset legend={label} aria-label={label}>
      <Stack gap="md">
        {description && <Text c="gray.6">{description}</Text>}
        {error && (
          <Alert color="red" icon={<Icon name="crossCircle" />} role="alert">
            {t('template.incomplete')}
          </Alert>
        )}
        {isEmpty ? (
          <Start onChange={props.onChange} />
        ) : (
          <>
            {isPreview ? (
              <TemplatePreview template={template} />
            ) : (
              <Sections template={template} strict={Boolean(error)} onChange={props.onChange} />
            )}
            <Group>
              <Button variant="default" leftSection={<Icon name="eye" />} onClick={() => setPreview(!isPreview)}>
                {t(isPreview ? 'template.edit' : 'template.preview')}
              </Button>
            </Group>
          </>
        )}
        <TemplateFile template={isEmpty ? null : template} onChange={props.onChange} />
      </Stack>
    </Fieldset>
  );
}

type OnChange = { onChange: (value: SituationReportTemplate | null) => void };

function Start({ onChange }: OnChange) {
  const { t } = useTranslation('fields');
  const section = { key: freshKey(emptyTemplate, 'section'), title: '', fields: [] };
  return (
    <Stack gap="sm">
      <Text>{t('template.none')}</Text>
      <Group gap="sm">
        <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => onChange(situationReportTemplate)}>
          {t('template.fromDefault')}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          onClick={() => onChange({ version: 1, sections: [section] })}
        >
          {t('template.fromNothing')}
        </Button>
      </Group>
    </Stack>
  );
}

type SectionsProps = OnChange & { template: SituationReportTemplate; strict: boolean };

function Sections({ template, strict, onChange }: SectionsProps) {
  const { t, i18n } = useTranslation('fields');
  const { sections } = template;
  const [open, setOpen] = useState<string | null>(null);
  const nameOf = ({ title, titleEn }: TemplateSection) =>
    wordsOf(title, titleEn, i18n.language) || t('template.unnamedSection');
  const change = (next: TemplateSection[]) => onChange(next.length ? { ...template, sections: next } : null);
  const add = () => {
    const section = { key: freshKey(template, 'section'), title: '', fields: [] };
    change([...sections, section]);
    setOpen(section.key);
  };
  return (
    <>
      <SortableList
        items={sections}
        idOf={({ key }) => key}
        nameOf={nameOf}
        onMove={(key, place) => change(moved(sections, key, place))}
        below={(section) =>
          section.key === open && (
            <SectionEditor
              template={template}
              section={section}
              strict={strict}
              onChange={(next) => change(replaced(sections, next))}
              onRemove={() => change(without(sections, section.key))}
            />
          )
        }
      >
        {(section) => (
          <FoldRow
            name={nameOf(section)}
            detail={t('template.fieldCount', { count: section.fields.length })}
            isOpen={section.key === open}
            isWrong={strict && isIncomplete(section)}
            onToggle={() => setOpen(section.key === open ? null : section.key)}
          />
        )}
      </SortableList>
      <Group>
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={add}>
          {t('template.addSection')}
        </Button>
      </Group>
    </>
  );
}
