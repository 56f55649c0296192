import { entity, name } from './entity.ts';

/** An assignment that proposes a snippet for certain reports and events. */
export const reportEventSnippet = entity({
  name: 'ReportEventSnippet',
  plural: 'reportEventSnippets',
  label: { de: 'Zuordnung der Textbausteine', en: 'Assignment of snippets' },
  one: { de: 'Zuordnung', en: 'assignment' },
  icon: 'link',
  section: 'events',
  purpose: { de: 'Welcher Text bei welchem Ereignis vorgeschlagen wird', en: 'Suggested texts for each event type' },
  about: 'Proposes a snippet for an event type and a report type; without an event type, it applies to all.',
  feature: 'manage_report_event_snippet',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    name: { ...name, about: 'Name of the assignment.', translated: true },
    eventType: {
      kind: 'reference',
      to: 'EventType',
      list: true,
      filter: 'orEmpty',
      label: { de: 'Ereignistyp', en: 'Event type' },
      hint: { de: 'Ohne Angabe gilt sie für alle.', en: 'If empty, it applies to all.' },
      about: 'For which events; empty for all.',
    },
    reportType: {
      kind: 'reference',
      to: 'ReportType',
      required: true,
      list: true,
      filter: 'exact',
      label: { de: 'Meldungsart', en: 'Report type' },
      about: 'For which reports.',
    },
    snippet: {
      kind: 'reference',
      to: 'Snippet',
      required: true,
      list: true,
      label: { de: 'Textbaustein', en: 'Snippet' },
      about: 'The text it proposes.',
    },
  },
});
