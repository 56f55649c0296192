import { type Letterhead, letterhead } from '#server/api/files/letterhead.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { loadDuty } from './duty.ts';
import { loadEventTypes, loadTexts } from './event-types.ts';
import { loadTeam } from './team.ts';

/** A number to call, as its reader dials it, with what it is. */
export interface FolderPhone {
  kind: string;
  number: string;
}

/** Somebody of the crisis team. */
export interface FolderPerson {
  name: string;
  role: string;
  phones: FolderPhone[];
  priority: boolean;
  /** Absent when the folder is made: until when, empty until further notice; null who is there. */
  away: { until: Date | null } | null;
}

/** A prepared text, with its placeholders as they are written. */
export interface FolderText {
  name: string;
  text: string;
}

/** What is prepared for a kind of event. */
export interface FolderEventType {
  name: string;
  description: string;
  place: string;
  lists: { name: string; groups: { name: string; needed: number | null; onDuty: boolean }[]; others: boolean }[];
  checklist: { text: string; who: string; minutes: number | null }[];
  texts: FolderText[];
}

/** Everything that is printed for the time in which only paper works, for a reader of one language. */
export interface Folder extends Letterhead {
  language: string;
  at: Date;
  /** The crisis team by group, each in the order it is called; last those without a group, whose name is empty. */
  team: { group: string; people: FolderPerson[] }[];
  duty: { days: number; groups: { name: string; turns: { from: Date; until: Date; person: string }[] }[] };
  eventTypes: FolderEventType[];
  /** Texts for all kinds of events, and those that belong to none. */
  texts: { forAll: FolderText[]; others: FolderText[] };
  locations: { name: string; address: string; description: string }[];
}

/** What the folder holds now. */
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
