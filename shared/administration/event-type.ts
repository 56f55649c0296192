import { entity, icon, isActive, typeFields } from './entity.ts';

/** A kind of event, with its prepared content. */
export const eventType = entity({
  name: 'EventType',
  plural: 'eventTypes',
  label: { de: 'Ereignistypen', en: 'Event types' },
  one: { de: 'Ereignistyp', en: 'event type' },
  icon: 'event',
  section: 'events',
  purpose: {
    de: 'Was geschehen kann: Text, Verteiler, Stufen und Checkliste',
    en: 'What can happen: text, lists, steps and checklist',
  },
  about: 'A kind of event, with its prepared texts, tasks and recipients.',
  feature: 'manage_event_type',
  read: 'signedIn',
  order: [{ field: 'name', text: true }],
  fields: {
    ...typeFields,
    icon,
    location: {
      kind: 'reference',
      to: 'Location',
      list: true,
      label: { de: 'Ort', en: 'Location' },
      hint: { de: 'Wo es gewöhnlich geschieht.', en: 'Where it usually happens.' },
      about: 'Where it usually happens.',
    },
    mailingLists: {
      kind: 'references',
      to: 'MailingList',
      label: { de: 'Verteiler bei Aktivierung', en: 'Mailing lists of an activation' },
      hint: { de: 'Wen eine Aktivierung zusammenruft.', en: 'The recipients of an activation.' },
      about: 'Who an activation calls in.',
    },
    responsible: {
      kind: 'reference',
      to: 'Person',
      list: true,
      beside: 'responsibleLeft deputyLeft deputy { id _id name isActive }',
      label: { de: 'Verantwortlich', en: 'Responsible person' },
      hint: {
        de: 'Wer den Alarmplan pflegt und für ihn einsteht. Der Nachweis nennt diese Person.',
        en: 'The person who maintains the alarm plan and answers for it. The evidence names this person.',
      },
      about: 'The person who maintains the alarm plan and answers for it.',
    },
    deputy: {
      kind: 'reference',
      to: 'Person',
      label: { de: 'Vertretung', en: 'Deputy' },
      hint: {
        de: 'Wer den Alarmplan pflegt, wenn die verantwortliche Person fehlt.',
        en: 'The person who maintains the alarm plan when the responsible person is away.',
      },
      about: 'The deputy of the responsible person.',
    },
    alarmSteps: {
      kind: 'json',
      shape: 'alarmSteps',
      label: { de: 'Stufen des Alarms', en: 'Steps of the alarm' },
      hint: {
        de: 'Nach wie vielen Sekunden ein Kanal zu denen kommt, die weder geantwortet noch gelesen haben.',
        en: 'Number of seconds after which a channel is used for people who have neither answered nor read.',
      },
      about: 'Seconds after which each channel type comes, by identifier; empty: the standard.',
    },
    situationReportTemplate: {
      kind: 'json',
      shape: 'situationReportTemplate',
      label: { de: 'Vorlage für Lageberichte', en: 'Template of situation reports' },
      about: 'Sections and fields of its situation reports.',
    },
    isActive,
  },
});
