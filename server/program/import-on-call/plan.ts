/** A person of the other program. */
export interface DutyPerson {
  name: string;
  /** Empty without a valid address. */
  email: string;
}

/** A time on duty, of the final schedule with its exceptions. */
export interface OnCallShift {
  person: DutyPerson;
  from: Date;
  until: Date;
}

/** A schedule, which becomes a group with a roster. */
interface DutySchedule {
  name: string;
  duties: OnCallShift[];
}

/** An escalation chain with its steps in words. */
interface EscalationChain {
  name: string;
  steps: string[];
}

/** The content of an export. */
export interface OnCallExport {
  program: 'Grafana OnCall' | 'GoAlert' | 'Opsgenie';
  people: DutyPerson[];
  schedules: DutySchedule[];
  chains: EscalationChain[];
  /** Losses, in sentences. */
  leftOut: string[];
}

/** A file's name without extension, and its content. */
export interface ExportFile {
  name: string;
  content: unknown;
}

/** Returns the words for a number of minutes. */
export const minutesText = (minutes: number): string => `wait ${minutes} minute${minutes === 1 ? '' : 's'}`;

/** Returns a text without line breaks and control characters. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}/gu, ' ');
