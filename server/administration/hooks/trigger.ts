import type { Faults, Saving } from '#server/administration/saving.ts';
import { normalizeSenders } from '#server/alerting/triggers/find.ts';
import { defaultCountry } from '#server/api/contact-input.ts';
import { isKeyword } from '#shared/trigger-words.ts';

/** Requires a keyword that isn't an answer, and valid senders. */
export async function checkTrigger({ tx }: Saving, columns: Record<string, unknown>, faults: Faults): Promise<void> {
  if (typeof columns['identifier'] === 'string') {
    columns['identifier'] = columns['identifier'].toLowerCase();
    if (!isKeyword(String(columns['identifier']))) faults['identifier'] ??= 'error_trigger_keyword';
  }
  if (typeof columns['senders'] === 'string') {
    const senders = normalizeSenders(columns['senders'], await defaultCountry(tx));
    if (senders === null) faults['senders'] ??= 'error_trigger_senders';
    columns['senders'] = senders;
  }
}
