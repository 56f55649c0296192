import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { downloadFile } from '#web/lib/download.ts';
import { successToast } from '#web/lib/toasts.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx';
import { faultKey, isBusy } from './backup-state.ts';
import { type BackupRow, ProveBackupMutation } from './queries.ts';
import { sizeInWords } from './size.ts';

type Props = { row: BackupRow; isOwner: boolean; busy: boolean; onChange: () => void };

/** One backup of the list: time, size, proof, and the actions of an owner. */
export function BackupItem({ row, isOwner, busy, onChange }: Props) {
  const { t } = useTranslation('backups');
  const fault = row.status === 'failed' ? row.error : row.proof === 'failed' ? row.proofError : null;
  const { tone, key } = stateOf(row);
  return (
    <li className={classes['entry']}>
      <Stack gap="xs">
        <Group gap="sm">
          <Text fw={650}>
            <DateTime value={row.startedAt ?? row.insertedAt} />
          </Text>
          <StatusBadge tone={tone}>{t(`status.${key}`)}</StatusBadge>
          <Text fz="sm" c="gray.7">
            {[row.kind === 'manual' ? t('kind.manual') : t('kind.scheduled'), row.size && sizeInWords(row.size)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Group>
        {isBusy(row) && row.status !== 'waiting' && row.proof !== 'waiting' && (
          <ProgressBar percentage={row.progress} label={t(`status.${key}`)} />
        )}
        {row.file && (
          <Text fz="sm" c="gray.7" className={classes['address']}>
            {row.folder}/{row.file}
          </Text>
        )}
        {row.provedAt && (
          <Text fz="sm">
            {t('provedAt')} <DateTime value={row.provedAt} />
          </Text>
        )}
        {fault && (
          <Text fz="sm" c="red.8">
            {t(`fault.${faultKey(fault)}`, { folder: row.folder ?? '' })}
          </Text>
        )}
        {isOwner && row.status === 'done' && <Actions row={row} busy={busy} onChange={onChange} />}
      </Stack>
    </li>
  );
}

function Actions({ row, busy, onChange }: Omit<Props, 'isOwner'>) {
  const { t } = useTranslation('backups');
  const [{ fetching }, prove] = useMutation(ProveBackupMutation);
  const [isLoading, setLoading] = useState(false);
  const check = async () => {
    const { error } = await prove({ id: row.id });
    if (!error) successToast(t('proving'));
    onChange();
  };
  const download = async () => {
    setLoading(true);
    await downloadFile(`/api/v2/backups/${row._id}/file`, row.file ?? '');
    setLoading(false);
  };
  return (
    <Group gap="sm">
      {row.encryption !== 'recipient' && (
        <Button
          variant="default"
          leftSection={<Icon name="check" />}
          loading={fetching}
          disabled={busy}
          aria-label={t('proveNamed', { file: row.file })}
          onClick={() => void check()}
        >
          {t('prove')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        loading={isLoading}
        aria-label={t('downloadNamed', { file: row.file })}
        onClick={() => void download()}
      >
        {t('download')}
      </Button>
    </Group>
  );
}

function stateOf({ status, proof }: BackupRow) {
  const of = <Key extends string>(key: Key, tone: Tone) => ({ key, tone });
  if (status === 'waiting') return of('waiting', 'active');
  if (status === 'running') return of('running', 'active');
  if (status === 'failed') return of('failed', 'bad');
  if (proof === 'waiting') return of('proofWaiting', 'active');
  if (proof === 'running') return of('proofRunning', 'active');
  if (proof === 'proved') return of('proved', 'good');
  return proof === 'failed' ? of('proofFailed', 'bad') : of('unproved', 'warning');
}
