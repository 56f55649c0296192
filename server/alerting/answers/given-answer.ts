import type { Row } from '#server/api/graphql/types.ts';

/** An answer as it comes in. */
export interface NewAnswer {
  recipientId: number;
  /** The report of the question, if known. */
  reportId?: number;
  /** The option's code in any case; null for free text. */
  option: string | null;
  minutes?: number | null | undefined;
  text?: string | null | undefined;
  /** The time, if not now: that of a remark's answer. */
  at?: Date;
  /** `link`, `exercise`, `operator`, or the channel's type. */
  source: string;
  /** The operator who recorded it. */
  by?: number | null;
  /** Identifies one submission; repetitions change nothing. */
  requestHash?: Buffer | null;
  /** The reply with its words. */
  reply?: { id: number; words: string };
}

/** A valid answer, with its API key. */
export interface GivenAnswer extends NewAnswer {
  text: string | null;
  apiKey: string | undefined;
}

/** The asked person. */
export interface QuestionedRecipient {
  recipientId: number;
  personId: number | null;
  eventId: number;
  late: boolean;
}

/** An answer that can be recorded. */
export interface CheckedAnswer extends QuestionedRecipient {
  given: GivenAnswer;
  option: NamedOption | null;
  minutes: number | null;
  /** Minutes after which an announced arrival is overdue; null if unknown. */
  overdue: number | null;
}

/** An option as an answer names it. */
export interface NamedOption {
  id: number;
  code: string;
  label: string;
  labelEn: string | null;
  kind: Row<'answerOptions'>['kind'];
  askMinutes: boolean;
}
