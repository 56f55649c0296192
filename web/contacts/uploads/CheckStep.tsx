import { Alert, Box, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { FileFacts } from './FileFacts.tsx';
import { ApplyUploadMutation, type Upload } from './queries.ts';
import { ToDirectory } from './ToDirectory.tsx';
import { UploadNotes } from './UploadNotes.tsx';
import { UploadReportMenu } from './UploadReportMenu.tsx';
import { UploadRows } from './UploadRows.tsx';
import { UploadSteps } from './UploadSteps.tsx';
import classes from './uploads.module.css';
import type { UploadDraft } from './useUploadDraft.ts';

type Props = {
  upload: Upload;
  draft: UploadDraft;
  onGo: (upload: number, step: 'map' | 'check') => void;
  onRestart: () => void;
};

/** Step 3: previews each row's changes. */
export function CheckStep({ upload, draft, onGo, onRestart }: Props) {
  const { t } = useTranslation('uploads');
  const confirm = useConfirm();
  const [{ fetching }, apply] = useMutation(ApplyUploadMutation);
  const { created, updated, failed, groupsToCreate } = upload;
  const hasWork = created + updated > 0;
  const isDirectory = upload.format === 'directory';
  const checkAgain = async (file: File, areaCode: string) => {
    const mapping = upload.columns.map(({ target }) => target);
    const checked = await draft.check(file, mapping, areaCode);
    if (checked) onGo(checked._id, checked.status === 'checked' ? 'check' : 'map');
  };
  const ask = async () => {
    const text = (
      <Stack gap="xs">
        <Consequence upload={upload} />
        <span>{t('check.confirmText')}</span>
      </Stack>
    );
    if (await confirm({ title: t('check.confirm'), text })) await apply({ id: upload.id });
  };
  return (
    <>
      {!isDirectory && <UploadSteps step={3} />}
      <Panel title={t('check.title')} actions={<UploadReportMenu upload={upload} />}>
        <Stack gap="md">
          <FileFacts upload={upload} />
          {upload.held && <Held reason={upload.held} />}
          {!upload.canApply && (
            <Alert color="yellow" icon={<Icon name="clock" />}>
              {t('check.expired')}
            </Alert>
          )}
          {!hasWork && (
            <Alert color={failed ? 'yellow' : 'green'} icon={<Icon name="info" />} title={t('check.nothing')}>
              {t(failed ? 'check.nothingFailed' : 'check.nothingText')}
            </Alert>
          )}
          <UploadNotes
            upload={upload}
            busy={draft.busy}
            onAreaCode={draft.file && ((areaCode) => void checkAgain(draft.file!, areaCode))}
          />
          {groupsToCreate.length > 0 && (
            <Alert
              color="blue"
              icon={<Icon name="group" />}
              title={t('check.groups', { count: groupsToCreate.length })}
            >
              {groupsToCreate.join(', ')}
            </Alert>
          )}
          <UploadRows upload={upload} />
        </Stack>
      </Panel>
      <Box className={classes['actions']} mt="lg">
        {isDirectory ? (
          <ToDirectory />
        ) : (
          <>
            <Button variant="default" onClick={onRestart}>
              {t('another')}
            </Button>
            <Button variant="default" onClick={() => onGo(upload._id, 'map')}>
              {t('check.back')}
            </Button>
          </>
        )}
        {hasWork && upload.canApply && (
          <Button loading={fetching} onClick={() => void ask()}>
            {t('check.apply')}
          </Button>
        )}
      </Box>
    </>
  );
}

function Held({ reason }: { reason: string }) {
  const { t } = useTranslation('uploads');
  return (
    <Alert color="yellow" icon={<Icon name="info" />} title={t('check.held')}>
      {apiMessage(reason)} {t('check.heldApply')}
    </Alert>
  );
}

function Consequence({ upload: { created, updated, failed, remarked } }: { upload: Upload }) {
  const { t } = useTranslation('uploads');
  return (
    <ul>
      {created > 0 && <li>{t('consequence.created', { count: created })}</li>}
      {updated > 0 && <li>{t('consequence.updated', { count: updated })}</li>}
      {remarked > 0 && <li>{t('consequence.remarked', { count: remarked })}</li>}
      {failed > 0 && <li>{t('consequence.failed', { count: failed })}</li>}
    </ul>
  );
}
