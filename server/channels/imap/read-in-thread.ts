import { createThread, ThreadFailed } from '#server/platform/threads/thread.ts';
import type { Brought } from './read-mail.ts';

/** What the thread is asked. */
export interface MailQuestion {
  raw: Uint8Array;
  at: Date;
}

/** What the thread answers: what the mail brought, or the name of the error that reading it ended with. */
export type MailAnswer = { brought: Brought } | { unreadable: string };

// all mailboxes of this process share one: mails are few, and each is read in milliseconds
const reader = createThread<MailQuestion, MailAnswer>(new URL('./mail-thread.ts', import.meta.url), {
  longestMs: 2_000,
  mostMegabytes: 256,
  idleMs: 60_000,
});

/** What came of reading a mail: what it brought; `unreadable`: it makes no sense; `stalled`: its reader had to be ended. */
type MailOutcome = { brought: Brought } | { unreadable: string } | { stalled: string };

/** Reads a mail as `readMail` does, in a thread that is ended after two seconds: anybody can write to a reply address. */
export async function readMailInThread(raw: Buffer, at: Date): Promise<MailOutcome> {
  try {
    return await reader.ask({ raw, at });
  } catch (error) {
    if (error instanceof ThreadFailed) return { stalled: error.reason };
    throw error;
  }
}
