import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConnectionBroken } from '#web/lib/connection.ts';
import classes from './ConnectionBanner.module.css';

/** Says calmly that the server is away; disappears by itself when it is back. */
export function ConnectionBanner() {
  const { t } = useTranslation('layout');
  const broken = useConnectionBroken();
  return (
    <div role="status" className={broken ? classes['banner'] : undefined}>
      {broken && (
        <>
          <Loader size={18} color="yellow.9" />
          {t('connectionBroken')}
        </>
      )}
    </div>
  );
}
