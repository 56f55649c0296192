import { mailPasswordReset } from '#server/auth/password-reset.ts';
import { purgeExpired } from '#server/auth/purge.ts';
import { within } from '#server/budgets/budgets.ts';
import { forgetAbsences } from '#server/contacts/absences/absences.ts';
import { scrubErased } from '#server/contacts/people/scrub.ts';
import { forgetShifts } from '#server/contacts/roster/shifts.ts';
import { applyUpload } from '#server/contacts/uploads/apply.ts';
import { forgetOldUploads } from '#server/contacts/uploads/forget.ts';
import { undoRows } from '#server/contacts/uploads/undo.ts';
import { confirmWish } from '#server/delivery/confirm-wish.ts';
import { purgeCallbacks } from '#server/delivery/settle-callbacks.ts';
import { forgetDeletedEvents } from '#server/events/forget.ts';
import { foldExerciseTallies } from '#server/exercise/mailbox.ts';
import type { Handlers } from '#server/jobs/jobs.ts';
import { warnBudget } from '#server/messages/cost/warn-budget.ts';
import { countTurnouts } from '#server/messages/likely/count-turnouts.ts';
import { foldTallies } from '#server/messages/progress/tallies.ts';
import { sealLogs } from '#server/seals/seal-logs.ts';
import { forgetSecurityEntries } from '#server/security-log/forget.ts';
import { deliverSituationReport } from '#server/situation-reports/mail-job.ts';
import { remindOfDueReports } from '#server/situation-reports/mails.ts';
import { deliverSystemMail } from '#server/system-mails/deliver.ts';
import { answerCall } from '#server/triggers/answer.ts';
import { purgeCalls } from '#server/triggers/calls.ts';
import { purgeDeliveries } from '#server/webhooks/deliveries.ts';
import type { App } from './context.ts';

/** What works on each queue. */
export const handlersOf = (app: App): Handlers => ({
  system_mail: async (job, id) => void (await deliverSystemMail(app, job, id)),
  password_reset: ({ email }) => mailPasswordReset(app, email),
  situation_report_mail: ({ mailId }, id) => deliverSituationReport(app, mailId, id),
  wish_confirmation: (job) => confirmWish(app, job),
  trigger_answer: ({ call }) => answerCall(app, call),
  purge: async () => {
    await purgeExpired(app.db);
    await scrubErased(app.db);
    await forgetAbsences(app.db);
    await forgetShifts(app.db);
    await forgetOldUploads(app.db);
    await purgeDeliveries(app.db);
    await purgeCallbacks(app.db);
    await purgeCalls(app.db);
    await forgetDeletedEvents(app.db);
    await forgetSecurityEntries(app.db);
    await foldTallies(app.db);
    await foldExerciseTallies(app.db);
  },
  seal: () => sealLogs(app),
  budget: () => warnBudget(app),
  situation_reports_due: () => remindOfDueReports(app),
  turnouts: () => countTurnouts(app.db),
  upload: async ({ upload }) => {
    await applyUpload(within(app, 'bulk'), upload, { byMail: true });
    await undoRows(within(app, 'bulk'), upload);
  },
});
