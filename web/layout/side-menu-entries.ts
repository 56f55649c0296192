import type { Feature } from '#shared/permissions.ts';
import { isOffered } from '#web/lib/offered.ts';

type Entry = { identifier: string; title: string; link: string; type: string };

/** Returns the menu entries in order, without forbidden pages and superfluous separators. */
export function visibleEntries<Any extends Entry>(entries: Any[], can: (feature: Feature) => boolean): Any[] {
  return entries
    .filter((entry) => isSeparator(entry) || isForViewer(entry, can))
    .toSorted((a, b) => a.identifier.localeCompare(b.identifier))
    .filter((entry, index, all) => {
      const next = all[index + 1];
      return !isSeparator(entry) || (next !== undefined && !isSeparator(next));
    });
}

const isSeparator = ({ type }: Entry): boolean => type === 'separator';
const isForViewer = ({ title, type, link }: Entry, can: (feature: Feature) => boolean): boolean =>
  (type === 'external' || isOffered(link, can)) && (title !== 'Administration' || can('show_admin_menu'));
