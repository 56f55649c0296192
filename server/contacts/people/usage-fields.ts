import { nestedCost } from '#server/contacts/nested-cost.ts';
import { can } from '#server/context.ts';
import { builder } from '#server/graphql/builder.ts';
import { connectionOf, pageArgs } from '#server/graphql/connection.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { MailingListRef, MessageRecipientRef, PersonRef } from '#server/graphql/types.ts';
import { exportPerson } from './export.ts';
import { listMailingListsOf, listMessagesTo } from './queries.ts';

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
    resolve: (person, args, ctx) => listMailingListsOf(ctx, person.id, args),
  }),
  messageRecipients: t.field({
    type: connectionOf(MessageRecipientRef),
    description: 'Messages to the person, the newest first; each says how it arrived and what was answered.',
    args: pageArgs(t.arg),
    complexity: nestedCost(20),
    resolve: (person, args, ctx) => listMessagesTo(ctx, person.id, args),
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
