import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { PersonDataTypesQuery } from '#web/contacts/people/mutations.ts';
import { useData } from '#web/lib/data.ts';
import { saveFile } from '#web/lib/download.ts';
import { formatNumber } from '#web/lib/format.ts';
import { FileDrop } from '#web/ui/files/FileDrop.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { FileRefusalAlert } from './FileRefusalAlert.tsx';
import { type Upload, UploadTargetsQuery } from './queries.ts';
import { sampleFile } from './sample-file.ts';
import { UploadSteps } from './UploadSteps.tsx';
import type { UploadDraft } from './useUploadDraft.ts';

type Props = { draft: UploadDraft; onChecked: (upload: Upload) => void };

/** The accepted files, as an `accept` attribute. */
export const accepted = '.csv,.txt,.tsv,.xlsx,.vcf,text/csv,text/vcard';

/** Step 1: the file, accepted formats, and a sample. */
export function ChooseFile({ draft, onChecked }: Props) {
  const { t } = useTranslation('uploads');
  const choose = async (file: File) => {
    const upload = await draft.check(file, null);
    if (upload) onChecked(upload);
  };
  return (
    <>
      <UploadSteps step={1} />
      <Panel title={t('choose.title')} actions={<SampleButton />}>
        <Stack gap="md">
          <FileRefusalAlert refusal={draft.refusal} file={draft.file} />
          <FileDrop
            title={t('choose.drop')}
            accept={accepted}
            busy={draft.busy}
            onFile={(file) => {
              if (!draft.busy) void choose(file);
            }}
          >
            {draft.busy ? (
              <span role="status">{t('choose.busy', { file: draft.file?.name })}</span>
            ) : (
              t('choose.accepted', { megabytes: limits.csvBytes / 1_000_000, rows: formatNumber(limits.csvRows) })
            )}
          </FileDrop>
          <Text fz="sm" c="gray.6">
            {t('choose.programs')}
          </Text>
          <Text fz="sm" c="gray.6">
            {t('choose.matching')}
          </Text>
        </Stack>
      </Panel>
    </>
  );
}

function SampleButton() {
  const { t, i18n } = useTranslation('uploads');
  const targets = useData(UploadTargetsQuery, {});
  const types = useData(PersonDataTypesQuery, {});
  const save = () => {
    const nodes = types.data?.personDataTypes.edges.map(({ node }) => node) ?? [];
    const text = sampleFile(targets.data?.uploadTargets ?? [], nodes, i18n.language);
    saveFile(new Blob([text], { type: 'text/csv' }), t('choose.sampleName'));
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      disabled={!targets.data || !types.data}
      onClick={save}
    >
      {t('choose.sample')}
    </Button>
  );
}
