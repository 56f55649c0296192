import type { Row } from '#server/api/graphql/types.ts';

/** An answer as it comes in. */
export interface NewAnswer {
  recipientId: number;
  /** The report that the recipient is asked in, where it is known. */
  reportId?: number;
  /** Code of the option, whatever its case; null when the reply matched none and only its text is kept. */
  option: string | null;
  minutes?: number | null | undefined;
  text?: string | null | undefined;
  /** When it was given, where that is not now: of a remark, when the answer was that it belongs to. */
  at?: Date;
  /** `link`, `exercise`, `operator`, or the type of the channel it came back over. */
  source: string;
  /** The operator who recorded it. */
  by?: number | null;
  /** Marks one submission: the same for the same recipient again changes nothing. */
  requestHash?: Buffer | null;
  /** The reply that says it, with all its words. */
  reply?: { id: number; words: string };
}

/** An answer whose text fits, with the API key it came with. */
export interface GivenAnswer extends NewAnswer {
  text: string | null;
  apiKey: string | undefined;
}

/** Who was asked. */
export interface Asked {
  recipientId: number;
  personId: number | null;
  eventId: number;
  late: boolean;
}

/** An answer that can be recorded. */
export interface CheckedAnswer extends Asked {
  given: GivenAnswer;
  option: NamedOption | null;
  minutes: number | null;
  /** Minutes after which somebody who comes in so many is overdue; null when they did not say. */
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
