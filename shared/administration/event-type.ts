import { entity, isActive, typeFields } from './entity.ts';

/** A kind of event, with what is prepared for it. */
export const eventType = entity({
  name: 'EventType',
  plural: 'eventTypes',
  about: 'A kind of event, with what is prepared for it.',
  feature: 'manage_event_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    icon: { kind: 'image', list: true, about: 'Its picture.' },
    location: { kind: 'reference', to: 'Location', list: true, about: 'Where it usually happens.' },
    mailingLists: { kind: 'references', to: 'MailingList', about: 'Who an activation calls in.' },
    situationReportTemplate: {
      kind: 'json',
      shape: 'situationReportTemplate',
      about: 'Sections and fields of its situation reports.',
    },
    isActive,
  },
});
