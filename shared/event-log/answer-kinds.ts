import { kind } from './kind.ts';

/** `person` is a number, and what somebody wrote stands with the answer: both go when the person is erased. */
type Answer = {
  /** Absent from entries that were written before answers were named. */
  answer?: number;
  report: number;
  recipient: number;
  person: number | null;
  /** What the chosen option said and what it counts as; null for a text without a choice. */
  option: string | null;
  optionEn?: string | null;
  kind: string | null;
  minutes: number | null;
  source: string;
  late: boolean;
};

/** The answer that was taken back, by numbers; what somebody wrote stays with the reply. */
type Withdrawn = {
  report: number;
  recipient: number;
  person: number | null;
  option: string | null;
  optionEn?: string | null;
};
/** `source`: `link` when the person said it, `operator` when somebody saw them. */
type Arrival = { report: number; person: number; source: string };

type Limit = { report: number; group: string; groupId: number; needed: number; reached: number };

/** What the log says about answers and the stop limits they are counted for. */
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
      `Answer taken back, it was assigned wrongly: ${option ? `“${option}”` : 'a text without a choice'}`,
  }),
  reply_filed: kind<{ reply: number }>({
    de: () => 'Antwort abgelegt: Sie beantwortet keine Frage',
    en: () => 'Reply filed: it answers no question',
  }),
  arrival: kind<Arrival>({
    de: ({ source }) => (source === 'link' ? 'Eingetroffen, selbst gemeldet' : 'Als eingetroffen vermerkt'),
    en: ({ source }) => (source === 'link' ? 'Arrived, says the person' : 'Recorded as arrived'),
  }),
  arrival_withdrawn: kind<Arrival>({
    de: () => 'Doch nicht eingetroffen: Vermerk zurückgenommen',
    en: () => 'Not arrived after all: record taken back',
  }),
  limit_reached: kind<Limit>({
    webhook: 'limit.reached',
    de: ({ group, reached, needed }, count) => `${group}: ${count(reached)} von ${count(needed)} Zusagen erreicht`,
    en: ({ group, reached, needed }, count) => `${group}: ${count(reached)} of ${count(needed)} are coming`,
  }),
  limit_reopened: kind<Limit & { overdue: number }>({
    webhook: 'limit.reopened',
    de: ({ group, reached, needed, overdue }, count) =>
      `${group}: nur noch ${count(reached)} von ${count(needed)} Zusagen${overdue ? `, ${count(overdue, 'Person ist', 'Personen sind')} überfällig` : ''}; die Nächsten werden gefragt`,
    en: ({ group, reached, needed, overdue }, count) =>
      `${group}: only ${count(reached)} of ${count(needed)} are still coming${overdue ? `, ${count(overdue, 'person is', 'people are')} overdue` : ''}; the next are asked`,
  }),
  limit_not_reached: kind<Limit & { isEnded?: boolean }>({
    webhook: 'limit.not_reached',
    de: ({ group, reached, needed, isEnded }, count) =>
      `${group}: nur ${count(reached)} von ${count(needed)} Zusagen, ${isEnded ? 'und das Nachfragen ist beendet' : 'niemand ist mehr zu fragen'}`,
    en: ({ group, reached, needed, isEnded }, count) =>
      `${group}: only ${count(reached)} of ${count(needed)} are coming, ${isEnded ? 'and asking was ended' : 'nobody is left to ask'}`,
  }),
};
