import { Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { toLocalInput } from '#shared/zoned.ts';
import { DateTimeInput } from '#web/fields/DateTimeInput.tsx';
import { serverNow, useServerNow } from '#web/lib/clock.ts';
import { useConnectionRestored } from '#web/lib/connection.ts';
import { isSameDay } from '#web/lib/format.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { useSystem } from '#web/lib/system.tsx';
import { type ReportDetails, UpdateReportMutation } from '#web/reports/queries.ts';
import { NotSaved } from '#web/ui/saving/NotSaved.tsx';

type Props = {
  report: ReportDetails;
  onChanged: () => void;
  onUnsaved: (name: string, isUnsaved: boolean) => void;
};

/** The name of an unsaved deadline. */
export const ANSWER_UNTIL = 'answerUntil';
const HOUR = 3_600_000;

/** The answer deadline, stored once valid and retried. Without it, answers count until the event ends. */
export function AnswerUntil({ report, onChanged, onUnsaved }: Props) {
  const { t } = useTranslation('reports');
  const now = useServerNow();
  const { timeZone } = useSystem();
  const [, update] = useMutation(UpdateReportMutation);
  // undefined: the stored value applies; a choice applies until it is received
  const [chosen, setChosen] = useState<string | null>();
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef<string | null>(null);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const stored = report.answerUntil;
  if (chosen !== undefined && isSame(chosen, stored)) setChosen(undefined);
  const value = chosen === undefined ? stored : chosen;
  const isOver = value !== null && Date.parse(value) <= now;
  const store = async (moment: string | null) => {
    // only the newest choice counts
    if (latest.current !== moment || (moment !== null && Date.parse(moment) <= serverNow())) return;
    setFailed(false);
    const { error } = await update({ input: { id: report.id, answerUntil: moment } });
    if (latest.current === moment) setFailed(Boolean(error));
    if (error) return;
    if (latest.current === moment) onUnsaved(ANSWER_UNTIL, false);
    onChanged();
  };
  const queue = (moment: string | null) => {
    turn.current = turn.current.then(() => store(moment));
  };
  const retry = () => queue(latest.current);
  useConnectionRestored(() => hasFailed && retry());
  // without a question, no deadline is pending
  const forget = useEffectEvent(() => onUnsaved(ANSWER_UNTIL, false));
  useEffect(() => () => forget(), []);
  const choose = (wanted: string | null) => {
    const present = serverNow();
    // picking a day gives its midnight, which for today is in the past
    const isToday =
      wanted !== null && isSameDay(wanted, present, timeZone) && toLocalInput(wanted, timeZone).endsWith('T00:00');
    const moment = isToday ? new Date((Math.floor(present / HOUR) + 1) * HOUR).toISOString() : wanted;
    setChosen(moment);
    setFailed(false);
    latest.current = moment;
    onUnsaved(ANSWER_UNTIL, true);
    queue(moment);
  };
  return (
    <Stack gap="xs" align="flex-start">
      <DateTimeInput
        name="answerUntil"
        field={{ kind: 'dateTime' }}
        label={t('answers.until')}
        description={t('answers.untilHint')}
        value={value}
        onChange={(moment) => choose(moment as string | null)}
        error={isOver ? apiMessage('error_answer_until_past') : undefined}
      />
      {hasFailed && !isOver && <NotSaved text={t('answers.notSaved')} onRetry={retry} />}
    </Stack>
  );
}

const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);
