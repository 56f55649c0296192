import type { Feature } from '#shared/permissions.ts';
import { useViewer } from '#web/lib/viewer.tsx';

type Owned = { reportType: { identifier: string }; follows: readonly unknown[] };

/** Whether this user may throw a report's draft away: who made it, or who may throw away others'; the server decides the same way. */
export function useMayDelete({
  reportType,
  follows,
}: Owned): (draft: { insertedBy: { id: string } | null }) => boolean {
  const { can, user } = useViewer();
  const either = (activation: Feature, other: Feature) =>
    can(reportType.identifier === 'activation' ? activation : other);
  return ({ insertedBy }) =>
    either('delete_activation_message', 'manage_report') ||
    (follows.length > 0 && can('send_message')) ||
    (insertedBy?.id === user.id && either('create_activation', 'create_report'));
}
