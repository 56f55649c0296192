import type { Client } from '#server/platform/connection/client.ts';
import type { Manifest } from './manifest.ts';

/** Returns the number and a hash of seals. */
export async function readSeals(client: Client, schema: string): Promise<Manifest['seals']> {
  const { rows } = await client.query<Manifest['seals']>(`
    select count(*)::int as count, encode(sha256(convert_to(coalesce(string_agg(
      concat_ws(' ', chain, entries, head, encode(signature, 'hex')), E'\\n' order by chain collate "C"), ''), 'utf8')),
      'hex') as sha256
    from ${client.escapeIdentifier(schema)}.log_seals`);
  return rows[0]!;
}
