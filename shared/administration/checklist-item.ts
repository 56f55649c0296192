import { longestDeadline } from '#shared/task.ts';
import { entity, name } from './entity.ts';

/** One checklist task of an event type. */
export const checklistItem = entity({
  name: 'ChecklistItem',
  plural: 'checklistItems',
  label: { de: 'Checklisten', en: 'Checklists' },
  one: { de: 'Aufgabe der Checkliste', en: 'task of the checklist' },
  icon: 'task',
  section: 'events',
  purpose: { de: 'Aufgaben, die ein Ereignis von Anfang an hat', en: 'Tasks that an event has from its start' },
  about: 'A task that an event of its type gets when it begins.',
  feature: 'manage_event_type',
  read: 'signedIn',
  order: [{ field: 'sortOrder' }],
  fields: {
    name: {
      ...name,
      label: { de: 'Aufgabe', en: 'Task' },
      hint: { de: 'Was zu tun ist, in einem Satz.', en: 'The task in one sentence.' },
      about: 'What is to be done.',
    },
    eventType: {
      kind: 'reference',
      to: 'EventType',
      required: true,
      list: true,
      filter: 'exact',
      label: { de: 'Ereignistyp', en: 'Event type' },
      hint: {
        de: 'Jedes Ereignis dieses Typs bekommt die Aufgabe, wenn es beginnt.',
        en: 'Every event of this type gets the task when it starts.',
      },
      about: 'Whose events get it.',
    },
    group: {
      kind: 'reference',
      to: 'Group',
      list: true,
      label: { de: 'Funktion', en: 'Function' },
      hint: { de: 'Wer sie erledigt: eine Funktion oder eine Person.', en: 'Who does it: a function or a person.' },
      about: 'The function that does it.',
    },
    person: {
      kind: 'reference',
      to: 'Person',
      list: true,
      label: { de: 'Person', en: 'Person' },
      about: 'The person who does it, instead of a function.',
    },
    dueMinutes: {
      kind: 'number',
      minimum: 0,
      maximum: longestDeadline,
      unit: 'minutes',
      list: true,
      label: { de: 'Fällig nach', en: 'Due after' },
      hint: {
        de: 'Minuten nach dem Beginn des Ereignisses. Ohne Angabe hat sie keine Frist.',
        en: 'Minutes after the start of the event. If empty, there is no deadline.',
      },
      about: 'Minutes after the event began by which it is to be done; empty: no deadline.',
    },
    sortOrder: {
      kind: 'number',
      minimum: 0,
      maximum: 10_000,
      default: 0,
      label: { de: 'Reihenfolge', en: 'Order' },
      hint: { de: 'Kleine Zahlen stehen oben.', en: 'Small numbers are at the top.' },
      about: 'Its place in the checklist.',
    },
  },
});
