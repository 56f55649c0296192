import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { type Colour, colours, type DrawingName, draw } from '#shared/drawings.ts';

/** One picture in one colour. */
export interface IconWish {
  drawing: DrawingName;
  colour: Colour;
}

/** Adds a picture to a row. */
export const withIcon = (drawing: DrawingName, colour: IconWish['colour'] = 'grey'): { icon: IconWish } => ({
  icon: { drawing, colour },
});

/** Adds pictures for light and coloured backgrounds. */
export const onBoth = (
  drawing: DrawingName,
  colour: IconWish['colour'] = 'grey',
  onColour: IconWish['colour'] = 'white',
): Record<'icon' | 'whiteIcon', IconWish> => ({
  ...withIcon(drawing, colour),
  whiteIcon: { drawing, colour: onColour },
});

/** Stores pictures as files; returns their ids in order. */
export async function insertIcons(tx: Tx, wishes: readonly IconWish[]): Promise<number[]> {
  if (!wishes.length) return [];
  const contents = wishes.map(({ drawing, colour }) => Buffer.from(draw(drawing, colours[colour])));
  const { rows } = await sql<{ id: number }>`
    insert into files (key, name, mime_type, size, sha256, content)
    select key, name || '.svg', 'image/svg+xml', length(content), sha256, content
    from unnest(${contents.map(() => randomBytes(16).toString('base64url'))}::text[],
      ${wishes.map(({ drawing }) => drawing)}::text[], ${contents.map(sha256)}::bytea[], ${contents}::bytea[])
      with ordinality as f (key, name, sha256, content, place) order by place
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
