import type { PeopleFigures } from '#server/alerting/progress/people-figures.ts';
import type { ByLanguage } from '#shared/label.ts';

type Counts = Pick<PeopleFigures, 'people' | 'asked' | 'handedOver' | 'answered' | 'positive'>;

interface DrillWords {
  /** Added to the text of the exercise. */
  unannounced: string;
  result: (counts: Counts) => string;
  ended: Record<'real_event' | 'cancelled', string>;
  dropped: Record<'author' | 'missed' | 'real_event' | 'unreadable' | 'refused', string>;
  /** Follows `dropped.refused`. */
  because: (text: string) => string;
}

/** The texts of unannounced drills. */
export const drillWords: ByLanguage<DrillWords> = {
  de: {
    unannounced: 'Unangekündigte Übung. Bitte antworten Sie wie im Ernstfall.',
    result: ({ people, asked, handedOver, answered, positive }) =>
      `Personen im Verteiler: ${people}\nGefragt: ${asked}\nÜbergeben: ${handedOver}\nGeantwortet: ${answered}\nKommen: ${positive}`,
    ended: {
      real_event: 'Die Übung wurde vorzeitig beendet, weil ein echtes Ereignis begann.',
      cancelled: 'Sie haben die Übung vorzeitig beendet.',
    },
    dropped: {
      author: 'Sie dürfen keine Alarme mehr senden. Deshalb fand die Übung nicht statt.',
      missed: 'Zum gewählten Zeitpunkt war das Programm nicht in Betrieb. Die Übung wird nicht nachgeholt.',
      real_event: 'Bis zum Ende des Zeitraums lief ein echtes Ereignis. Deshalb fand die Übung nicht statt.',
      unreadable: 'Der Plan der Übung ist nicht mehr lesbar, weil der Schlüssel des Servers gewechselt hat.',
      refused: 'Die Übung konnte nicht gesendet werden.',
    },
    because: (text) => `Grund: ${text}`,
  },
  en: {
    unannounced: 'Unannounced exercise. Please answer as you would in an emergency.',
    result: ({ people, asked, handedOver, answered, positive }) =>
      `People on the lists: ${people}\nAsked: ${asked}\nHanded over: ${handedOver}\nAnswered: ${answered}\nComing: ${positive}`,
    ended: {
      real_event: 'The exercise ended early because a real event began.',
      cancelled: 'You ended the exercise early.',
    },
    dropped: {
      author: 'You may no longer send alarms, so the exercise did not take place.',
      missed: 'The program was not running at the chosen moment. The exercise will not be made up for.',
      real_event: 'A real event ran until the end of the period, so the exercise did not take place.',
      unreadable: 'The plan of the exercise can no longer be read, because the key of the server has changed.',
      refused: 'The exercise could not be sent.',
    },
    because: (text) => `Reason: ${text}`,
  },
};
