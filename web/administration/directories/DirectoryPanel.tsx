import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { ActionMenu } from '#web/contacts/ActionMenu.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { DirectoryRuns } from './DirectoryRuns.tsx';
import { MappingDialog } from './MappingDialog.tsx';
import { CheckDirectoryMutation, DeleteDirectoryMutation, type DirectoryRow, TryDirectoryMutation } from './queries.ts';
import { SampleEntry } from './SampleEntry.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { ScimClient } from './ScimClient.tsx';

type Props = { row: DirectoryRow; onEdit: () => void; onChange: () => void };

/** One directory: connection, actions, and last runs. */
export function DirectoryPanel({ row, onEdit, onChange }: Props) {
  const { t } = useTranslation(['directories', 'common']);
  const [dialog, setDialog] = useState<'mapping' | 'schedule'>();
  const [checking, check] = useMutation(CheckDirectoryMutation);
  const { attempt, remove, busy } = useDirectory(row, onChange);
  const { id, label, peopleCount, intervalHours, dueAt } = row;
  const isScim = row.kind === 'scim';
  const sample = checking.data?.checkDirectory;
  const close = () => setDialog(undefined);
  const saved = () => {
    close();
    onChange();
  };
  return (
    <Panel title={label}>
      <Stack gap="md">
        <Stack gap={4}>
          <Text fz="sm" className={classes['address']}>
            {[t(`kinds.${row.kind}`), row.url, row.baseDn].filter(Boolean).join(' · ')}
          </Text>
          <Text fz="sm" c="gray.7">
            {t('people', { count: peopleCount })} ·{' '}
            {isScim ? t(`scimIntervals.${intervalHours ? 1 : 0}`) : t(`intervals.${intervalHours}`)}
            {dueAt && intervalHours > 0 && (
              <>
                {' '}
                · {t('next')} <DateTime value={dueAt} />
              </>
            )}
          </Text>
        </Stack>
        <Group gap="sm">
          <Button
            leftSection={<Icon name="search" />}
            loading={busy}
            onClick={() => void attempt()}
            aria-label={t('tryNamed', { label })}
          >
            {t('try')}
          </Button>
          {!isScim && (
            <Button
              variant="default"
              leftSection={<Icon name="check" />}
              loading={checking.fetching}
              onClick={() => void check({ id })}
              aria-label={t('checkNamed', { label })}
            >
              {t('check')}
            </Button>
          )}
          <Button variant="default" onClick={() => setDialog('mapping')} aria-label={t('mappingNamed', { label })}>
            {t('mapping')}
          </Button>
          <Button variant="default" onClick={() => setDialog('schedule')} aria-label={t('scheduleNamed', { label })}>
            {t('schedule')}
          </Button>
          <ActionMenu
            label={t('more', { label })}
            variant="default"
            actions={[
              { label: t('connection'), icon: 'edit', run: onEdit },
              { label: t('common:delete'), icon: 'trash', danger: true, run: () => void remove() },
            ]}
          />
        </Group>
        {isScim && <ScimClient row={row} onChange={onChange} />}
        {sample && <SampleEntry sample={sample} />}
        <DirectoryRuns runs={row.runs} />
      </Stack>
      {dialog === 'mapping' && <MappingDialog row={row} onClose={close} onSaved={saved} />}
      {dialog === 'schedule' && <ScheduleDialog row={row} onClose={close} onSaved={saved} />}
    </Panel>
  );
}

function useDirectory({ id, label }: DirectoryRow, onChange: () => void) {
  const { t } = useTranslation('directories');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [trying, send] = useMutation(TryDirectoryMutation);
  const [, end] = useMutation(DeleteDirectoryMutation);
  const attempt = async () => {
    const { data } = await send({ id });
    if (data) await navigate(`/administration/csvupload?id=${data.tryDirectory._id}&step=check`);
  };
  const remove = async () => {
    if (!(await confirm({ title: t('removeTitle', { label }), text: t('removeText'), danger: true }))) return;
    const { error } = await end({ id });
    if (!error) successToast(t('removed', { label }));
    onChange();
  };
  return { attempt, remove, busy: trying.fetching };
}
