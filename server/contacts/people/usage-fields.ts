import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs } from '#server/api/graphql/connection.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelTypeRef, MailingListRef, MessageRecipientRef, PersonRef, type Row } from '#server/api/graphql/types.ts';
import { nestedCost } from '#server/contacts/nested-cost.ts';
import { can } from '#server/platform/context.ts';
import { exportPerson } from './export.ts';
import { listOptOuts, setOptOut } from './opt-outs.ts';
import { listMailingListsOf, listMessagesTo } from './queries.ts';

const ChannelOptOut = builder.objectRef<Row<'optOuts'>>('ChannelOptOut').implement({
  description: 'A person’s opt-out of information over a channel type.',
  fields: (t) => ({
    channelType: t.field({
      type: ChannelTypeRef,
      description: 'The type of channel.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'channelTypes', row.channelTypeId))!,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'The time of the opt-out.' }),
    way: t.exposeString('way', {
      description:
        'The way of the opt-out: reply (written over the channel), link (the person’s own page), one_click (the ' +
        'button of a mail program) or operator.',
    }),
  }),
});

builder.mutationField('setChannelOptOut', (t) =>
  t.field({
    type: PersonRef,
    description: 'Records that a person wants no information over a channel type, or wants it again.',
    authScopes: { feature: 'edit_contact' },
    args: {
      person: t.arg.id({ required: true, description: 'The person.' }),
      channelType: t.arg.id({ required: true, description: 'The type of channel.' }),
      optedOut: t.arg.boolean({ required: true, description: 'Whether the person opts out.' }),
    },
    resolve: (_parent, { person, channelType, optedOut }, ctx) =>
      setOptOut(ctx, numberOf('people', person), numberOf('channel_types', channelType), optedOut),
  }),
);

builder.objectFields(PersonRef, (t) => ({
  version: t.exposeInt('version', { description: 'Increases with every change that another user could overwrite.' }),
  optedOut: t.exposeBoolean('optedOut', {
    description: 'Whether the person wants no messages. Alarms still reach members of the crisis team.',
  }),
  optOuts: t.field({
    type: [ChannelOptOut],
    description: 'Channel types over which the person wants no information. Alarms are still sent.',
    resolve: (person, _args, ctx) => listOptOuts(ctx, person.id),
  }),
  isErased: t.boolean({
    description: 'Whether all personal data was permanently removed.',
    resolve: (person) => person.erasedAt !== null,
  }),
  deletionRequestedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the person requested the deletion of the data; only for users who edit contacts.',
    resolve: (person, _args, ctx) => (can(ctx, 'edit_contact') ? person.deletionRequestedAt : null),
  }),
  mailingLists: t.field({
    type: connectionOf(MailingListRef),
    description: 'The active mailing lists that contain the person directly, by name.',
    args: pageArgs(t.arg),
    complexity: nestedCost(5),
    resolve: (person, args, ctx) => listMailingListsOf(ctx, person.id, args),
  }),
  messageRecipients: t.field({
    type: connectionOf(MessageRecipientRef),
    description: 'Messages to the person, the newest first, each with its delivery and answer.',
    args: pageArgs(t.arg),
    complexity: nestedCost(20),
    resolve: (person, args, ctx) => listMessagesTo(ctx, person.id, args),
  }),
}));

builder.queryField('exportPerson', (t) =>
  t.field({
    type: 'JSON',
    description: 'All stored data about a person, to hand to them: data, memberships, messages and answers.',
    authScopes: { feature: 'edit_contact' },
    args: { id: t.arg.id({ required: true, description: 'The person.' }) },
    resolve: (_parent, { id }, ctx) => exportPerson(ctx, numberOf('people', id)),
  }),
);
