import type { ByLanguage, Label } from './label.ts';

export interface PresetRule {
  name: Label;
  hours?: number;
  months?: number;
  /** Index of the report it is counted from; absent: from knowledge. */
  after?: number;
  acceptsProgress?: true;
  questions: ByLanguage<readonly string[]>;
}

interface Preset {
  label: Label;
  rules: readonly PresetRule[];
}

/**
 * Deadlines in laws. `BSIG_32` is section 32 (1) and (2) of the German BSI act that implements directive (EU) 2022/2555
 * (NIS 2).
 */
export const deadlinePresets = {
  BSIG_32: {
    label: {
      de: '§ 32 BSIG (NIS 2): 24 Stunden, 72 Stunden, ein Monat',
      en: 'Section 32 BSIG (NIS 2): 24 hours, 72 hours, one month',
    },
    rules: [
      {
        name: { de: 'Frühe Erstmeldung (§ 32 BSIG)', en: 'Early notification (section 32 BSIG)' },
        hours: 24,
        questions: {
          de: [
            'Besteht der Verdacht, dass der Vorfall auf rechtswidrige oder böswillige Handlungen zurückgeht?',
            'Könnte der Vorfall grenzüberschreitende Auswirkungen haben?',
          ],
          en: [
            'Is the incident suspected of being caused by unlawful or malicious acts?',
            'Could the incident have a cross-border impact?',
          ],
        },
      },
      {
        name: { de: 'Meldung (§ 32 BSIG)', en: 'Notification (section 32 BSIG)' },
        hours: 72,
        questions: {
          de: [
            'Welche Angaben der frühen Erstmeldung sind bestätigt oder geändert?',
            'Erste Bewertung des Vorfalls',
            'Schweregrad des Vorfalls',
            'Auswirkungen des Vorfalls',
            'Kompromittierungsindikatoren, soweit vorhanden',
          ],
          en: [
            'Which information of the early notification is confirmed or changed?',
            'Initial assessment of the incident',
            'Severity of the incident',
            'Impact of the incident',
            'Indicators of compromise, where available',
          ],
        },
      },
      {
        name: { de: 'Abschlussmeldung (§ 32 BSIG)', en: 'Final report (section 32 BSIG)' },
        months: 1,
        after: 1,
        acceptsProgress: true,
        questions: {
          de: [
            'Ausführliche Beschreibung des Vorfalls, mit Schweregrad und Auswirkungen',
            'Art der Bedrohung oder Ursache, die den Vorfall wahrscheinlich ausgelöst hat',
            'Getroffene und laufende Abhilfemaßnahmen',
            'Grenzüberschreitende Auswirkungen, soweit vorhanden',
          ],
          en: [
            'Detailed description of the incident, with severity and impact',
            'Type of threat or root cause that is likely to have triggered the incident',
            'Applied and ongoing mitigation measures',
            'Cross-border impact, where applicable',
          ],
        },
      },
    ],
  },
} as const satisfies Record<string, Preset>;

/** Name of a preset. */
export type DeadlinePreset = keyof typeof deadlinePresets;
