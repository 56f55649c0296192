import type { IconName } from '#web/ui/icons.ts';

export type MenuSection = 'start' | 'events' | 'contacts' | 'lists' | 'other';

/** A link of bar and footer; `name` is its translation key. */
export type Tab = { section: MenuSection; name: string; to: string; icon: IconName };

export const tabs: readonly Tab[] = [
  { section: 'start', name: 'start', to: '/', icon: 'home' },
  { section: 'events', name: 'events', to: '/events', icon: 'event' },
  { section: 'contacts', name: 'groups', to: '/groups', icon: 'group' },
  { section: 'lists', name: 'mailingLists', to: '/mailinglists', icon: 'list' },
];

/** Returns a path's section. */
export function sectionOf(path: string): MenuSection {
  if (path === '/') return 'start';
  const first = path.split('/')[1] ?? '';
  if (first.startsWith('event')) return 'events';
  if (first.startsWith('group') || first.startsWith('person') || first === 'duties') return 'contacts';
  if (first.startsWith('mailinglist')) return 'lists';
  return 'other';
}

/** Returns a path's tab: one that the path contains, otherwise start. */
export function tabOf(path: string): MenuSection {
  if (path.includes('event')) return 'events';
  if (path.includes('mailinglist')) return 'lists';
  return path.includes('group') ? 'contacts' : 'start';
}
