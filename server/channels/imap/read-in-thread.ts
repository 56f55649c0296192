import { createThread, ThreadFailed } from '#server/platform/threads/thread.ts';
import type { Brought } from './read-mail.ts';

/** A request to the thread. */
export interface MailQuestion {
  raw: Uint8Array;
  at: Date;
}

export type MailAnswer = { brought: Brought } | { unreadable: string };

// one thread for all mailboxes: mails are few and take milliseconds
const reader = createThread<MailQuestion, MailAnswer>(new URL('./mail-thread.ts', import.meta.url), {
  longestMs: 2_000,
  mostMegabytes: 256,
  idleMs: 60_000,
});

/** A mail's content, `unreadable`, or `stalled` if its reader was stopped. */
type MailOutcome = { brought: Brought } | { unreadable: string } | { stalled: string };

/** Runs `readMail` in a thread with two seconds, because anyone can write to a reply address. */
export async function readMailInThread(raw: Buffer, at: Date): Promise<MailOutcome> {
  try {
    return await reader.ask({ raw, at });
  } catch (error) {
    if (error instanceof ThreadFailed) return { stalled: error.reason };
    throw error;
  }
}
