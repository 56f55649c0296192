import type { SituationReportTemplate } from './situation-report-template.ts';

/** The default situation report according to FwDV/DV 100. Keys identify the data in a report. */
export const situationReportTemplate: SituationReportTemplate = {
  version: 1,
  sections: [
    {
      key: 'head',
      title: 'Kopf',
      titleEn: 'Head',
      fields: [
        { key: 'asOf', kind: 'dateTime', label: 'Stand', labelEn: 'As of', required: true },
        { key: 'periodFrom', kind: 'dateTime', label: 'Berichtszeitraum von', labelEn: 'Period from' },
        { key: 'event', kind: 'facts', source: 'event', label: 'Ereignis', labelEn: 'Event' },
      ],
    },
    {
      key: 'overview',
      title: 'Lage in Kürze',
      titleEn: 'Situation in brief',
      fields: [
        { key: 'summary', kind: 'text', label: 'Zusammenfassung', labelEn: 'Summary', required: true },
        {
          key: 'assessment',
          kind: 'choice',
          label: 'Bewertung',
          labelEn: 'Assessment',
          options: ['entspannt', 'angespannt', 'kritisch'],
          optionsEn: ['calm', 'tense', 'critical'],
        },
      ],
    },
    {
      key: 'situation',
      title: 'Allgemeine Lage und Schadenslage',
      titleEn: 'General and damage situation',
      fields: [
        { key: 'general', kind: 'text', label: 'Allgemeine Lage', labelEn: 'General situation' },
        { key: 'damage', kind: 'text', label: 'Schadenslage', labelEn: 'Damage situation' },
        { key: 'injured', kind: 'number', label: 'Verletzte', labelEn: 'Injured' },
        { key: 'affected', kind: 'number', label: 'Betroffene', labelEn: 'People affected' },
      ],
    },
    {
      key: 'own',
      title: 'Eigene Lage',
      titleEn: 'Own situation',
      fields: [
        { key: 'measures', kind: 'text', label: 'Maßnahmen', labelEn: 'Measures taken' },
        {
          key: 'resources',
          kind: 'table',
          label: 'Kräfte und Mittel',
          labelEn: 'Staff and resources',
          columns: ['Bereich', 'Im Einsatz', 'Angefordert', 'Bemerkung'],
          columnsEn: ['Area', 'On duty', 'Requested', 'Remark'],
        },
        { key: 'answers', kind: 'facts', source: 'answers', label: 'Rückmeldungen', labelEn: 'Answers' },
        { key: 'tasks', kind: 'facts', source: 'tasks', label: 'Aufgaben', labelEn: 'Tasks' },
        { key: 'limits', kind: 'facts', source: 'limits', label: 'Besetzung', labelEn: 'Staffing' },
      ],
    },
    {
      key: 'communication',
      title: 'Information und Kommunikation',
      titleEn: 'Communication',
      fields: [
        { key: 'messages', kind: 'facts', source: 'messages', label: 'Nachrichten', labelEn: 'Messages' },
        { key: 'press', kind: 'text', label: 'Presse- und Medienarbeit', labelEn: 'Press and media' },
      ],
    },
    {
      key: 'forecast',
      title: 'Prognose und Bedarf',
      titleEn: 'Forecast and needs',
      fields: [
        { key: 'forecast', kind: 'text', label: 'Weitere Entwicklung', labelEn: 'Forecast' },
        { key: 'needs', kind: 'text', label: 'Bedarf', labelEn: 'Needs' },
        {
          key: 'log',
          kind: 'facts',
          source: 'log',
          label: 'Einträge seit dem letzten Lagebericht',
          labelEn: 'Log since',
        },
        { key: 'nextReport', kind: 'dateTime', label: 'Nächster Lagebericht', labelEn: 'Next report' },
      ],
    },
  ],
};
