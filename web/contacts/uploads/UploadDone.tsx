import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { apiMessage } from '#web/lib/i18n.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { FileFacts } from './FileFacts.tsx';
import type { Upload } from './queries.ts';
import { ToDirectory } from './ToDirectory.tsx';
import { UploadReportMenu } from './UploadReportMenu.tsx';
import { UploadRows } from './UploadRows.tsx';
import { UploadSteps } from './UploadSteps.tsx';
import { useUndoUpload } from './useUndoUpload.tsx';

/** The result of an upload, or that it was undone. */
export function UploadDone({ upload, onRestart }: { upload: Upload; onRestart: () => void }) {
  const { t } = useTranslation('uploads');
  const { undo, busy } = useUndoUpload();
  const isDirectory = upload.format === 'directory';
  return (
    <>
      {upload.status === 'applied' && !isDirectory && <UploadSteps step={5} />}
      <Stack gap="lg">
        {upload.status === 'undone' ? <Undone upload={upload} /> : <Applied upload={upload} />}
        <Group gap="sm">
          {upload.status === 'applied' && !upload.error && (
            <Button component={Link} to="/groups?view=people" leftSection={<Icon name="group" />}>
              {t('done.people')}
            </Button>
          )}
          {isDirectory ? (
            <ToDirectory />
          ) : (
            <Button variant="default" onClick={onRestart} leftSection={<Icon name="upload" />}>
              {t('another')}
            </Button>
          )}
          {upload.canUndo && (
            <Button
              variant="default"
              loading={busy}
              leftSection={<Icon name="restore" />}
              onClick={() => void undo(upload)}
            >
              {t('undo.button')}
            </Button>
          )}
        </Group>
        <Panel title={t('done.rows')} actions={<UploadReportMenu upload={upload} />}>
          <Stack gap="md">
            <FileFacts upload={upload} />
            <UploadRows upload={upload} />
          </Stack>
        </Panel>
      </Stack>
    </>
  );
}

function Applied({ upload: { created, updated, failed, appliedAt, error } }: { upload: Upload }) {
  const { t } = useTranslation('uploads');
  if (error) {
    return (
      <Alert color="red" role="alert" icon={<Icon name="crossCircle" />} title={t('done.undoFailed')}>
        {apiMessage(error)}
      </Alert>
    );
  }
  return (
    <Alert color="green" role="status" icon={<Icon name="checkCircle" />} title={t('done.applied')}>
      {created > 0 && t('done.created', { count: created })} {updated > 0 && t('done.updated', { count: updated })}{' '}
      {failed > 0 && t('done.failed', { count: failed })} {appliedAt && <DateTime value={appliedAt} />}
    </Alert>
  );
}

function Undone({ upload: { notUndone, undoneAt } }: { upload: Upload }) {
  const { t } = useTranslation('uploads');
  return (
    <Alert color={notUndone ? 'yellow' : 'blue'} role="status" icon={<Icon name="restore" />} title={t('done.undone')}>
      {notUndone ? t('done.notUndone', { count: notUndone }) : t('done.allUndone')}{' '}
      {undoneAt && <DateTime value={undoneAt} />}
    </Alert>
  );
}
