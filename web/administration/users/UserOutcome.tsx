import { useTranslation } from 'react-i18next';
import type { Deletion } from '#web/administration/queries.ts';

/** The effect of deleting a user. */
export function UserOutcome({ outcome }: { outcome: Deletion['outcome'] }) {
  return useTranslation('administration').t(`users.outcome.${outcome}`);
}
