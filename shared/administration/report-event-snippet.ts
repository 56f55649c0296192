import { entity } from './entity.ts';

/** Where a snippet is proposed. */
export const reportEventSnippet = entity({
  name: 'ReportEventSnippet',
  plural: 'reportEventSnippets',
  about: 'Proposes a snippet for an event type and a report type; an empty event type stands for all.',
  feature: 'manage_report_event_snippet',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    name: { kind: 'text', required: true, list: true, search: true, about: 'Name of the assignment.' },
    eventType: {
      kind: 'reference',
      to: 'EventType',
      list: true,
      filter: 'orEmpty',
      about: 'For which events; empty for all.',
    },
    reportType: {
      kind: 'reference',
      to: 'ReportType',
      required: true,
      list: true,
      filter: 'exact',
      about: 'For which reports.',
    },
    snippet: { kind: 'reference', to: 'Snippet', required: true, list: true, about: 'The text it proposes.' },
  },
});
