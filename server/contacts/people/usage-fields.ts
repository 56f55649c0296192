import { sql } from 'kysely';
import { nestedCost } from '#server/contacts/nested-cost.ts';
import { can } from '#server/context.ts';
import { builder } from '#server/graphql/builder.ts';
import { connectionOf, pageArgs } from '#server/graphql/connection.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { nestedPage } from '#server/graphql/page.ts';
import { MailingListRef, MessageRecipientRef, PersonRef, type Row } from '#server/graphql/types.ts';
import { exportPerson } from './export.ts';

builder.objectFields(PersonRef, (t) => ({
  version: t.exposeInt('version', { description: 'Grows with every change that another could overwrite.' }),
  optedOut: t.exposeBoolean('optedOut', {
    description: 'Whether the person wants no messages; alarms still reach members of the crisis team.',
  }),
  isErased: t.boolean({
    description: 'Whether everything personal was removed for good.',
    resolve: (person) => person.erasedAt !== null,
  }),
  deletionRequestedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the person asked for the data to be erased; only for those who edit contacts.',
    resolve: (person, _args, ctx) => (can(ctx, 'edit_contact') ? person.deletionRequestedAt : null),
  }),
  mailingLists: t.field({
    type: connectionOf(MailingListRef),
    description: 'The active mailing lists the person stands on directly, by name.',
    args: pageArgs(t.arg),
    complexity: nestedCost(5),
    resolve: (person, args, ctx) =>
      nestedPage<Row<'mailingLists'>>(
        ctx,
        'person.mailingLists',
        person.id,
        args,
        (id) => sql`
          select l.* from mailing_list_people p join mailing_lists l on l.id = p.mailing_list_id and l.is_active
          where p.person_id = ${id}`,
        [{ key: 'name', text: true }, { key: 'id' }],
      ),
  }),
  messageRecipients: t.field({
    type: connectionOf(MessageRecipientRef),
    description: 'Messages to the person, the newest first; each says how it arrived and what was answered.',
    args: pageArgs(t.arg),
    complexity: nestedCost(20),
    resolve: (person, args, ctx) =>
      nestedPage<Row<'messageRecipients'>>(
        ctx,
        'person.messageRecipients',
        person.id,
        args,
        (id) => sql`
          select r.* from message_recipients r join messages m on m.id = r.message_id and m.is_active
          join reports p on p.id = r.report_id and p.is_active join events e on e.id = p.event_id and e.is_active
          where r.person_id = ${id} and not r.superseded`,
        [{ key: 'id', direction: 'desc' }],
      ),
  }),
}));

builder.queryField('exportPerson', (t) =>
  t.field({
    type: 'JSON',
    description: 'Everything stored about a person, to be handed to them: data, memberships, messages and answers.',
    authScopes: { feature: 'edit_contact' },
    args: { id: t.arg.id({ required: true, description: 'The person.' }) },
    resolve: (_parent, { id }, ctx) => exportPerson(ctx, numberOf('people', id)),
  }),
);
