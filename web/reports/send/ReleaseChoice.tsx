import { Alert, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';

/** Says that someone else has to release it; crisis managers may go without, and that is loud. */
export function ReleaseChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation('reports');
  const { hasRole } = useViewer();
  return (
    <>
      {!checked && (
        <Alert color="blue" icon={<Icon name="eye" />}>
          {t('dialog.release')}
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
