import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import {
  ChannelTypeRef,
  GroupRef,
  PersonDataRef,
  PersonDataTypeRef,
  PersonGroupRef,
  PersonRef,
} from '#server/api/graphql/types.ts';
import { rememberSearch } from '#server/api/search/remember.ts';
import { nestedCost } from '#server/contacts/nested-cost.ts';
import { limits } from '#shared/limits.ts';
import { dataShape } from '#shared/person-data.ts';
import { remarksOnStored } from '#shared/phone-number.ts';
import { loadChannelChoices } from './channel-choices.ts';
import { displayOf } from './display.ts';
import { PhoneRemarkEnum } from './phone-fields.ts';
import {
  findPerson,
  findPersonData,
  listMemberships,
  listPeople,
  loadPersonData,
  matchingPeople,
  searchPeople,
} from './queries.ts';

PersonDataRef.implement({
  description: 'One entry of contact data.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (data) => idOf('person_data', data.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    keyField: t.field({
      type: PersonDataTypeRef,
      description: 'The kind of data, e.g. a mobile number.',
      resolve: ({ type }) => type,
    }),
    display: t.string({
      description: "The value formatted for the reader, in the signed-in user's language: phone numbers nationally.",
      resolve: (data) => displayOf(data.type, data, data.place),
    }),
    valueStr: t.exposeString('valueStr', { nullable: true, description: 'The value when it is text.' }),
    valueInt: t.exposeInt('valueInt', { nullable: true, description: 'The value of a number, switch or choice.' }),
    phoneRemarks: t.field({
      type: [PhoneRemarkEnum],
      description: 'Warnings about a telephone number; empty for other data.',
      resolve: ({ type, valueStr }) => {
        const shape = dataShape(type);
        return shape.kind === 'phone' && valueStr ? remarksOnStored(valueStr, shape.mobile) : [];
      },
    }),
  }),
});

PersonRef.implement({
  description: 'A person who can receive messages; not necessarily a user who signs in.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (person) => idOf('people', person.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    name: t.string({
      description: 'First and last name.',
      resolve: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
    }),
    title: t.exposeString('title', { nullable: true, description: 'Title before the name, e.g. "Dr.".' }),
    isActive: t.exposeBoolean('isActive', {
      description: 'Whether the person receives messages. Inactive people stay in history.',
    }),
    isCrisis: t.exposeBoolean('isCrisis', { description: 'Whether the person belongs to the crisis team.' }),
    isEmailSent: t.exposeBoolean('isEmailSent', { description: 'Whether the registration mail was sent.' }),
    sendRegistrationMail: t.exposeBoolean('sendRegistrationMail', {
      description: 'Whether the registration mail is still to be sent.',
    }),
    personData: t.field({
      type: [PersonDataRef],
      complexity: { field: 1, multiplier: 6 },
      description: 'Contact data in the order of its types; private data only for users who edit contacts.',
      args: {
        fieldTypes: t.arg.stringList({ description: 'Only entries of these field types, e.g. phone.' }),
        keyFields: t.arg.idList({ description: 'Only entries of these types.' }),
      },
      resolve: async (person, { fieldTypes, keyFields }, ctx) => {
        const types = keyFields?.map((id) => numberOf('person_data_types', id));
        return (await loadPersonData(ctx, person.id)).filter(
          ({ type }) => (fieldTypes?.includes(type.fieldType) ?? true) && (types?.includes(type.id) ?? true),
        );
      },
    }),
    channelOrder: t.exposeStringList('channelOrder', {
      description:
        'Identifiers of channel types in the order in which the person wants to be alerted; empty for the usual order.',
    }),
    personGroup: t.field({
      type: connectionOf(PersonGroupRef),
      description: 'The active groups the person belongs to.',
      args: pageArgs(t.arg),
      complexity: nestedCost(5),
      resolve: (person, args, ctx) => listMemberships(ctx, person.id, args),
    }),
  }),
});

