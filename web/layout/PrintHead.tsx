import { useDeferredValue, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatExact } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import classes from './PrintHead.module.css';

/** The head of a printed page: installation, time, user. */
export function PrintHead() {
  const { t } = useTranslation();
  const { organisationName, systemName, timeZone } = useSystem();
  const { user } = useViewer();
  const [printedAt, setPrintedAt] = useState(Date.now);
  useEffect(() => {
    // the browser prints as soon as this returns
    const begin = () => flushSync(() => setPrintedAt(Date.now()));
    addEventListener('beforeprint', begin);
    return () => removeEventListener('beforeprint', begin);
  }, []);
  // date formatters are slow to create
  const isDrawn = useDeferredValue(true, false);
  if (!isDrawn) return null;
  return (
    <p className={classes['head']}>
      <span>{[organisationName, systemName].filter(Boolean).join(' · ')}</span>
      <strong>{t('print.asOf', { time: formatExact(printedAt, timeZone) })}</strong>
      <span>{t('print.by', { name: fullName(user) })}</span>
    </p>
  );
}
