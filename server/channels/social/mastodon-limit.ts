import { sql } from 'kysely';
import { memberOf } from '#server/channels/http/json-api.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { mapLinks } from '#shared/web-links.ts';
import { graphemes, type PostLimit } from './thread.ts';

interface Rules {
  characters: number;
  charactersPerUrl: number;
}

/** Returns a server's limits, or the usual ones. */
export function rulesIn(instance: unknown): Rules {
  const statuses = memberOf(instance, 'configuration', 'statuses');
  return {
    characters: Number(memberOf(statuses, 'max_characters')) || 500,
    charactersPerUrl: Number(memberOf(statuses, 'characters_reserved_per_url')) || 23,
  };
}

/** Returns a post's limit; addresses have a fixed length. */
export function limitOf({ characters, charactersPerUrl }: Rules): PostLimit {
  const url = 'x'.repeat(charactersPerUrl);
  return { limit: characters, length: (text) => graphemes(mapLinks(text, () => url)) };
}

/** Stores a server's limits, because previews must not contact it. */
export async function keepRules(db: Db, server: string, { characters, charactersPerUrl }: Rules): Promise<void> {
  await sql`
    insert into mastodon_servers as known (server, characters, characters_per_url)
    values (${server}, ${characters}, ${charactersPerUrl})
    on conflict (server) do update set characters = excluded.characters, characters_per_url = excluded.characters_per_url
    where (known.characters, known.characters_per_url) <> (excluded.characters, excluded.characters_per_url)`.execute(
    db,
  );
}

/** Returns a post's limit by the stored limits. */
export async function lastLimitOf(db: Db, server: string): Promise<PostLimit> {
  const rules = await db
    .selectFrom('mastodonServers')
    .select(['characters', 'charactersPerUrl'])
    .where('server', '=', server)
    .executeTakeFirst();
  return limitOf(rules ?? rulesIn(null));
}
