import { entity, identifier, isActive } from './entity.ts';

/** An entry of the side menu. */
export const sideMenu = entity({
  name: 'SideMenu',
  plural: 'sideMenus',
  about: 'An entry of the side menu; they stand in the order of their identifiers.',
  feature: 'manage_side_menu',
  read: 'signedIn',
  order: [{ field: 'identifier' }],
  fields: {
    identifier: { ...identifier, about: 'Name and place in the order.' },
    title: { kind: 'text', required: true, list: true, search: true, about: 'What the entry reads.' },
    titleEn: { kind: 'text', search: true, about: 'The same in English; the title when empty.' },
    type: {
      kind: 'select',
      options: ['internal', 'external', 'separator'],
      default: 'internal',
      list: true,
      about: 'A page of this application, another address, or a heading.',
    },
    link: { kind: 'link', default: '', list: true, about: 'Path or address it leads to; empty for a heading.' },
    icon: { kind: 'image', about: 'Its picture.' },
    isActive,
  },
});
