import { Alert, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Releasers } from './Releasers.tsx';
import classes from './SendDialog.module.css';

type Props = { releasers: readonly string[]; checked: boolean; onChange: (checked: boolean) => void };

/** Says who has to release it and what comes then; crisis managers may go without, and that is loud. */
export function ReleaseChoice({ releasers, checked, onChange }: Props) {
  const { t } = useTranslation('reports');
  const { hasRole } = useViewer();
  return (
    <>
      {checked ? (
        <div className={classes['live']} role="alert">
          <Icon name="stop" /> {t('release.without')}
        </div>
      ) : (
        <Alert color="blue" icon={<Icon name="eye" />} title={t('dialog.release')}>
          <Releasers names={releasers} />
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
