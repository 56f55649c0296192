import { languageOptions } from '#shared/fields/select.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { entity, identifier, isActive } from './entity.ts';

/** A mail that the program sends on its own behalf. */
export const systemMail = entity({
  name: 'SystemMail',
  plural: 'systemMails',
  label: { de: 'System-E-Mails', en: 'System e-mails' },
  one: { de: 'System-E-Mail', en: 'system e-mail' },
  icon: 'mail',
  section: 'system',
  purpose: {
    de: 'Was das Programm selbst verschickt, zum Beispiel Einladungen',
    en: 'E-mails from the program itself, for example invitations',
  },
  about: 'The text of a mail that the program itself sends, in one language.',
  feature: 'manage_system_mail',
  read: 'feature',
  order: [{ field: 'identifier' }, { field: 'language' }],
  fields: {
    identifier: {
      ...identifier,
      label: { de: 'Anlass', en: 'Occasion' },
      hint: {
        de: 'Daran erkennt das Programm, wann sie verschickt wird.',
        en: 'Defines when the program sends it.',
      },
      about: 'On which occasion it is sent.',
    },
    language: {
      kind: 'select',
      options: languageOptions,
      default: defaultLanguage,
      fixed: true,
      list: true,
      label: { de: 'Sprache', en: 'Language' },
      about: 'Language of the text.',
    },
    subject: {
      kind: 'text',
      required: true,
      list: true,
      search: true,
      label: { de: 'Betreff', en: 'Subject' },
      about: 'Subject, with placeholders.',
    },
    content: {
      kind: 'mailText',
      required: true,
      search: true,
      label: { de: 'Text', en: 'Text' },
      about: 'Text, with placeholders.',
    },
    isActive: {
      ...isActive,
      hint: {
        de: 'Inaktive System-E-Mails werden nicht verschickt.',
        en: 'Inactive system e-mails are not sent.',
      },
    },
  },
});
