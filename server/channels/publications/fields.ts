import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { FeedField } from '#shared/feed-field.ts';
import { optionsFrom } from '#shared/fields/select.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';

/** Number and age of publications on the page and in feeds. */
export const windowSettings: readonly ChannelSetting[] = [
  {
    name: 'entries',
    advanced: true,
    kind: 'number',
    minimum: 1,
    maximum: 200,
    default: 30,
    required: true,
    label: { de: 'Höchstens so viele Einträge zeigen', en: 'Maximum number of entries' },
  },
  {
    name: 'days',
    advanced: true,
    kind: 'number',
    minimum: 1,
    maximum: 3650,
    default: 90,
    required: true,
    label: { de: 'Einträge so viele Tage lang zeigen', en: 'Number of days to show entries' },
    hint: {
      de: 'Die Adresse eines einzelnen Eintrags gilt auch danach.',
      en: 'The address of a single entry stays valid after that.',
    },
  },
];

/** The titles of page and feeds. */
export const titleSettings: readonly ChannelSetting[] = [
  {
    name: 'title',
    kind: 'text',
    maximum: limits.nameMaximum,
    label: { de: 'Titel der Seite', en: 'Title of the page' },
    hint: { de: 'Leer: der Name der Organisation.', en: 'Empty: the name of the organisation.' },
  },
  {
    name: 'description',
    kind: 'text',
    label: { de: 'Ein Satz darunter', en: 'A sentence below it' },
  },
];

const relations = optionsFrom({
  new: { de: 'Steht für sich', en: 'Independent' },
  update: { de: 'Berichtigt und ersetzt die früheren', en: 'Corrects and replaces the earlier ones' },
});

/** The relation of a message to earlier ones on this channel. */
export const relationField = (initial: 'new' | 'update'): FeedField => ({
  name: 'relation',
  kind: 'select',
  options: relations,
  required: true,
  default: initial,
  label: { de: 'Frühere Meldungen zum Ereignis', en: 'Earlier messages of the event' },
  hint: {
    de: 'Eine Entwarnung beendet sie in jedem Fall.',
    en: 'An all-clear ends them in any case.',
  },
});

/** Fields for texts in other languages than the author's. */
export const translations: Partial<Record<Language, Record<'title' | 'text' | 'instruction' | 'area', string>>> = {
  en: { title: 'titleEn', text: 'textEn', instruction: 'instructionEn', area: 'areaDescEn' },
};

/** The English fields, if the author writes English texts. */
export const englishFields: readonly FeedField[] = [
  {
    name: 'titleEn',
    kind: 'text',
    maximum: limits.nameMaximum,
    label: { de: 'Titel auf Englisch', en: 'Title in English' },
  },
  {
    name: 'textEn',
    kind: 'longText',
    label: { de: 'Text auf Englisch', en: 'Text in English' },
  },
];
