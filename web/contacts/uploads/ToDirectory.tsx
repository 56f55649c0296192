import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** The way back from a run to its directory. */
export function ToDirectory() {
  const { t } = useTranslation('uploads');
  return (
    <Button component={Link} to="/administration/directories" variant="default">
      {t('check.directory')}
    </Button>
  );
}
