import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';

/** Puts the page on paper, as it stands. */
export function PrintButton() {
  const { t } = useTranslation();
  return (
    <Button variant="default" leftSection={<Icon name="print" size={20} />} onClick={() => print()}>
      {t('print.open')}
    </Button>
  );
}
