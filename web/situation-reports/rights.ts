import { useViewer } from '#web/lib/viewer.tsx';
import type { SituationReportRow } from './queries.ts';
import { isOpenReport } from './status.ts';

/** Whether this user writes situation reports. */
export function useIsWriter(): boolean {
  const { can } = useViewer();
  return can('create_situation_report_event') || can('create_situation_report_home');
}

/** What this user may do with a situation report as it is now. */
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
    /** May see who got it. */
    seeMails: isWriter || can('approve_situation_report'),
    mail: isWriter && !isLocked && ['approved', 'distributed'].includes(report.status),
  };
}
