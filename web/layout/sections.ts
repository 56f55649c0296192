import type { IconName } from '#web/ui/icons.ts';

/** A part of the application with its own colour. */
export type MenuSection = 'start' | 'events' | 'contacts' | 'lists' | 'other';

/** A link of bar and footer; `name` is its translation key below layout:nav. */
export type Tab = { section: MenuSection; name: string; to: string; icon: IconName };

/** The four links of bar and footer. */
export const tabs: readonly Tab[] = [
  { section: 'start', name: 'start', to: '/', icon: 'home' },
  { section: 'events', name: 'events', to: '/events', icon: 'event' },
  { section: 'contacts', name: 'groups', to: '/groups', icon: 'group' },
  { section: 'lists', name: 'mailingLists', to: '/mailinglists', icon: 'list' },
];

/** Returns the section of a path, which colours the navigation bar. */
export function sectionOf(path: string): MenuSection {
  if (path === '/') return 'start';
  const first = path.split('/')[1] ?? '';
  if (first.startsWith('event')) return 'events';
  if (first.startsWith('group') || first.startsWith('person') || first === 'duties') return 'contacts';
  if (first.startsWith('mailinglist')) return 'lists';
  return 'other';
}

/**
 * Returns the active tab for a path. The administration and a user's own pages belong to the start page, the call list to no tab.
 */
export function tabOf(path: string): MenuSection {
  if (path.includes('event')) return 'events';
  if (path.includes('mailinglist')) return 'lists';
  if (path.includes('group') || sectionOf(path) === 'contacts') return 'contacts';
  return path === '/offline' ? 'other' : 'start';
}
