import { useTranslation } from 'react-i18next';
import { privilegedRoles } from '#shared/permissions.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { useViewer } from '#web/lib/viewer.tsx';

/** Whether only a system owner may change how this user gets in, and the viewer is none. */
export function useIsReserved(held: readonly string[]): boolean {
  const { hasRole } = useViewer();
  return held.some((role) => privilegedRoles.includes(role)) && !hasRole('system_owner');
}

/** The fields of a user that the viewer may not change, with the reason. */
export function useUserLocks(row: EntityRow | null): Record<string, string> {
  const { t } = useTranslation('administration');
  const isReserved = useIsReserved((row?.['roles'] as string[] | undefined) ?? []);
  return isReserved ? { email: t('users.reserved') } : {};
}
