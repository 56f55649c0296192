import type { Letterhead } from '#server/api/files/letterhead.ts';

/** In the reader's dialing format, with its label. */
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
  /** When printed; `until` is null if open. Null if present. */
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

/** The disaster cards of the manual as plain texts. */
export interface DisasterCards {
  title: string;
  /** The places to fill in by hand. */
  places: readonly string[];
  intro: readonly string[];
  cards: readonly { title: string; steps: readonly { text: string; expected: string }[] }[];
}

/** The printed content for paper-only operation, in one language. */
export interface Folder extends Letterhead {
  language: string;
  at: Date;
  /** By group in call order, others last. */
  team: { group: string; people: FolderPerson[] }[];
  duty: { days: number; groups: { name: string; turns: { from: Date; until: Date; person: string }[] }[] };
  eventTypes: FolderEventType[];
  /** Texts for all event types, and texts without an assignment. */
  texts: { forAll: FolderText[]; others: FolderText[] };
  locations: { name: string; address: string; description: string }[];
}
