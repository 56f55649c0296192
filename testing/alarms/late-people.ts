import { sql } from 'kysely';
import { createPerson, createReport } from '#testing/factories.ts';
import { createDraft, settle, statusesOf } from '#testing/messages.ts';
import type { TestClient, TestServer } from '#testing/server.ts';

interface Surroundings {
  /** Without a worker: the test sends and runs the scheduler. */
  server: TestServer;
  manager: TestClient;
  /** The channel of reports that name none. */
  channelId: number;
}

export const sendReportDrafts = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';

export const inOrder = (ids: readonly number[]): number[] => ids.toSorted((x, y) => x - y);

/** Helpers for people who get a message after its follow-up. */
export function latePeople(surroundings: () => Surroundings) {
  const db = () => surroundings().server.app.db;
  return {
    people: async (count: number): Promise<number[]> => {
      const made = await Promise.all(Array.from({ length: count }, () => createPerson(db())));
      return inOrder(made.map(({ id }) => id));
    },
    /** Creates a leaving report that reached no one. */
    async leaving(to: number[], type = 'staff_information', on = surroundings().channelId) {
      const { server, manager } = surroundings();
      const { id, eventId, title, content } = await createReport(db(), { type });
      const message = await createDraft(db(), { reportId: id, channelId: on, people: to, title, content });
      await manager.run(sendReportDrafts, { id: String(id), key: `first-${id}` });
      await settle(server.app);
      return { id, eventId, message: message.id };
    },
    /** Hands a message over to these people now. */
    async hand(message: number, to: readonly number[], status = 'sent'): Promise<void> {
      for (const state of ['sending', status]) {
        await sql`
          update message_recipients set status = ${state}
          where message_id = ${message} and person_id = any(${to})`.execute(db());
      }
    },
    /** Runs the scheduler's check. */
    async look(): Promise<void> {
      await sql`update follow_up_watches set due_at = clock_timestamp() where due_at < 'infinity'`.execute(db());
      await settle(surroundings().server.app);
    },
    told: async (message: number) => Object.keys(await statusesOf(db(), message)).map(Number),
    shown: async (id: number, fields = 'status recipientCount') =>
      (await surroundings().manager.run(`query ($id: ID!) { message(id: $id) { ${fields} } }`, { id: String(id) }))
        .message,
    async watched(message: number): Promise<boolean> {
      const { rows } = await sql`select 1 from follow_up_watches where message_id = ${message}`.execute(db());
      return rows.length > 0;
    },
  };
}
