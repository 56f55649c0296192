import type { Faults, Saving } from '#server/administration/saving.ts';
import { linkStandsAlone } from '#server/channels/system-mails/link-place.ts';
import { placeholdersOf, requiredPlaceholders } from '#server/channels/system-mails/samples.ts';
import { placeholdersIn } from '#shared/placeholders.ts';

/** Accepts only placeholders that the mail has; a required link must be unaltered. The program sends no mail of another name. */
export function checkSystemMail({ before }: Saving, columns: Record<string, unknown>, faults: Faults): void {
  const identifier = String(columns['identifier'] ?? before?.['identifier'] ?? '');
  const known = placeholdersOf(identifier);
  for (const name of ['subject', 'content']) {
    const text = columns[name];
    if (typeof text !== 'string') continue;
    const used = placeholdersIn(text);
    if (used.some((placeholder) => !known.includes(placeholder))) faults[name] ??= 'error_unknown_placeholder';
    if (name === 'content' && requiredPlaceholders(identifier).some((placeholder) => !used.includes(placeholder)))
      faults[name] ??= 'error_missing_link';
    if (!linkStandsAlone({ subject: '', content: '', [name]: text })) faults[name] ??= 'error_link_place';
  }
}
