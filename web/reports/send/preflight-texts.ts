import { useTranslation } from 'react-i18next';
import { apiMessage } from '#web/lib/i18n.ts';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import type { Preflight } from './queries.ts';

/** Returns the names of channels. */
export const namesOf = (channels: Preflight['channels']): string[] => channels.map(({ channel }) => channel.name);

/** Returns a function for the texts of warnings, obstacles and refusals. */
export function usePreflightText(): (key: string, preflight: Preflight) => string {
  const { t, i18n } = useTranslation('drafts');
  const problem = useProblemText();
  return (key, { channels, duties, absent, absentCalled, answered, spared, alreadyAsked, proven }) => {
    const empty = channels.filter(({ people }) => people === 0);
    const troubled = channels.flatMap(({ channel: { name, trouble } }) =>
      trouble ? `${name} (${problem(trouble)})` : [],
    );
    const never = namesOf(channels.filter(({ neverWorked }) => neverWorked));
    const failed = namesOf(channels.filter(({ lastFailed }) => lastFailed));
    const uncovered = duties.filter(({ people }) => people === 0);
    const values: Record<string, { count: number; names?: string }> = {
      warning_absent: { count: absent },
      warning_absent_priority: { count: absentCalled },
      warning_already_asked: { count: alreadyAsked },
      warning_answered: { count: answered },
      warning_channel_last_failed: { count: failed.length, names: failed.join(', ') },
      warning_channel_never_worked: { count: never.length, names: never.join(', ') },
      warning_channel_trouble: { count: troubled.length, names: troubled.join(', ') },
      warning_nobody_on_duty: { count: uncovered.length, names: uncovered.map(({ group }) => group.name).join(', ') },
      warning_silent: { count: proven.silent },
      warning_spared: { count: spared },
    };
    const told = values[key] ?? { count: empty.length, names: empty.map(({ channel }) => channel.name).join(', ') };
    return i18n.exists(`drafts:check.${key}`, told) ? t(`check.${key}`, told) : apiMessage(key);
  };
}
