import { mailPasswordReset } from '#server/accounts/password-reset.ts';
import { purgeExpired } from '#server/accounts/purge.ts';
import { warnBudget } from '#server/alerting/costs/warn-budget.ts';
import { sendDutyPush } from '#server/alerting/deadlines/duty-push.ts';
import { remindOfDeadlines } from '#server/alerting/deadlines/remind.ts';
import { remindOfTasks } from '#server/alerting/deadlines/remind-of-tasks.ts';
import { confirmWish } from '#server/alerting/delivery/confirm-wish.ts';
import { purgeCallbacks } from '#server/alerting/delivery/settle-callbacks.ts';
import { purgeDrills } from '#server/alerting/drills/plan.ts';
import { forgetDeletedEvents } from '#server/alerting/events/forget.ts';
import { foldExerciseTallies } from '#server/alerting/exercise/mailbox.ts';
import { purgeItems } from '#server/alerting/incoming/items.ts';
import { notifyDue, sendNotice } from '#server/alerting/incoming/notify.ts';
import { purgePathTests } from '#server/alerting/path-test/slots.ts';
import { foldTallies } from '#server/alerting/progress/tallies.ts';
import { answerCall } from '#server/alerting/triggers/answer.ts';
import { purgeCalls } from '#server/alerting/triggers/calls.ts';
import { countTurnouts } from '#server/alerting/turnout/count-turnouts.ts';
import { closeForgottenEvents } from '#server/api/by-person/closed.ts';
import { within } from '#server/api/connection-pools/connection-pools.ts';
import { forgetSecurityEntries } from '#server/api/security-log/forget.ts';
import { deliverSystemMail } from '#server/channels/system-mails/deliver.ts';
import { forgetAbsences } from '#server/contacts/absences/absences.ts';
import { runScheduled, startDueDirectories } from '#server/contacts/directories/run-directory.ts';
import { scrubErased } from '#server/contacts/people/scrub.ts';
import { forgetShifts } from '#server/contacts/roster/shifts.ts';
import { applyUpload } from '#server/contacts/uploads/apply.ts';
import { forgetOldUploads } from '#server/contacts/uploads/forget.ts';
import { undoRows } from '#server/contacts/uploads/undo.ts';
import { checkWays } from '#server/contacts/ways/due.ts';
import { purgeChecks } from '#server/contacts/ways/read-signs.ts';
import { sendCheck } from '#server/contacts/ways/send-check.ts';
import { purgeDeliveries } from '#server/outside/webhooks/deliveries.ts';
import type { App } from '#server/platform/context.ts';
import type { Handlers } from '#server/platform/jobs/jobs.ts';
import { sealLogs } from '#server/platform/seals/seal-logs.ts';
import { remindOfResponsible } from '#server/records/evidence/responsible.ts';
import { deliverSituationReport } from '#server/records/situation-reports/mail-job.ts';
import { remindOfDueReports } from '#server/records/situation-reports/mails.ts';
import { runParts } from './minute.ts';

/** Returns the handler of each queue. `limit`: milliseconds for a part of the work of every minute. */
export const handlersOf = (app: App, limit?: number): Handlers => ({
  system_mail: async (job, id) => void (await deliverSystemMail(app, job, id)),
  password_reset: ({ email }) => mailPasswordReset(app, email),
  situation_report_mail: ({ mailId }, id) => deliverSituationReport(app, mailId, id),
  wish_confirmation: (job) => confirmWish(app, job),
  trigger_answer: ({ call }) => answerCall(app, call),
  incoming_notice: (job) => sendNotice(app, job),
  incoming_due: () => notifyDue(app),
  way_check: (job) => sendCheck(app, job),
  ways_due: () => checkWays(app),
  purge: async () => {
    await purgeExpired(app.db);
    await scrubErased(app.db);
    await forgetAbsences(app.db);
    await forgetShifts(app.db);
    await forgetOldUploads(app.db);
    await purgeDeliveries(app.db);
    await purgeCallbacks(app.db);
    await purgeCalls(app.db);
    await purgeItems(app.db);
    await purgePathTests(app.db);
    await purgeChecks(app.db);
    await purgeDrills(app.db);
    await closeForgottenEvents(app.db);
    await forgetDeletedEvents(app.db);
    await forgetSecurityEntries(app.db);
    await foldTallies(app.db);
    await foldExerciseTallies(app.db);
  },
  seal: () => sealLogs(app),
  minute: () => {
    const { incoming_due, budget, situation_reports_due, duties_due, directories_due } = handlersOf(app);
    const parts = { incoming_due, budget, situation_reports_due, duties_due, directories_due };
    return runParts(
      app,
      Object.fromEntries(Object.entries(parts).map(([queue, run]) => [queue, () => run({}, queue)])),
      limit,
    );
  },
  budget: () => warnBudget(app),
  situation_reports_due: () => remindOfDueReports(app),
  turnouts: () => countTurnouts(app.db),
  duties_due: async () => {
    const results = await Promise.allSettled([remindOfDeadlines(app), remindOfTasks(app), remindOfResponsible(app)]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  },
  duty_push: (job) => sendDutyPush(app, job),
  directories_due: () => startDueDirectories(app),
  directory_sync: ({ directory }) => runScheduled(within(app, 'bulk'), directory),
  upload: async ({ upload }) => {
    await applyUpload(within(app, 'bulk'), upload, { byMail: true });
    await undoRows(within(app, 'bulk'), upload);
  },
});
