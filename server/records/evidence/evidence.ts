import type { PeopleFigures } from '#server/alerting/progress/people-figures.ts';
import type { Responsible } from './responsible.ts';
import type { ShownGroup } from './small-groups.ts';

/** Most alarms in a pack, the newest. */
export const mostTests = 100;
/** Most alarms with figures by group, the newest. */
export const mostGrouped = 20;

/** A mailing list of the plan, and a function on it. */
export interface PlanFunction {
  list: string;
  groupId: number;
  group: string;
  /** Null: everyone is asked. */
  needed: number | null;
  onDuty: boolean;
  /** Distinct people of the group and those below it. */
  members: number;
  /** Active, with a usable address. */
  usable: number;
}

/** A default channel of the plan. */
export interface PlanChannel {
  name: string;
  type: string;
  trouble: string | null;
  lastSuccessAt: Date | null;
}

/** A drill or a real alarm of the plan. */
export interface PlanTest {
  eventId: number;
  reportId: number;
  name: string;
  mode: 'LIVE' | 'EXERCISE' | 'TEST';
  /** The program chose the moment. */
  isUnannounced: boolean;
  /** The launch. */
  at: Date;
  /** Null if works-council mode withholds them. */
  figures: PeopleFigures | null;
  /** Null for older alarms. */
  groups: ShownGroup[] | null;
}

/** Kinds of parts of a plan. */
export type PartKind = 'EventType' | 'Snippet' | 'ReportEventSnippet' | 'ChecklistItem' | 'MailingList' | 'Group';

/** The last recorded change of a part. */
export interface Revision {
  kind: PartKind;
  name: string;
  /** Null if the change log has no entry. */
  at: Date | null;
  by: string | null;
  action: string | null;
}

/** Why a person in the plan can't be alarmed. */
export type LeaverReason = 'inactive' | 'deletion_requested' | 'opted_out' | 'no_address' | 'away';

/** A person in the plan. */
export interface PlanPerson {
  personId: number;
  name: string;
  groups: string;
  leaver: LeaverReason | null;
  /** YYYY-MM of the last drill that reached the person; null if none did. */
  drilledIn: string | null;
}

/** A finding that someone has to resolve. */
export interface Finding {
  key:
    | 'never_tested'
    | 'overdue'
    | 'no_responsible'
    | 'responsible_left'
    | 'no_list'
    | 'no_text'
    | 'no_deputy'
    | 'too_few'
    | 'leavers'
    | 'channel'
    | 'not_drilled';
  /** The affected function, channel or deputy. */
  name: string | null;
  count: number;
}

/** The evidence of an alarm plan: an event type with lists, functions, texts and checklist. */
export interface Evidence {
  eventType: { id: number; name: string };
  asOf: Date;
  timeZone: string;
  responsible: Responsible | null;
  deputy: Responsible | null;
  texts: { name: string; content: string }[];
  lists: string[];
  functions: PlanFunction[];
  channels: PlanChannel[];
  checklist: { name: string; who: string; minutes: number | null }[];
  steps: Record<string, number> | null;
  tests: PlanTest[];
  lastTestAt: Date | null;
  intervalDays: number;
  revisions: Revision[];
  /** Distinct people, and unusable ones by reason. */
  people: number;
  leavers: Partial<Record<LeaverReason, number>>;
  /** Null if withheld by works-council mode. */
  drilled: number | null;
  /** Works-council mode hides which people a drill reached. */
  hidesPersons: boolean;
  /** Null if the reader may not see people. */
  persons: PlanPerson[] | null;
  findings: Finding[];
}
