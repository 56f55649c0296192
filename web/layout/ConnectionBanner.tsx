import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConnectionBroken, useServerBusy } from '#web/lib/connection.ts';
import classes from './ConnectionBanner.module.css';

/** Says calmly that the server is away or has no time; disappears by itself when it is back. */
export function ConnectionBanner() {
  const { t } = useTranslation('layout');
  const broken = useConnectionBroken();
  const busy = useServerBusy();
  return (
    <div role="status" className={broken || busy ? classes['banner'] : undefined}>
      {(broken || busy) && (
        <>
          <Loader size={18} color="yellow.9" />
          {broken ? t('connectionBroken') : t('serverBusy')}
        </>
      )}
    </div>
  );
}
