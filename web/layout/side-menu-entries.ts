type Entry = { identifier: string; title: string; link: string; type: string };

/**
 * The entries of the side menu in the order of their identifiers: the administration only for administrators, and no
 * separator that separates nothing.
 */
export function visibleEntries<Any extends Entry>(entries: Any[], isAdministrator: boolean): Any[] {
  return entries
    .filter((entry) => isAdministrator || !isAdministration(entry))
    .toSorted((a, b) => a.identifier.localeCompare(b.identifier))
    .filter((entry, index, all) => {
      const next = all[index + 1];
      return !isSeparator(entry) || (next !== undefined && !isSeparator(next));
    });
}

const isSeparator = ({ type }: Entry): boolean => type === 'separator';
const isAdministration = (entry: Entry): boolean =>
  !isSeparator(entry) && (entry.title === 'Administration' || entry.link.replace(/^#/, '') === '/administration');