PersonGroupRef.implement({
  description: "A person's membership in a group.",
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('person_groups', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'people', row.personId))!,
    }),
    group: t.field({
      type: GroupRef,
      description: 'The group.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'groups', row.groupId))!,
    }),
    sortOrder: t.exposeInt('sortOrder', { description: 'Position in the call order.' }),
    priorityAlert: t.exposeBoolean('priorityAlert', {
      description: 'Whether the person is called first and never left out by a stop limit.',
    }),
  }),
});

builder.queryFields((t) => ({
  people: t.field({
    type: connectionOf(PersonRef),
    description: 'People by name.',
    authScopes: { signedIn: true },
    args: {
      ...pageArgs(t.arg),
      isActive: t.arg.boolean({ description: 'Only active or only inactive ones.' }),
      isCrisis: t.arg.boolean({ description: 'Only the crisis team, or only the others.' }),
      suspectNumber: t.arg.boolean({
        description: 'Only people with a mobile number that is a landline or does not exist; needs edit_contact.',
      }),
      unreachable: t.arg.boolean({
        description: 'Only people without an address that any active channel uses; needs edit_contact.',
      }),
      name: t.arg.string({ description: 'Only people whose first and last name contain these words.' }),
      deletionRequested: t.arg.boolean({
        description: 'Only people who requested the deletion of their data. Returns no one without edit_contact.',
      }),
    },
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listPeople(ctx, args),
  }),
  matchingPeople: t.field({
    type: ['ID'],
    description: `The ids of all matching people by name, for a bulk action: at most ${limits.bulkPeople}, otherwise refused.`,
    authScopes: { anyFeature: ['add_contact_to_group', 'add_contact_to_mailing_list', 'delete_contact'] },
    args: {
      isActive: t.arg.boolean({ description: 'Only active or only inactive ones.' }),
      isCrisis: t.arg.boolean({ description: 'Only the crisis team, or only the others.' }),
      suspectNumber: t.arg.boolean({
        description: 'Only people with a mobile number that is a landline or does not exist; needs edit_contact.',
      }),
      unreachable: t.arg.boolean({
        description: 'Only people without an address that any active channel uses; needs edit_contact.',
      }),
    },
    complexity: 50,
    resolve: async (_parent, args, ctx) => (await matchingPeople(ctx, args)).map((id) => idOf('people', id)),
  }),
  person: t.field({
    type: PersonRef,
    nullable: true,
    description: 'One person, or null if no person has this id.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'Its path or number.' }) },
    resolve: (_parent, { id }, ctx) => findPerson(ctx, numberOf('people', id)),
  }),
  alarmChannelTypes: t.field({
    type: [ChannelTypeRef],
    description: 'The channel types that a person can put in order, by name.',
    authScopes: { signedIn: true },
    resolve: async (_parent, _args, ctx) => {
      const types = await loadChannelChoices(ctx.db);
      return Promise.all(types.map(async ({ id }) => (await loadRow(ctx, 'channelTypes', id))!));
    },
  }),
  searchPeople: t.field({
    type: connectionOf(PersonRef),
    description: "People whose name or contact data contain the words; adds the term to the user's search history.",
    authScopes: { signedIn: true },
    args: {
      search: t.arg.string({ required: true, description: 'The words to search for.' }),
      ...pageArgs(t.arg),
      isActive: t.arg.boolean({ defaultValue: true, description: 'Only active or only inactive ones; null for all.' }),
    },
    complexity: pageCost,
    resolve: async (_parent, args, ctx) => {
      await rememberSearch(ctx, args.search);
      return searchPeople(ctx, args.search, args);
    },
  }),
}));

builder.queryFields((t) => ({
  personData: t.field({
    type: PersonDataRef,
    nullable: true,
    description:
      'One entry of contact data; null if it does not exist, or is private and the user does not edit contacts.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The entry.' }) },
    resolve: (_parent, { id }, ctx) => findPersonData(ctx, numberOf('person_data', id)),
  }),
  personGroup: t.field({
    type: PersonGroupRef,
    nullable: true,
    description: 'One membership of a person in a group.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The membership.' }) },
    resolve: (_parent, { id }, ctx) => loadRow(ctx, 'personGroups', numberOf('person_groups', id)),
  }),
}));
