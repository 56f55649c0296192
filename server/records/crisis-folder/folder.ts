import { letterhead } from '#server/api/files/letterhead.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { loadDuty } from './duty.ts';
import { loadEventTypes, loadTexts } from './event-types.ts';
import type { Folder } from './folder-content.ts';
import { loadTeam } from './team.ts';

/** Loads the current content of the folder. */
export async function loadFolder(ctx: SignedIn): Promise<Folder> {
  const at = new Date();
  const [head, team, duty, eventTypes, texts, locations] = await Promise.all([
    letterhead(ctx.db),
    loadTeam(ctx),
    loadDuty(ctx.db, at),
    loadEventTypes(ctx.db, ctx.viewer.language),
    loadTexts(ctx.db, ctx.viewer.language),
    ctx.db
      .selectFrom('locations')
      .select(({ fn, val }) => [
        'name',
        fn.coalesce('address', val('')).as('address'),
        fn.coalesce('description', val('')).as('description'),
      ])
      .where('isActive', '=', true)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  ]);
  return { ...head, language: ctx.viewer.language, at, team, duty, eventTypes, texts, locations };
}
