import { Alert, Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#web/lib/viewer.tsx';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { channelNames, needsRelease } from '#web/reports/release.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Releasers } from './Releasers.tsx';
import classes from './SendDialog.module.css';

type Props = {
  report: ReportDetails;
  drafts: ReportMessage[];
  releasers: readonly string[];
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Shows which messages wait. Crisis managers may skip the release. */
export function ReleaseChoice({ report, drafts, releasers, checked, onChange }: Props) {
  const { t } = useTranslation(['drafts', 'reports']);
  const { hasRole } = useViewer();
  const waiting = drafts.filter((draft) => needsRelease(report, draft));
  const free = drafts.filter((draft) => !waiting.includes(draft));
  return (
    <>
      {checked ? (
        <div className={classes['live']} role="alert">
          <Icon name="stop" /> {t('reports:release.without')}
        </div>
      ) : (
        <Alert
          color={free.length ? 'yellow' : 'blue'}
          icon={<Icon name="eye" />}
          title={free.length ? t('dialog.releasePart', { names: channelNames(waiting) }) : t('dialog.release')}
        >
          <Releasers names={releasers} />
          {free.length > 0 && (
            <Text inherit fw={650} mt={4}>
              {t('dialog.releaseRest', { names: channelNames(free) })}
            </Text>
          )}
        </Alert>
      )}
      {hasRole('crisis_manager') && (
        <Checkbox
          size="md"
          color="red"
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          label={t('dialog.withoutRelease')}
          description={t('dialog.withoutReleaseText')}
        />
      )}
    </>
  );
}
