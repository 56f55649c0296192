import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import type { ReportMessage } from '#web/reports/queries.ts';

/** What is said of a message that is prepared and not sent: over which channel, for which function, and by whom. */
export function usePreparedWords(): (message: ReportMessage) => string {
  const { t } = useTranslation('reports');
  return ({ channel: { name }, forGroup, insertedBy }) => {
    const what = forGroup ? t('live.preparedFor', { name, function: forGroup.name }) : t('live.prepared', { name });
    return insertedBy ? `${what} ${t('live.preparedBy', { name: fullName(insertedBy) })}` : what;
  };
}
