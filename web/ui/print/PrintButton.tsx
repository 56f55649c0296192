import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { usePrint } from './Paper.tsx';

/** Prints the page with complete lists. */
export function PrintButton() {
  const { t } = useTranslation();
  const { start, isBusy } = usePrint();
  return (
    <Button variant="default" leftSection={<Icon name="print" size={20} />} loading={isBusy} onClick={start}>
      {t('print.open')}
    </Button>
  );
}
