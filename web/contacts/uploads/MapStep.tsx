import { Alert, Button, Checkbox, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupPlaces } from '#web/contacts/groups/useGroupPlaces.ts';
import { typeName } from '#web/contacts/people/person-values.ts';
import { useData } from '#web/lib/data.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { dropdown } from '#web/ui/dropdown.ts';
import { ChooseFileButton } from '#web/ui/files/ChooseFileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { accepted } from './ChooseFile.tsx';
import { ColumnList } from './ColumnList.tsx';
import { FileFacts } from './FileFacts.tsx';
import { FileRefusalAlert } from './FileRefusalAlert.tsx';
import { isRecognisable, missingTargets } from './mapping.ts';
import { type Upload, type UploadTarget, UploadTargetsQuery } from './queries.ts';
import { UploadSteps } from './UploadSteps.tsx';
import classes from './uploads.module.css';
import type { UploadDraft } from './useUploadDraft.ts';

type Props = {
  upload: Upload;
  draft: UploadDraft;
  onGo: (upload: number, step: 'map' | 'check') => void;
  onRestart: () => void;
};

/** Step 2: maps the columns of the file. */
export function MapStep(props: Props) {
  const { t } = useTranslation('uploads');
  const state = useData(UploadTargetsQuery, {});
  return (
    <>
      <UploadSteps step={2} />
      <Panel title={t('map.title')}>
        <QueryView state={state}>{({ uploadTargets }) => <Mapping {...props} targets={uploadTargets} />}</QueryView>
      </Panel>
    </>
  );
}

function Mapping({ upload, draft, onGo, onRestart, targets }: Props & { targets: UploadTarget[] }) {
  const { t } = useTranslation('uploads');
  const [mapping, setMapping] = useState(() => upload.columns.map(({ target }) => target));
  const isChoiceSame = draft.isGroupChecked && draft.isStrict === upload.isStrict;
  const isSame = isChoiceSame && upload.columns.every(({ target }, at) => target === mapping[at]);
  const isReady = isRecognisable(mapping, targets);
  const check = async (file: File) => {
    const checked = await draft.check(file, mapping);
    if (checked) onGo(checked._id, checked.status === 'checked' ? 'check' : 'map');
  };
  const byHeader = async (file: File) => {
    const checked = await draft.check(file, {});
    if (checked) onGo(checked._id, 'map');
  };
  const mustChooseAgain = !isSame && !draft.file;
  return (
    <Stack gap="lg">
      <FileFacts upload={upload} />
      {upload.mappedBy === 'memory' && (
        <Remembered busy={draft.busy} onForget={draft.file && (() => void byHeader(draft.file!))} />
      )}
      <Text c="gray.6">{t('map.text')}</Text>
      <ColumnList columns={upload.columns} mapping={mapping} targets={targets} onChange={setMapping} />
      <GroupField draft={draft} />
      <GroupsFromField upload={upload} mapping={mapping} draft={draft} />
      <Checkbox
        label={t('map.strict')}
        description={t('map.strictText')}
        checked={draft.isStrict}
        onChange={(event) => draft.setStrict(event.currentTarget.checked)}
      />
      <MappingNotes mapping={mapping} targets={targets} />
      <FileRefusalAlert refusal={draft.refusal} file={draft.file} />
      {mustChooseAgain && <Text>{t('map.again')}</Text>}
      <div className={classes['actions']}>
        <Button variant="default" onClick={onRestart}>
          {t('another')}
        </Button>
        {mustChooseAgain ? (
          <ChooseFileButton
            accept={accepted}
            onFile={(file) => void check(file)}
            disabled={!isReady}
            loading={draft.busy}
            leftSection={<Icon name="upload" />}
          >
            {t('map.chooseAgain')}
          </ChooseFileButton>
        ) : (
          <Button
            disabled={!isReady}
            loading={draft.busy}
            onClick={() => (isSame ? onGo(upload._id, 'check') : void check(draft.file!))}
          >
            {t('map.next')}
          </Button>
        )}
      </div>
    </Stack>
  );
}

function GroupField({ draft }: { draft: UploadDraft }) {
  const { t } = useTranslation('uploads');
  const groups = useGroupPlaces();
  return (
    <Select
      label={t('map.group')}
      description={t('map.groupText')}
      placeholder={t('map.noGroup')}
      data={groups}
      value={draft.group || null}
      onChange={(value) => draft.setGroup(value ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('map.clearGroup') }}
      limit={100}
      {...dropdown}
      nothingFoundMessage={t('map.noneFound')}
    />
  );
}

type FromProps = { upload: Upload; mapping: readonly (string | null)[]; draft: UploadDraft };

function GroupsFromField({ upload, mapping, draft: { groupsFrom, setGroupsFrom } }: FromProps) {
  const { t } = useTranslation('uploads');
  const offered = upload.columns.flatMap(({ header, isEmpty }, at) =>
    isEmpty || mapping[at] === 'groups'
      ? []
      : [{ value: String(at), label: header || t('map.nameless', { place: at + 1 }) }],
  );
  return (
    <Select
      label={t('map.groupsFrom')}
      description={t('map.groupsFromText')}
      placeholder={t('map.noColumn')}
      data={offered}
      value={groupsFrom === null ? null : String(groupsFrom)}
      onChange={(value) => setGroupsFrom(value === null ? null : Number(value))}
      clearable
      clearButtonProps={{ 'aria-label': t('map.clearGroupsFrom') }}
      {...dropdown}
    />
  );
}

/** Explains that the columns keep the last mapping, with a way back to the suggestions while the file is available. */
function Remembered({ busy, onForget }: { busy: boolean; onForget: (() => void) | undefined }) {
  const { t } = useTranslation('uploads');
  return (
    <Alert color="blue" icon={<Icon name="info" />} title={t('map.remembered')}>
      <Stack gap="sm" align="flex-start">
        {t('map.rememberedText')}
        {onForget && (
          <Button variant="default" loading={busy} onClick={onForget}>
            {t('map.forget')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function MappingNotes({ mapping, targets }: { mapping: (string | null)[]; targets: UploadTarget[] }) {
  const { t, i18n } = useTranslation('uploads');
  const missing = missingTargets(mapping, targets).map((target) => typeName(target, i18n.language));
  if (!isRecognisable(mapping, targets)) {
    return (
      <Alert color="red" role="alert" icon={<Icon name="crossCircle" />} title={t('map.unusable')}>
        {apiMessage('error_upload_unmapped')}
      </Alert>
    );
  }
  if (missing.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="info" />} title={t('map.missing', { names: missing.join(', ') })}>
      {t('map.missingText')}
    </Alert>
  );
}
