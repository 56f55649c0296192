import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CombinedError, useMutation } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { ChooseFileButton } from '#web/ui/files/ChooseFileButton.tsx';
import { fieldErrors } from '#web/ui/form.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import {
  AttachToSituationReportMutation,
  DetachFromSituationReportMutation,
  type SituationReportRow,
} from './queries.ts';
import classes from './situation-reports.module.css';

const TYPES = 'application/pdf,image/png,image/jpeg,image/webp,image/svg+xml';

type Files = SituationReportRow['attachments'];

/** A report's attachments. */
export function Attachments({ files }: { files: Files }) {
  const { t } = useTranslation('situationReports');
  if (files.length === 0) return null;
  return (
    <Panel title={t('attachments.title')}>
      <FileList files={files} />
    </Panel>
  );
}

type EditProps = {
  report: SituationReportRow;
  /** Saves input first; if that fails, nothing changes. */
  before: () => Promise<boolean>;
  onChanged: (report: SituationReportRow) => void;
};

/** Adds and removes attachments of a draft. */
export function EditAttachments({ report, before, onChanged }: EditProps) {
  const { t } = useTranslation('situationReports');
  const [attaching, attach] = useMutation(AttachToSituationReportMutation);
  const [detaching, detach] = useMutation(DetachFromSituationReportMutation);
  const [refusal, setRefusal] = useState<string>();
  const add = async (file: File) => {
    if (!(await before())) return;
    const { data, error } = await attach({ id: report.id, file });
    setRefusal(error && refusalOf(error));
    if (data) onChanged(data.attachToSituationReport);
  };
  const remove = async (file: string) => {
    setRefusal(undefined);
    if (!(await before())) return;
    const { data } = await detach({ id: report.id, file });
    if (data) onChanged(data.detachFromSituationReport);
  };
  return (
    <Panel title={t('attachments.title')}>
      <FileList files={report.attachments} busy={detaching.fetching} onRemove={(file) => void remove(file)} />
      <Group gap="sm" mt={report.attachments.length ? 'sm' : 0}>
        <ChooseFileButton
          accept={TYPES}
          fieldName={t('attachments.add')}
          onFile={(file) => void add(file)}
          variant="default"
          loading={attaching.fetching}
          leftSection={<Icon name="upload" />}
        >
          {t('attachments.add')}
        </ChooseFileButton>
        <Text c="gray.6" fz="sm">
          {t('attachments.hint')}
        </Text>
      </Group>
      {refusal && (
        <Text c="red.9" role="alert" mt="xs">
          {refusal}
        </Text>
      )}
    </Panel>
  );
}

const refusalOf = (error: CombinedError): string =>
  apiMessage(Object.values(fieldErrors(error))[0] ?? error.graphQLErrors[0]?.message ?? 'network_error');

type ListProps = { files: Files; busy?: boolean; onRemove?: (file: string) => void };

function FileList({ files, busy = false, onRemove }: ListProps) {
  const { t } = useTranslation('situationReports');
  return (
    <ul className={classes['files']} aria-label={t('attachments.title')}>
      {files.map(({ id, name, size, contentUrl }) => (
        <li key={id}>
          <Anchor href={contentUrl} download={name ?? true} className={classes['file'] ?? ''}>
            <Icon name="download" size={20} />
            {name}
          </Anchor>
          <Text component="span" c="gray.6" fz="sm">
            {t('attachments.size', { size: Math.max(1, Math.round(size / 1000)) })}
          </Text>
          {onRemove && (
            <Button
              variant="subtle"
              color="red"
              size="sm"
              disabled={busy}
              aria-label={t('attachments.remove', { name })}
              onClick={() => onRemove(id)}
            >
              {t('attachments.removeShort')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
