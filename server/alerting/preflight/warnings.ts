import type { CostEstimate } from '#server/alerting/costs/cost.ts';
import type { EventState } from '#server/alerting/event-log/states.ts';
import type { Prepared } from '#server/alerting/launch/prepare.ts';
import { asksUntil, hasRecipients } from '#server/alerting/messages/message-rows.ts';
import { isRollCall } from '#server/alerting/messages/report-rules.ts';
import type { CalledDuty } from '#server/alerting/recipients/duties.ts';
import type { Feasibility } from '#server/alerting/turnout/feasibility.ts';
import type { PreflightWarning } from '#shared/preflight-warnings.ts';
import { plainText } from '#shared/rich-text.ts';
import type { PreflightChannel } from './channels.ts';
import type { ReportWarnings } from './report-warnings.ts';
import { sendsTwice } from './sends-twice.ts';

/** The findings of a preflight that lead to warnings. */
interface Findings extends ReportWarnings {
  recipients: number;
  answered: number;
  spared: number;
  alreadyAsked: number;
  unreachableCount: number;
  absent: number;
  absentCalled: number;
  limits: readonly Pick<Feasibility, 'feasible' | 'isLikelyEnough'>[];
  duties: readonly Pick<CalledDuty, 'people'>[];
  channels: readonly Pick<PreflightChannel, 'neverWorked' | 'lastFailed'>[];
  cost: Pick<CostEstimate, 'parts'>;
  state: EventState;
  crisis: boolean;
  proven: { silent: number };
  underWay: boolean;
  overBudget: boolean;
  isHeld: boolean;
  /** The provider would refuse the text. */
  refused: boolean;
}

const longText = 10;

/** The most urgent first. */
export function warningsOf(prepared: readonly Prepared[], found: Findings): PreflightWarning[] {
  const some = (holds: (one: Prepared) => boolean) => prepared.some(holds);
  const without = some(({ message, resolution }) => hasRecipients(message) && !resolution?.recipients);
  const reasons: [PreflightWarning, boolean][] = [
    ['warning_installation_held', found.isHeld],
    ['warning_type_differs', found.typeDiffers],
    ['warning_kind_running', found.kindRunning],
    ['warning_kind_cleared', found.kindCleared],
    ['warning_language_differs', found.languageDiffers],
    ['warning_place_default', found.placeDefault],
    ['warning_place_missing', found.placeMissing],
    ['warning_what_missing', found.whatMissing],
    ['warning_same_text', found.sameText],
    ['warning_same_type', sendsTwice(prepared)],
    ['warning_crisis_unreachable', found.crisis],
    ['warning_nobody_on_duty', found.duties.some(({ people }) => people === 0)],
    ['warning_answered', found.answered > 0],
    ['warning_spared', found.spared > 0],
    ['warning_already_asked', found.alreadyAsked > 0],
    ['warning_absent', found.absent > 0],
    ['warning_absent_priority', found.absentCalled > 0],
    ['warning_unreachable', found.unreachableCount > 0],
    ['warning_silent', found.proven.silent > 0],
    ['warning_followed_under_way', found.underWay],
    ['warning_limit_infeasible', found.limits.some(({ feasible }) => !feasible)],
    ['warning_limit_unlikely', found.limits.some(({ feasible, isLikelyEnough }) => feasible && !isLikelyEnough)],
    [
      'warning_limit_unmeasured',
      some(({ message, resolution }) => (resolution?.unmeasured ?? false) && !isRollCall(message.options)),
    ],
    ['warning_channel_without_recipients', without && found.recipients > 0],
    ['warning_channel_trouble', some(({ message }) => message.mode === 'LIVE' && message.channelTrouble !== null)],
    ['warning_channel_never_worked', found.channels.some(({ neverWorked }) => neverWorked)],
    ['warning_channel_last_failed', found.channels.some(({ lastFailed }) => lastFailed)],
    ['warning_answer_until_past', some(({ message }) => asksUntil(message, new Date()))],
    ['warning_content_empty', some(({ message }) => plainText(message.content) === '')],
    ['warning_budget', found.overBudget],
    ['warning_text_long', found.cost.parts > longText],
    ['warning_text_refused', found.refused],
    ['warning_inactive_chosen', some(({ resolution }) => (resolution?.inactive.length ?? 0) > 0)],
    ['warning_requires_release', some(({ message }) => message.requiresRelease)],
    ['warning_event_starts', found.state === 'draft' && prepared.length > 0],
    ['warning_not_live', some(({ message }) => message.mode !== 'LIVE')],
  ];
  return reasons.filter(([, holds]) => holds).map(([key]) => key);
}
