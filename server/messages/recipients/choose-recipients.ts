import { sql } from 'kysely';
import { type Context, can } from '#server/context.ts';
import { Refusal } from '#server/errors.ts';
import { requireActive } from '#server/input.ts';
import { onDraft } from '#server/messages/edit.ts';
import { isActivation, type MessageRow } from '#server/messages/message-rows.ts';

/** The new choice; a kind that is absent stays as it is. */
export interface NewChoice {
  lists?: number[] | undefined;
  groups?: number[] | undefined;
  people?: number[] | undefined;
}

const tables = {
  lists: { table: 'message_lists', column: 'mailing_list_id', of: 'mailingLists' },
  groups: { table: 'message_groups', column: 'group_id', of: 'groups' },
  people: { table: 'message_people', column: 'person_id', of: 'people' },
} as const;

type Kind = keyof typeof tables;
const kinds = Object.keys(tables) as Kind[];

/**
 * Chooses who a draft goes to, in the given order; refuses unknown and switched-off lists, groups and people. What
 * follows another report goes to those who got that one, and to nobody else.
 */
export async function setMessageRecipients(ctx: Context, id: number, choice: NewChoice): Promise<number> {
  const may = (message: MessageRow) =>
    can(ctx, 'add_message_recipients') || (!isActivation(message) && can(ctx, 'send_message'));
  await onDraft(ctx, id, may, async (tx, message) => {
    if (message.isFollowUp) throw new Refusal('error_follow_up_recipients');
    for (const kind of kinds) {
      const ids = choice[kind];
      if (!ids) continue;
      const { table, column, of } = tables[kind];
      await requireActive(tx, of, kind, ids);
      await sql`delete from ${sql.table(table)} where message_id = ${id}`.execute(tx);
      await sql`
        insert into ${sql.table(table)} (message_id, ${sql.ref(column)}, sort_order)
        select ${id}, chosen, place from unnest(${ids}::int[]) with ordinality as x (chosen, place)`.execute(tx);
    }
  });
  return id;
}
