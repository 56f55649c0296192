import { entity, icon, isActive, typeFields } from './entity.ts';

/** A report kind. */
export const reportType = entity({
  name: 'ReportType',
  plural: 'reportTypes',
  label: { de: 'Meldungsarten', en: 'Report types' },
  one: { de: 'Meldungsart', en: 'report type' },
  icon: 'report',
  section: 'events',
  purpose: {
    de: 'Was gesendet wird: Aktivierung, Information, Entwarnung',
    en: 'Kinds of reports: activation, information, all-clear',
  },
  about: 'A kind of report; the one with the identifier activation calls the crisis team in.',
  feature: 'manage_report_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    icon: { ...icon, about: 'Its picture on a light background.' },
    whiteIcon: {
      kind: 'image',
      ground: 'dark',
      label: { de: 'Symbol auf farbigem Grund', en: 'Icon on a coloured background' },
      hint: { de: 'Am besten in Weiß.', en: 'White works best.' },
      about: 'Its picture on a coloured background.',
    },
    requiresRelease: {
      kind: 'toggle',
      default: false,
      list: true,
      label: { de: 'Freigabe nötig', en: 'Needs release' },
      hint: {
        de: 'Nachrichten gehen erst hinaus, wenn eine zweite Person sie freigegeben hat.',
        en: 'Messages are sent only after a second person has released them.',
      },
      about: 'Whether another person must release its messages before they are sent.',
    },
    isActive,
  },
});
