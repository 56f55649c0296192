import type { StopLimitState } from '#server/alerting/progress/goal.ts';
import type { PeopleFigures } from '#server/alerting/progress/people-figures.ts';
import type { PersonAccess } from '#server/api/by-person/access.ts';
import type { Row } from '#server/api/graphql/types.ts';

/** When the first, half and all asked people had answered; null until then. */
export interface AnswerTimes {
  firstAt: Date | null;
  halfAt: Date | null;
  allAt: Date | null;
}

/** Outcome of a report that asked for answers. */
export interface AlarmOutcome extends AnswerTimes, PeopleFigures {
  reportId: number;
  title: string;
  /** When a provider accepted the first message; null if none did. */
  sentAt: Date | null;
}

/** Messages and answers of one channel. */
export interface ChannelOutcome {
  channelId: number;
  name: string;
  nameEn: string | null;
  /** Identifier of the channel type. */
  type: string;
  /** Recipients of sent and pending messages: `handedOver` + `failed` + `open`. */
  messages: number;
  handedOver: number;
  /** Messages with a receipt. */
  delivered: number;
  failed: number;
  /** Recipients without an attempt: no address, opted out, or absent. */
  suppressed: number;
  open: number;
  answers: number;
}

/** Answers of a group, by its current members. */
export interface GroupOutcome {
  groupId: number;
  name: string;
  /** Asked people: `positive` + `negative` + `neutral` + `none`. */
  people: number;
  /** People with a receipt or an answer. */
  reached: number;
  positive: number;
  negative: number;
  neutral: number;
  none: number;
  arrived: number;
}

/** Outcome of a stop limit. */
export interface LimitOutcome {
  reportId: number;
  group: string;
  list: string;
  needed: number;
  reached: number;
  contacted: number;
  state: StopLimitState;
  begunAt: Date;
  /** When the limit was reached or given up; null while it is active. */
  endedAt: Date | null;
}

/** Arrived, not needed, or neither. */
export type CameState = 'arrived' | 'not_needed' | 'missing';

/** A person who said yes or arrived. */
export interface Came {
  personId: number;
  firstName: string;
  lastName: string;
  /** The stop-limit groups that selected the person. */
  functions: string | null;
  answeredAt: Date | null;
  expectedAt: Date | null;
  arrivedAt: Date | null;
  state: CameState;
}

/** Number of people per arrival state. */
export interface CameCounts {
  arrived: number;
  notNeeded: number;
  missing: number;
}

/** People who answered, said yes, and arrived by a time. */
export interface CoursePoint {
  at: Date;
  answered: number;
  coming: number;
  arrived: number;
}

/** A log entry of the event. */
export type TimelineEntry = Row<'logEntries'> & {
  /** Time of the occurrence that the corrected entry describes. */
  correctsAt: Date | null;
  isCorrected: boolean;
};

/** After-action data of an event. */
export interface AfterAction {
  event: Row<'events'>;
  /** Whether the viewer sees single people and their times. */
  access: PersonAccess;
  /** Oldest first. */
  alarms: AlarmOutcome[];
  /** All alarms together; each person counts once. */
  reach: PeopleFigures;
  channels: ChannelOutcome[];
  /** Largest first. */
  groups: GroupOutcome[];
  limits: LimitOutcome[];
  counts: CameCounts;
  /** In order of arrival; people who didn't arrive come last. */
  people: Came[];
  course: CoursePoint[];
  /** Log entries in chronological order, without single answers and arrivals. */
  timeline: TimelineEntry[];
  /** Number of log entries that are omitted here. */
  moreTimeline: number;
}

/** Maximum number of rows on screen; files contain everyone. */
export const mostShown = { people: 200, groups: 200, timeline: 200, points: 60 } as const;
