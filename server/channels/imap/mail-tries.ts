import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';

export interface MailFolder {
  channelId: number;
  name: string;
  uidValidity: bigint;
}

/** Notes of mails being read: a mail that crashes its process leaves one. */
export interface MailTries {
  /**
   * Records that a mail is about to be read. `busy`: another process reads it, or crashed recently. `set-aside`: don't
   * read it again; `isNew` the first time.
   */
  begin(folder: MailFolder, uid: number): Promise<{ state: 'read' | 'busy' | 'set-aside'; isNew: boolean }>;
  /** Forgets read or removed mails. */
  end(folder: MailFolder, uids: readonly number[]): Promise<void>;
  /** Sets a mail aside at once. */
  setAside(folder: MailFolder, uid: number): Promise<void>;
  /** The folder's mails that are set aside; forgets the channel's other folders. */
  asideIn(folder: MailFolder): Promise<number[]>;
}

/** The attempt that sets a mail aside. */
const lastTry = 3;
// longer than reading and storing take
const busySeconds = 15;

/** Keeps the notes in the database for all processes. */
export function storedTries(db: Db): MailTries {
  const mailboxOf = ({ name, uidValidity }: MailFolder) => `${name} ${uidValidity}`;
  return {
    async begin(folder, uid) {
      const { rows } = await sql<{ isAside: boolean }>`
        insert into mail_tries as t (channel_id, mailbox, uid) values (${folder.channelId}, ${mailboxOf(folder)}, ${uid})
        on conflict (channel_id, mailbox, uid) do update set tries = t.tries + 1, tried_at = clock_timestamp(),
          set_aside_at = case when t.tries + 1 >= ${lastTry} then clock_timestamp() end
        where t.set_aside_at is null and t.tried_at < clock_timestamp() - make_interval(secs => ${busySeconds})
        returning set_aside_at is not null as is_aside`.execute(db);
      const [row] = rows;
      if (row) return { state: row.isAside ? 'set-aside' : 'read', isNew: row.isAside };
      const known = (await this.asideIn(folder)).includes(uid);
      return { state: known ? 'set-aside' : 'busy', isNew: false };
    },
    async end(folder, uids) {
      await db
        .deleteFrom('mailTries')
        .where('channelId', '=', folder.channelId)
        .where('mailbox', '=', mailboxOf(folder))
        .where('uid', 'in', [...uids])
        .execute();
    },
    async setAside(folder, uid) {
      await sql`
        insert into mail_tries (channel_id, mailbox, uid, set_aside_at)
        values (${folder.channelId}, ${mailboxOf(folder)}, ${uid}, clock_timestamp())
        on conflict (channel_id, mailbox, uid) do update set set_aside_at = clock_timestamp()`.execute(db);
    },
    async asideIn(folder) {
      await db
        .deleteFrom('mailTries')
        .where('channelId', '=', folder.channelId)
        .where('mailbox', '<>', mailboxOf(folder))
        .execute();
      const rows = await db
        .selectFrom('mailTries')
        .select('uid')
        .where('channelId', '=', folder.channelId)
        .where('mailbox', '=', mailboxOf(folder))
        .where('setAsideAt', 'is not', null)
        .execute();
      return rows.map(({ uid }) => Number(uid));
    },
  };
}
