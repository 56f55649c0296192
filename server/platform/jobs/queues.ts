import type { SystemMailJob } from './system-mail.ts';

/** The data of background jobs by queue: addresses and ids, never tokens or passwords. */
export interface JobData {
  system_mail: SystemMailJob;
  password_reset: { email: string };
  /** Mails a situation report to one person, given by the row. */
  situation_report_mail: { mailId: number };
  wish_confirmation: { channelId: number; address: string; person: number; wish: 'opt_out' | 'opt_in' };
  /** Replies to a trigger's caller with the result, over their way. */
  trigger_answer: { call: number };
  /** Notifies a person on duty of incoming items that no one took. */
  incoming_notice: { items: number[]; person: number; channel: number; to: string };
  /** Notifies the next people on duty. */
  incoming_due: Record<string, never>;
  /** Asks a person to confirm that a way reaches them. */
  way_check: { check: number };
  /** Reads signs of life, and starts requests and self-tests that are due. */
  ways_due: Record<string, never>;
  /** Deletes expired data. */
  purge: Record<string, never>;
  seal: Record<string, never>;
  /** Does in one job what is due every minute, because each scheduled queue costs several statements. */
  minute: Record<string, never>;
  /** Checks the month's budget and notifies administrators. */
  budget: Record<string, never>;
  situation_reports_due: Record<string, never>;
  turnouts: Record<string, never>;
  /** Reminds of deadlines and of overdue tasks. */
  duties_due: Record<string, never>;
  duty_push: DutyPush;
  /** Applies or undoes a checked upload of contacts. */
  upload: { upload: number };
  /** Starts the directories that are due. */
  directories_due: Record<string, never>;
  /** Runs a directory by its schedule. */
  directory_sync: { directory: number };
}

/** A push notification of a duty; `to` refers to devices. */
export interface DutyPush {
  duty: { deadline: number; dueAt: string } | { task: number };
  channel: number;
  to: string;
  language: string;
}

/** Name of a queue. */
export type Queue = keyof JobData;

/** The retries of each queue (seconds); pg-boss stores this with the queue. */
export const queues = {
  system_mail: { retryLimit: 12, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600, deleteAfterSeconds: 3600 },
  password_reset: { retryLimit: 5, retryDelay: 10, retryBackoff: true, deleteAfterSeconds: 60 },
  situation_report_mail: { retryLimit: 12, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600 },
  wish_confirmation: { retryLimit: 5, retryDelay: 15, retryBackoff: true, deleteAfterSeconds: 60 },
  trigger_answer: { retryLimit: 5, retryDelay: 2, retryBackoff: true, retryDelayMax: 60 },
  incoming_notice: { retryLimit: 5, retryDelay: 5, retryBackoff: true, retryDelayMax: 60, deleteAfterSeconds: 3600 },
  incoming_due: { retryLimit: 0, deleteAfterSeconds: 60 },
  way_check: { retryLimit: 8, retryDelay: 60, retryBackoff: true, retryDelayMax: 3600, deleteAfterSeconds: 3600 },
  ways_due: { retryLimit: 0, deleteAfterSeconds: 60 },
  purge: { retryLimit: 2, retryDelay: 60 },
  seal: { retryLimit: 0, deleteAfterSeconds: 60 },
  minute: { retryLimit: 0, deleteAfterSeconds: 60, retentionSeconds: 600 },
  budget: { retryLimit: 0, deleteAfterSeconds: 60 },
  situation_reports_due: { retryLimit: 0, deleteAfterSeconds: 60 },
  turnouts: { retryLimit: 0, deleteAfterSeconds: 60 },
  duties_due: { retryLimit: 0, deleteAfterSeconds: 60 },
  duty_push: { retryLimit: 5, retryDelay: 5, retryBackoff: true, retryDelayMax: 60, deleteAfterSeconds: 3600 },
  upload: { retryLimit: 3, retryDelay: 10, expireInSeconds: 600 },
  directories_due: { retryLimit: 0, deleteAfterSeconds: 60 },
  directory_sync: { retryLimit: 5, retryDelay: 60, expireInSeconds: 1800 },
} as const satisfies Record<Queue, object>;

/** A queue whose jobs repeat. */
export interface Schedule {
  queue: Queue;
  /** Minutes between two jobs. */
  every: number;
  /** Minutes by which the first job of a day (UTC) is later than midnight; less than `every`. */
  at: number;
}

/** The queues whose jobs repeat. */
export const schedules: readonly Schedule[] = [
  { queue: 'purge', every: 1440, at: 137 },
  { queue: 'seal', every: 10, at: 0 },
  { queue: 'minute', every: 1, at: 0 },
  { queue: 'ways_due', every: 10, at: 4 },
  { queue: 'turnouts', every: 5, at: 0 },
];
