import { useViewer } from '#web/lib/viewer.tsx';
import type { SituationReportRow } from './queries.ts';
import { isOpenReport } from './status.ts';

/** Returns whether the viewer writes situation reports. */
export function useIsWriter(): boolean {
  const { can } = useViewer();
  return can('create_situation_report_event') || can('create_situation_report_home');
}

/** Returns the viewer's actions on a situation report in its current state. */
export function useReportRights(report: SituationReportRow) {
  const { can, user } = useViewer();
  const isWriter = useIsWriter();
  const isLocked = report.event.eventStatus.identifier === 'archived';
  const isOwn = [report.insertedBy?.id, report.submittedBy?.id].includes(user.id);
  const waits = report.status === 'in_review' && !isLocked && can('approve_situation_report');
  return {
    write: isWriter && !isLocked && isOpenReport(report.status),
    withdraw: isWriter && !isLocked && report.status === 'in_review',
    decide: waits && !isOwn,
    /** May approve, but not this one. */
    onlyOthers: waits && isOwn,
    /** May see the recipients. */
    seeMails: isWriter || can('approve_situation_report'),
    mail: isWriter && !isLocked && ['approved', 'distributed'].includes(report.status),
  };
}
