import type { ByLanguage } from '#shared/label.ts';
import type { RollCallState } from './list.ts';

/** The texts of a roll call's file in one language. */
interface RollCallWords {
  /** Prefix of the file name. */
  file: string;
  columns: readonly string[];
  state: Record<RollCallState, string>;
  late: string;
  /** The person answered, not a user for them. */
  self: string;
}

/** The words by language. */
export const rollCallWords: ByLanguage<RollCallWords> = {
  de: {
    file: 'sicherheitsabfrage',
    columns: [
      ...['Stand', 'Zustand', 'Name', 'Vorname', 'Gruppen', 'Antwort', 'Geantwortet'],
      ...['Verspätet', 'Bemerkung', 'Erfasst von'],
    ],
    state: {
      needs_help: 'braucht Hilfe',
      not_reached: 'keine Rückmeldung, nicht erreicht',
      no_answer: 'keine Rückmeldung, gefragt',
      safe: 'in Sicherheit',
    },
    late: 'ja',
    self: 'selbst',
  },
  en: {
    file: 'roll-call',
    columns: [
      ...['As of', 'State', 'Last name', 'First name', 'Groups', 'Answer', 'Answered'],
      ...['Late', 'Remark', 'Recorded by'],
    ],
    state: {
      needs_help: 'needs help',
      not_reached: 'not heard from, not reached',
      no_answer: 'not heard from, asked',
      safe: 'safe',
    },
    late: 'yes',
    self: 'the person',
  },
};
