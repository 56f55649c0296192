import type { StopLimitState } from '#server/alerting/progress/goal.ts';
import type { PeopleFigures } from '#server/alerting/progress/people-figures.ts';
import type { Row } from '#server/api/graphql/types.ts';

/** Moments at which an alarm was answered by the first, by half and by all of those it asked; null while they have not. */
export interface AnswerTimes {
  firstAt: Date | null;
  halfAt: Date | null;
  allAt: Date | null;
}

/** What came of a report that asked for answers. */
export interface AlarmOutcome extends AnswerTimes, PeopleFigures {
  reportId: number;
  title: string;
  /** When its first message was handed to a provider; null when none was. */
  sentAt: Date | null;
}

/** What was sent over a channel, and what came back over it. */
export interface ChannelOutcome {
  channelId: number;
  name: string;
  nameEn: string | null;
  /** Identifier of the channel type. */
  type: string;
  /** Recipients to whom it left or still leaves: `handedOver` + `failed` + `open`. */
  messages: number;
  handedOver: number;
  /** Of those, with a receipt. */
  delivered: number;
  failed: number;
  /** Those for whom it was not tried: no address, not wanted, absent. */
  suppressed: number;
  open: number;
  answers: number;
}

/** How a group was asked and answered, by who belongs to it today. */
export interface GroupOutcome {
  groupId: number;
  name: string;
  /** Asked people; `positive` + `negative` + `neutral` + `none`. */
  people: number;
  /** With a receipt or an answer. */
  reached: number;
  positive: number;
  negative: number;
  neutral: number;
  none: number;
  arrived: number;
}

/** What came of a stop limit. */
export interface LimitOutcome {
  reportId: number;
  group: string;
  list: string;
  needed: number;
  reached: number;
  contacted: number;
  state: StopLimitState;
  begunAt: Date;
  /** When it was filled or given up; null while it runs. */
  endedAt: Date | null;
}

/** Whether somebody who was expected came, was told not to, or neither. */
export type CameState = 'arrived' | 'not_needed' | 'missing';

/** Somebody who said they come, or came without. */
export interface Came {
  personId: number;
  firstName: string;
  lastName: string;
  /** The groups with a stop limit for which they were chosen. */
  functions: string | null;
  answeredAt: Date | null;
  expectedAt: Date | null;
  arrivedAt: Date | null;
  state: CameState;
}

/** How many of them there are. */
export interface CameCounts {
  arrived: number;
  notNeeded: number;
  missing: number;
}

/** How many had answered, said yes and arrived at a moment. */
export interface CoursePoint {
  at: Date;
  answered: number;
  coming: number;
  arrived: number;
}

/** An entry of its log. */
export type TimelineEntry = Row<'logEntries'> & {
  /** When the entry happened that it corrects. */
  correctsAt: Date | null;
  isCorrected: boolean;
};

/** What is known of an event when one looks back at it. */
export interface AfterAction {
  event: Row<'events'>;
  /** Oldest first. */
  alarms: AlarmOutcome[];
  /** Of all alarms together, each person once. */
  reach: PeopleFigures;
  channels: ChannelOutcome[];
  /** The largest first. */
  groups: GroupOutcome[];
  limits: LimitOutcome[];
  counts: CameCounts;
  /** Who came first; those who did not at the end. */
  people: Came[];
  course: CoursePoint[];
  /** What the log says beside single answers and arrivals, in the order in which it happened. */
  timeline: TimelineEntry[];
  /** How many entries of it are left out here. */
  moreTimeline: number;
}

/** As much is shown at once; files hold everybody. */
export const shown = { people: 200, groups: 200, timeline: 200, points: 60 } as const;
