import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTemplate, type SituationReportTemplate } from '#shared/situation-report-template.ts';
import { saveFile } from '#web/lib/download.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { ChooseFileButton } from '#web/ui/files/ChooseFileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';

type Props = {
  template: SituationReportTemplate | null;
  onChange: (template: SituationReportTemplate | null) => void;
};

/** Imports, exports or clears a template; an imported file is validated before it replaces anything. */
export function TemplateFile({ template, onChange }: Props) {
  const { t } = useTranslation('fields');
  const confirm = useConfirm();
  const [isWrong, setWrong] = useState(false);
  const take = async (file: File) => {
    const read = readTemplate(
      await file
        .text()
        .then(JSON.parse)
        .catch(() => null),
    );
    setWrong(!read);
    if (read && (!template || (await confirm({ title: t('template.replace'), text: t('template.replaceText') })))) {
      onChange(read);
    }
  };
  const clear = async () => {
    if (await confirm({ title: t('template.clearTitle'), text: t('template.removeText'), danger: true }))
      onChange(null);
  };
  return (
    <>
      <Group gap="sm">
        <ChooseFileButton
          accept="application/json,.json"
          onFile={(file) => void take(file)}
          variant="subtle"
          leftSection={<Icon name="upload" />}
        >
          {t('template.import')}
        </ChooseFileButton>
        {template && (
          <>
            <Button
              variant="subtle"
              leftSection={<Icon name="download" />}
              onClick={() => saveFile(new Blob([JSON.stringify(template, null, 2)]), t('template.fileName'))}
            >
              {t('template.export')}
            </Button>
            <Button variant="subtle" color="red" leftSection={<Icon name="trash" />} onClick={() => void clear()}>
              {t('template.clear')}
            </Button>
          </>
        )}
      </Group>
      {isWrong && (
        <Text c="red.8" role="alert">
          {t('template.wrongFile')}
        </Text>
      )}
    </>
  );
}
