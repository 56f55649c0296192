import type { Db, Tx } from '#server/database/connect.ts';
import { readNumber, readSettings } from '#server/settings/settings.ts';
import { addressFields } from '#shared/addresses.ts';
import { hasRecipients, isActivation, isMeasured, type MessageRow } from './message-rows.ts';
import { loadChoices, loadDirectory } from './recipients.ts';
import { type Resolution, resolve } from './resolution.ts';

/** Messages with who gets them, by message; those that publish instead of addressing people are missing. */
export type Resolutions = Map<number, Resolution>;

/** Resolves what the authors of these messages chose; the number of statements does not depend on how much that is. */
export async function resolveMessages(db: Db | Tx, messages: readonly MessageRow[]): Promise<Resolutions> {
  const addressing = messages.filter(hasRecipients);
  const choices = await loadChoices(
    db,
    addressing.map((message) => message.id),
  );
  const fieldTypes = new Set(addressing.flatMap((message) => addressFields[message.channelType] ?? []));
  const directory = await loadDirectory(db, [...choices.values()], [...fieldTypes]);
  const { default_country: country = 'DE' } = await readSettings(db, 'default_country');
  const waitMinutes = Math.max(1, Math.round(await readNumber(db, 'answer_wait_minutes', 5)));
  return new Map(
    addressing.map((message) => {
      const { channelType } = message;
      const rules = { channelType, country, waitMinutes, alarm: isActivation(message), measured: isMeasured(message) };
      return [message.id, resolve(directory, choices.get(message.id)!, rules)];
    }),
  );
}
