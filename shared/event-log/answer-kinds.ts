import { kind } from './kind.ts';

/** `person` is a number. The answer stores free text, so that erasing the person removes it. */
type Answer = {
  /** Absent from entries older than the answer number. */
  answer?: number;
  report: number;
  recipient: number;
  person: number | null;
  /** The option's text and meaning; null for free text. */
  option: string | null;
  optionEn?: string | null;
  kind: string | null;
  minutes: number | null;
  source: string;
  late: boolean;
};

/** The withdrawn answer, by numbers. */
type Withdrawn = {
  report: number;
  recipient: number;
  person: number | null;
  option: string | null;
  optionEn?: string | null;
};
/** `source`: `link` for a report by the person, `operator` otherwise. */
type Arrival = { report: number; person: number; source: string };

type Limit = { report: number; group: string; groupId: number; needed: number; reached: number };

/** Log texts about answers and stop limits. */
export const answerKinds = {
  answer: kind<Answer>({
    webhook: 'answer.recorded',
    de: ({ option, minutes, late }, count) => {
      const arrival = minutes === null ? '' : `, in ${count(minutes, 'Minute', 'Minuten')}`;
      const words = option === null ? 'ein Text ohne Auswahl' : `„${option}“${arrival}`;
      return `Antwort eingegangen: ${words}${late ? ' (verspätet)' : ''}`;
    },
    en: ({ option, minutes, late }, count) => {
      const arrival = minutes === null ? '' : `, in ${count(minutes, 'minute', 'minutes')}`;
      const words = option === null ? 'a text without a choice' : `“${option}”${arrival}`;
      return `Answer received: ${words}${late ? ' (late)' : ''}`;
    },
  }),
  answer_withdrawn: kind<Withdrawn>({
    de: ({ option }) =>
      `Antwort zurückgenommen, sie war falsch zugeordnet: ${option ? `„${option}“` : 'ein Text ohne Auswahl'}`,
    en: ({ option }) =>
      `Answer withdrawn, it was assigned wrongly: ${option ? `“${option}”` : 'a text without a choice'}`,
  }),
  reply_filed: kind<{ reply: number }>({
    de: () => 'Antwort abgelegt: Sie beantwortet keine Frage',
    en: () => 'Reply filed: it answers no question',
  }),
  arrival: kind<Arrival>({
    de: ({ source }) => (source === 'link' ? 'Eingetroffen, selbst gemeldet' : 'Als eingetroffen vermerkt'),
    en: ({ source }) => (source === 'link' ? 'Arrived, reported by the person' : 'Recorded as arrived'),
  }),
  arrival_withdrawn: kind<Arrival>({
    de: () => 'Doch nicht eingetroffen: Vermerk zurückgenommen',
    en: () => 'Not arrived after all: record withdrawn',
  }),
  limit_reached: kind<Limit>({
    webhook: 'limit.reached',
    de: ({ group, reached, needed }, count) => `${group}: ${count(reached)} von ${count(needed)} Zusagen erreicht`,
    en: ({ group, reached, needed }, count) => `${group}: ${count(reached)} of ${count(needed)} coming`,
  }),
  limit_reopened: kind<Limit & { overdue: number }>({
    webhook: 'limit.reopened',
    de: ({ group, reached, needed, overdue }, count) =>
      `${group}: nur noch ${count(reached)} von ${count(needed)} Zusagen${overdue ? `, ${count(overdue, 'Person ist', 'Personen sind')} überfällig` : ''}; die Nächsten werden gefragt`,
    en: ({ group, reached, needed, overdue }, count) =>
      `${group}: only ${count(reached)} of ${count(needed)} are still coming${overdue ? `, ${count(overdue, 'person is', 'people are')} overdue` : ''}; asking the next people`,
  }),
  limit_not_reached: kind<Limit & { isEnded?: boolean }>({
    webhook: 'limit.not_reached',
    de: ({ group, reached, needed, isEnded }, count) =>
      `${group}: nur ${count(reached)} von ${count(needed)} Zusagen, ${isEnded ? 'und das Nachfragen ist beendet' : 'niemand ist mehr zu fragen'}`,
    en: ({ group, reached, needed, isEnded }, count) =>
      `${group}: only ${count(reached)} of ${count(needed)} coming, ${isEnded ? 'and asking was ended' : 'no one is left to ask'}`,
  }),
};
