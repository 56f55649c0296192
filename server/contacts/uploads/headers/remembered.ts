import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import { limits } from '#shared/limits.ts';
import { headerKey } from './header-key.ts';
import type { ColumnTarget } from './targets.ts';

/** By position: null ignores, undefined is unspecified. */
export type Mapping = (string | null | undefined)[];

/** Returns an irreversible fingerprint of a header. */
export const headerFingerprint = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headers.map(headerKey)))
    .digest('base64url');

/** Returns the last mapping with existing targets, or null. */
export async function rememberedMapping(
  tx: Tx,
  fingerprint: string,
  targets: readonly ColumnTarget[],
): Promise<Mapping | null> {
  const found = await tx
    .updateTable('uploadMappings')
    .set({ usedAt: new Date() })
    .where('fingerprint', '=', fingerprint)
    .returning('targets')
    .executeTakeFirst();
  const known = new Set(targets.map(({ identifier }) => identifier));
  const chosen = found?.targets as (string | null)[] | undefined;
  return chosen?.map((target) => (target === null || known.has(target) ? target : undefined)) ?? null;
}

/** Remembers a mapping; null forgets it. */
export async function rememberMapping(tx: Tx, fingerprint: string, targets: readonly (string | null)[] | null) {
  if (!targets) await sql`delete from upload_mappings where fingerprint = ${fingerprint}`.execute(tx);
  else {
    await sql`
      insert into upload_mappings (fingerprint, targets) values (${fingerprint}, ${targets}::text[])
      on conflict (fingerprint) do update set targets = excluded.targets, used_at = now()`.execute(tx);
  }
}

/** Deletes mappings that no file has used for long. */
export const forgetOldMappings = (tx: Tx) =>
  sql`
    delete from upload_mappings where used_at < now() - make_interval(days => ${limits.csvMappingDays})`.execute(tx);
