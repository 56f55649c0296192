import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import type { Upload } from './queries.ts';
import { UploadSteps } from './UploadSteps.tsx';

/** How far an upload has come that is being checked or applied. */
export function UploadRunning({ upload: { status, fileName, processedRows, totalRows } }: { upload: Upload }) {
  const { t } = useTranslation('uploads');
  const isChecking = status === 'checking';
  const done = formatNumber(processedRows);
  return (
    <>
      <UploadSteps step={isChecking ? 1 : 4} />
      <Panel title={t(isChecking ? 'running.checking' : 'running.applying', { file: fileName })}>
        <Stack gap="sm">
          {totalRows > 0 && (
            <ProgressBar percentage={Math.floor((100 * processedRows) / totalRows)} label={t('running.progress')} />
          )}
          <Text role="status">
            {totalRows > 0
              ? t('running.rows', { done, total: formatNumber(totalRows) })
              : t('running.rowsSoFar', { done })}
          </Text>
          <Text c="gray.6" fz="sm">
            {t('running.leave')}
          </Text>
        </Stack>
      </Panel>
    </>
  );
}
