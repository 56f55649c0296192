import { optionsFrom } from '#shared/fields/select.ts';
import { nameShape } from '#shared/fields/text.ts';
import { entity, icon, identifier, isActive } from './entity.ts';

/** An entry of the side menu. */
export const sideMenu = entity({
  name: 'SideMenu',
  plural: 'sideMenus',
  label: { de: 'Seitenmenü', en: 'Side menu' },
  one: { de: 'Eintrag im Seitenmenü', en: 'side menu entry' },
  icon: 'menu',
  section: 'system',
  purpose: { de: 'Was im Menü links steht', en: 'Entries of the menu on the left' },
  about: 'An entry of the side menu, which is sorted by identifier.',
  feature: 'manage_side_menu',
  read: 'signedIn',
  order: [{ field: 'identifier' }],
  fields: {
    title: {
      ...nameShape,
      required: true,
      list: true,
      search: true,
      label: { de: 'Titel', en: 'Title' },
      about: 'What the entry reads.',
      translated: true,
    },
    type: {
      kind: 'select',
      options: optionsFrom({
        internal: { de: 'Seite', en: 'Page' },
        external: { de: 'Externe Adresse', en: 'External address' },
        separator: { de: 'Überschrift', en: 'Heading' },
      }),
      default: 'internal',
      list: true,
      label: { de: 'Art', en: 'Type' },
      about: 'A page of this application, another address, or a heading.',
    },
    link: {
      kind: 'link',
      default: '',
      list: true,
      label: { de: 'Adresse', en: 'Address' },
      hint: {
        de: 'Pfad einer Seite (/events) oder eine Adresse im Internet (https://…); leer bei einer Überschrift.',
        en: 'Path of a page (/events) or a web address (https://…); empty for a heading.',
      },
      about: 'Path or address it leads to; empty for a heading.',
    },
    identifier: {
      ...identifier,
      hint: {
        de: 'Eindeutig; die Einträge stehen in der Reihenfolge ihrer Kennungen.',
        en: 'Unique; the menu is sorted by identifier.',
      },
      about: 'Name and place in the order.',
    },
    icon: { kind: 'image', label: icon.label, about: 'Its picture.' },
    isActive: {
      ...isActive,
      hint: { de: 'Inaktive Einträge fehlen im Menü.', en: 'Inactive entries are not in the menu.' },
    },
  },
});
