import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import type { Upload } from './queries.ts';
import { UploadSteps } from './UploadSteps.tsx';

const steps: Record<string, 1 | 4> = { checking: 1, running: 4 };
const titles: Record<string, string> = {
  checking: 'running.checking',
  running: 'running.applying',
  undoing: 'running.undoing',
};

/** The progress of an upload that is being checked, applied or undone. */
export function UploadRunning({ upload: { status, fileName, processedRows, totalRows } }: { upload: Upload }) {
  const { t } = useTranslation('uploads');
  const step = steps[status];
  const done = formatNumber(processedRows);
  return (
    <>
      {step && <UploadSteps step={step} />}
      <Panel title={t(titles[status]!, { file: fileName })}>
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
