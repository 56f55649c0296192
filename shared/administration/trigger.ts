import { optionsFrom } from '#shared/fields/select.ts';
import { triggerWays } from '#shared/trigger-ways.ts';
import { entity, identifier, isActive, name } from './entity.ts';

/** A trigger that starts a prepared alarm without the user interface. */
export const trigger = entity({
  name: 'Trigger',
  plural: 'triggers',
  label: { de: 'Auslöser', en: 'Triggers' },
  one: { de: 'Auslöser', en: 'trigger' },
  icon: 'phone',
  section: 'channels',
  purpose: {
    de: 'Alarm ohne Bildschirm starten: per SMS, E-Mail, Anruf oder Programm',
    en: 'Start an alarm without this application: by SMS, e-mail, call or another program',
  },
  about: 'Starts a prepared alarm without the user interface: by SMS, e-mail, call or a request of another program.',
  feature: 'manage_trigger',
  read: 'feature',
  order: [{ field: 'name', text: true }],
  fields: {
    name,
    identifier: {
      ...identifier,
      spoken: true,
      label: { de: 'Stichwort', en: 'Keyword' },
      hint: {
        de: 'Damit beginnt die SMS oder der Betreff der E-Mail; Groß und Klein spielt keine Rolle. Ohne Angabe entsteht es aus dem Namen.',
        en: 'The SMS or the subject of the e-mail begins with it, in upper or lower case. If empty, it is created from the name.',
      },
      about: 'The word it is started with.',
    },
    eventType: {
      kind: 'reference',
      to: 'EventType',
      required: true,
      list: true,
      filter: 'exact',
      label: { de: 'Ereignistyp', en: 'Event type' },
      hint: {
        de: 'Gestartet wird seine Aktivierung wie vorbereitet: Texte, Verteiler, Kanäle und Stufen.',
        en: 'Starts its activation as prepared: texts, mailing lists, channels and steps.',
      },
      about: 'Whose activation it starts, as prepared.',
    },
    ways: {
      kind: 'selectMany',
      options: optionsFrom(triggerWays),
      list: true,
      label: { de: 'Wege', en: 'Ways' },
      about: 'By which ways it can be started.',
    },
    smsPin: {
      kind: 'toggle',
      default: true,
      label: { de: 'PIN auch in der SMS', en: 'PIN in the SMS too' },
      hint: {
        de: 'Absendernummern lassen sich fälschen. In E-Mails und Anrufen ist die PIN immer nötig.',
        en: 'Sender numbers can be forged. E-mails and calls always need the PIN.',
      },
      about: 'Whether an SMS must carry the PIN; mails and calls always must.',
    },
    senders: {
      kind: 'longText',
      label: { de: 'Weitere Absender', en: 'Further senders' },
      hint: {
        de: 'Eine Nummer oder E-Mail-Adresse je Zeile, zum Beispiel die Leitstelle. Krisenmanager und Administratoren dürfen immer, von ihrer Mobilnummer und ihrer E-Mail-Adresse.',
        en: 'One number or e-mail address per line, for example of the control centre. Crisis managers and administrators can always use their mobile number and e-mail address.',
      },
      about: 'Numbers and addresses that may start it besides those of the users who may, one per line.',
    },
    isActive,
  },
});
