import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConnectionBroken, useServerBusy, useServerStatus } from '#web/lib/connection.ts';
import classes from './ConnectionBanner.module.css';

/** Reports an unreachable or busy server. With `leadsOn`, it links to the offline copies. */
export function ConnectionBanner({ leadsOn = false }: { leadsOn?: boolean }) {
  const { t } = useTranslation('layout');
  const broken = useConnectionBroken();
  const busy = useServerBusy();
  const status = useServerStatus();
  // the server itself reported that it can't work
  const isOff = status === 'database' || status === 'disk' || status === 'release';
  return (
    <div role="status" className={broken || busy ? classes['banner'] : undefined}>
      {(broken || busy) && (
        <>
          <Loader size={18} color="yellow.9" />
          <span>{broken ? t(isOff ? 'nothingSaved' : 'connectionBroken') : t('serverBusy')}</span>
          {broken && leadsOn && <a href="#/offline">{t('offline')}</a>}
        </>
      )}
    </div>
  );
}
