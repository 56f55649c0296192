import { Alert, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { CheckStep } from './CheckStep.tsx';
import { MapStep } from './MapStep.tsx';
import { type Upload, UploadQuery } from './queries.ts';
import { ToDirectory } from './ToDirectory.tsx';
import { UploadDone } from './UploadDone.tsx';
import { UploadRunning } from './UploadRunning.tsx';
import { isUnderWay, useFollowed } from './underWay.ts';
import type { UploadDraft } from './useUploadDraft.ts';

type Props = {
  id: string;
  step: 'map' | 'check';
  draft: UploadDraft;
  onGo: (upload: number, step: 'map' | 'check') => void;
  onRestart: () => void;
};

/** One upload in any state; polls while it runs. */
export function ShownUpload({ id, ...props }: Props) {
  const { t } = useTranslation('uploads');
  const state = useData(UploadQuery, { id });
  useFollowed(isUnderWay(state.data?.upload), state.refetch);
  return (
    <QueryView state={state}>
      {({ upload }) =>
        upload ? (
          <ByStatus upload={upload} {...props} />
        ) : (
          <EmptyState
            icon="upload"
            title={t('notFound')}
            text={t('notFoundText')}
            action={<Button onClick={props.onRestart}>{t('another')}</Button>}
          />
        )
      }
    </QueryView>
  );
}

function ByStatus({ upload, step, ...props }: Omit<Props, 'id'> & { upload: Upload }) {
  const isUnmapped = upload.error === 'error_upload_unmapped';
  if (isUnderWay(upload)) return <UploadRunning upload={upload} />;
  if (isUnmapped || (upload.status === 'checked' && step === 'map' && upload.format !== 'directory'))
    return <MapStep upload={upload} {...props} />;
  if (upload.status === 'checked') return <CheckStep upload={upload} {...props} />;
  return upload.status === 'failed' ? (
    <Failed upload={upload} onRestart={props.onRestart} />
  ) : (
    <UploadDone upload={upload} onRestart={props.onRestart} />
  );
}

function Failed({ upload, onRestart }: { upload: Upload; onRestart: () => void }) {
  const { t } = useTranslation('uploads');
  return (
    <Stack align="flex-start">
      <Alert color="red" w="100%" icon={<Icon name="crossCircle" />} title={t('failed', { file: upload.fileName })}>
        {apiMessage(upload.error ?? 'unknown_error')}
      </Alert>
      {upload.format === 'directory' ? <ToDirectory /> : <Button onClick={onRestart}>{t('another')}</Button>}
    </Stack>
  );
}
