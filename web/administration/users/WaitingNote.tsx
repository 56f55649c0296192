import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { WaitingCountQuery } from './queries.ts';

/** Counts the registrations that wait for approval; empty without any. */
export function WaitingNote() {
  const { t } = useTranslation('administration');
  const count = useData(WaitingCountQuery, {}).data?.users.totalCount ?? 0;
  return count > 0 && <small>{t('users.waitingCount', { count })}</small>;
}
