import { useTranslation } from 'react-i18next';
import { privilegedRoles } from '#shared/permissions.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { useViewer } from '#web/lib/viewer.tsx';

/** Returns whether only system owners may change this user's access, and the viewer isn't one. */
export function useIsReserved(held: readonly string[]): boolean {
  const { hasRole } = useViewer();
  return held.some((role) => privilegedRoles.includes(role)) && !hasRole('system_owner');
}

/** Returns the fields of a user that the viewer can't change, with reasons. */
export function useUserLocks(row: EntityRow | null): Record<string, string> {
  const { t } = useTranslation('administration');
  const isReserved = useIsReserved((row?.['roles'] as string[] | undefined) ?? []);
  return isReserved ? { email: t('users.reserved') } : {};
}
