import type { Faults, Saving } from '#server/administration/saving.ts';
import { isPage } from '#shared/links.ts';

/** Requires a page, an external address, or none for a heading. */
export function checkSideMenu({ before, input }: Saving, columns: Record<string, unknown>, faults: Faults): void {
  const link = String(columns['link'] ?? before?.['link'] ?? '');
  if (!before && (input['type'] ?? null) === null && link && !isPage(link)) columns['type'] = 'external';
  const type = columns['type'] ?? before?.['type'];
  if (type === 'separator') columns['link'] = '';
  else if (!link) faults['link'] ??= 'error_required';
  else if ((type === 'internal') !== isPage(link)) faults['link'] ??= 'error_invalid_link';
}
