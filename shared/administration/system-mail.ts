import { entity, identifier, isActive } from './entity.ts';

/** A mail the program itself sends. */
export const systemMail = entity({
  name: 'SystemMail',
  plural: 'systemMails',
  about: 'The text of a mail that the program itself sends, in one language.',
  feature: 'manage_system_mail',
  read: 'feature',
  order: [{ field: 'identifier' }, { field: 'language' }],
  fields: {
    identifier: { ...identifier, about: 'On which occasion it is sent.' },
    language: {
      kind: 'select',
      options: ['de', 'en'],
      default: 'de',
      fixed: true,
      list: true,
      about: 'Language of the text.',
    },
    subject: { kind: 'text', required: true, list: true, search: true, about: 'Subject, with placeholders.' },
    content: { kind: 'longText', required: true, search: true, about: 'Text, with placeholders.' },
    isActive,
  },
});
