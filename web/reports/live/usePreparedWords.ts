import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import type { ReportMessage } from '#web/reports/queries.ts';

/** Returns a function that describes an unsent message. */
export function usePreparedWords(): (message: ReportMessage) => string {
  const { t } = useTranslation('reports');
  return ({ channel: { name }, forGroup, insertedBy }) => {
    const what = forGroup ? t('live.preparedFor', { name, function: forGroup.name }) : t('live.prepared', { name });
    return insertedBy ? `${what} ${t('live.preparedBy', { name: fullName(insertedBy) })}` : what;
  };
}
