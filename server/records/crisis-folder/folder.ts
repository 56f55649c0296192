import { type Letterhead, letterhead } from '#server/api/files/letterhead.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { loadDuty } from './duty.ts';
import { loadEventTypes, loadTexts } from './event-types.ts';
import { loadTeam } from './team.ts';

/** A telephone number in the reader's dialing format, with its label. */
export interface FolderPhone {
  kind: string;
  number: string;
}

/** A member of the crisis team. */
export interface FolderPerson {
  name: string;
  role: string;
  phones: FolderPhone[];
  priority: boolean;
  /** Absence at the time of printing; `until` is null if the end is open. Null if the person is present. */
  away: { until: Date | null } | null;
}

/** A prepared text with unresolved placeholders. */
export interface FolderText {
  name: string;
  text: string;
}

/** Prepared content of an event type. */
export interface FolderEventType {
  name: string;
  description: string;
  place: string;
  lists: { name: string; groups: { name: string; needed: number | null; onDuty: boolean }[]; others: boolean }[];
  checklist: { text: string; who: string; minutes: number | null }[];
  texts: FolderText[];
}

/** The printed content for paper-only operation, in one language. */
export interface Folder extends Letterhead {
  language: string;
  at: Date;
  /** The crisis team by group, each in call order; members without a group come last, under an empty group name. */
  team: { group: string; people: FolderPerson[] }[];
  duty: { days: number; groups: { name: string; turns: { from: Date; until: Date; person: string }[] }[] };
  eventTypes: FolderEventType[];
  /** Texts for all event types, and texts without an assignment. */
  texts: { forAll: FolderText[]; others: FolderText[] };
  locations: { name: string; address: string; description: string }[];
}

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
