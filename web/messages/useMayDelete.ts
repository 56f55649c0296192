import type { Feature } from '#shared/permissions.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { type Sendable, sendingFeatureOf } from './sending.ts';

type Owned = Sendable & { follows: readonly unknown[] };

/** Returns whether the viewer may delete a report's draft, as on the server. */
export function useMayDelete(report: Owned): (draft: { insertedBy: { id: string } | null }) => boolean {
  const { can, user } = useViewer();
  const either = (activation: Feature, other: Feature) =>
    can(report.reportType.identifier === 'activation' ? activation : other);
  const isFollowUp = report.follows.length > 0;
  const sending = sendingFeatureOf(report);
  const ofAlarm = isFollowUp && sending === 'send_activation_message';
  return ({ insertedBy }) =>
    (!ofAlarm && either('delete_activation_message', 'manage_report')) ||
    (isFollowUp && can(sending)) ||
    (insertedBy?.id === user.id && either('create_activation', 'create_report'));
}
