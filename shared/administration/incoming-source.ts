import { optionsFrom } from '#shared/fields/select.ts';
import { incomingKinds } from '#shared/incoming-kinds.ts';
import { entity, isActive, name } from './entity.ts';

/** A program outside that reports items to be noticed. */
export const incomingSource = entity({
  name: 'IncomingSource',
  plural: 'incomingSources',
  label: { de: 'Hinweisquellen', en: 'Incoming sources' },
  one: { de: 'Hinweisquelle', en: 'incoming source' },
  icon: 'inbox',
  section: 'channels',
  purpose: {
    de: 'Warnungen und Alarme anderer Programme annehmen, damit sie jemand bemerkt',
    en: 'Receive warnings and alerts of other programs, so that someone notices them',
  },
  about: 'A program outside that reports items to be noticed: CAP 1.2 warnings or alerts of Alertmanager.',
  feature: 'manage_incoming',
  read: 'feature',
  order: [{ field: 'name', text: true }],
  fields: {
    name,
    kind: {
      kind: 'select',
      options: optionsFrom(incomingKinds),
      required: true,
      list: true,
      label: { de: 'Format', en: 'Format' },
      hint: { de: 'Was diese Quelle sendet.', en: 'What this source sends.' },
      about: 'The format of its messages: cap or alertmanager.',
    },
    eventType: {
      kind: 'reference',
      to: 'EventType',
      list: true,
      label: { de: 'Ereignistyp', en: 'Event type' },
      hint: {
        de: 'Wird für den Entwurf vorgeschlagen. Gesendet wird nie von selbst.',
        en: 'Suggested for the draft. Nothing is ever sent automatically.',
      },
      about: 'The event type that is suggested for a draft from its items.',
    },
    group: {
      kind: 'reference',
      to: 'Group',
      list: true,
      label: { de: 'Bereitschaft', en: 'On-call group' },
      hint: {
        de: 'Wenn sich fünf Minuten lang niemand kümmert, wird benachrichtigt, wer laut Dienstplan dieser Gruppe im Dienst ist, einer nach dem anderen.',
        en: 'If no one takes an item within five minutes, the people on duty in this group are notified one after another.',
      },
      about: 'The group whose people on duty are notified of items that nobody takes.',
    },
    isActive: {
      ...isActive,
      hint: {
        de: 'Von einer inaktiven Quelle wird nichts angenommen.',
        en: 'Nothing is accepted from an inactive source.',
      },
    },
  },
});
