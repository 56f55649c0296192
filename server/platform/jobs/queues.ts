import type { SystemMailJob } from './system-mail.ts';

/** The background jobs by queue, with what each carries; addresses and ids, never tokens or passwords. */
export interface JobData {
  /** Writes one system mail and hands it over. */
  system_mail: SystemMailJob;
  /** Looks whether the address belongs to a user and mails the link; asked for by signed-out visitors. */
  password_reset: { email: string };
  /** Mails a situation report to one person; the row says to whom. */
  situation_report_mail: { mailId: number };
  /** Confirms over the channel that somebody gets no more information there, or gets it again. */
  wish_confirmation: { channelId: number; address: string; person: number; wish: 'opt_out' | 'opt_in' };
  /** Tells whoever wanted to start an alarm what became of it, on the way they came. */
  trigger_answer: { call: number };
  /** Removes what has expired: sessions, tokens, throttling, registrations nobody confirmed, deleted events after their retention. */
  purge: Record<string, never>;
  /** Seals the ends of the logs that have grown. */
  seal: Record<string, never>;
  /** Looks whether the month's messages used up their budget, and tells administrators. */
  budget: Record<string, never>;
  /** Reminds those who write situation reports that the next one is due. */
  situation_reports_due: Record<string, never>;
  /** Counts how many came of alarms that are over. */
  turnouts: Record<string, never>;
  /** Does what a checked upload of contacts showed, or takes it back. */
  upload: { upload: number };
}

/** Name of a queue. */
export type Queue = keyof JobData;

/** How each queue retries (seconds); pg-boss stores this with the queue. */
export const queues = {
  system_mail: { retryLimit: 12, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600, deleteAfterSeconds: 3600 },
  password_reset: { retryLimit: 5, retryDelay: 10, retryBackoff: true, deleteAfterSeconds: 60 },
  situation_report_mail: { retryLimit: 12, retryDelay: 15, retryBackoff: true, retryDelayMax: 3600 },
  wish_confirmation: { retryLimit: 5, retryDelay: 15, retryBackoff: true, deleteAfterSeconds: 60 },
  trigger_answer: { retryLimit: 5, retryDelay: 2, retryBackoff: true, retryDelayMax: 60 },
  purge: { retryLimit: 2, retryDelay: 60 },
  seal: { retryLimit: 0, deleteAfterSeconds: 60 },
  budget: { retryLimit: 0, deleteAfterSeconds: 60 },
  situation_reports_due: { retryLimit: 0, deleteAfterSeconds: 60 },
  turnouts: { retryLimit: 0, deleteAfterSeconds: 60 },
  upload: { retryLimit: 3, retryDelay: 10, expireInSeconds: 600 },
} as const satisfies Record<Queue, object>;

/** Queues that are filled by the clock (UTC). */
export const schedules: readonly { queue: Queue; cron: string }[] = [
  { queue: 'purge', cron: '17 2 * * *' },
  { queue: 'seal', cron: '*/10 * * * *' },
  { queue: 'budget', cron: '* * * * *' },
  { queue: 'situation_reports_due', cron: '* * * * *' },
  { queue: 'turnouts', cron: '*/5 * * * *' },
];
