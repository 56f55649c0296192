import type { Tx } from '#server/platform/database/connect.ts';
import { systemMailTexts } from './texts.ts';

/** Adds missing texts; changes stay. */
export async function seedSystemMails(tx: Tx): Promise<void> {
  const rows = Object.entries(systemMailTexts).flatMap(([language, texts]) =>
    Object.entries(texts).map(([identifier, text]) => ({ identifier, language, ...text })),
  );
  await tx
    .insertInto('systemMails')
    .values(rows)
    .onConflict((c) => c.columns(['identifier', 'language']).doNothing())
    .execute();
}
