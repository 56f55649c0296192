import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, numbersOf } from '#server/api/graphql/ids.ts';
import { PersonRef } from '#server/api/graphql/types.ts';
import { createPerson } from './create.ts';
import { erasePerson } from './erase.ts';
import { deletePerson, updatePerson } from './update.ts';

const PersonDataInput = builder.inputType('PersonDataInput', {
  description: 'One entry of contact data; empty removes it.',
  fields: (t) => ({
    keyField: t.id({ required: true, description: 'The person data type.' }),
    valueStr: t.string({ description: 'The value as text; telephone numbers are stored as E.164, see phoneReading.' }),
    valueInt: t.int({ description: 'The value of a number, switch (0, 1) or choice.' }),
  }),
});

const CreatePersonInput = builder.inputType('CreatePersonInput', {
  description: 'A new person.',
  fields: (t) => ({
    firstName: t.string({ required: true, description: 'First name.' }),
    lastName: t.string({ required: true, description: 'Last name.' }),
    title: t.string({ description: 'Title before the name, e.g. "Dr.".' }),
    isCrisis: t.boolean({ description: 'Whether the person belongs to the crisis team.' }),
    sendRegistrationMail: t.boolean({
      description: 'Whether to mail the person their stored data, with a link to correct it.',
    }),
    personData: t.field({ type: [PersonDataInput], description: 'Contact data.' }),
    groups: t.idList({ description: 'Groups to be a member of, at the end of their call order.' }),
  }),
});

const UpdatePersonInput = builder.inputType('UpdatePersonInput', {
  description: 'Changes to a person; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The person.' }),
    version: t.int({ description: 'The version the change is based on; refused if there is a newer one.' }),
    firstName: t.string({ description: 'First name.' }),
    lastName: t.string({ description: 'Last name.' }),
    title: t.string({ description: 'Title before the name; null for none.' }),
    isActive: t.boolean({ description: 'Whether the person receives messages.' }),
    isCrisis: t.boolean({ description: 'Whether the person belongs to the crisis team.' }),
    sendRegistrationMail: t.boolean({
      description: 'Whether to mail the person their stored data, with a link to correct it.',
    }),
    channelOrder: t.stringList({
      description:
        'Identifiers of channel types in the order in which the person wants to be alerted; empty for the usual order.',
    }),
    personData: t.field({
      type: [PersonDataInput],
      description: 'Contact data that changes. Entries that are not named stay.',
    }),
  }),
});

const dataOf = (data: readonly (typeof PersonDataInput.$inferInput)[] | null | undefined) =>
  data?.map((entry) => ({ ...entry, keyField: numberOf('person_data_types', entry.keyField) }));

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The person.' });
  return {
    createPerson: t.field({
      type: PersonRef,
      description: 'Creates a person.',
      authScopes: { feature: 'create_contact_in_group' },
      args: { input: t.arg({ type: CreatePersonInput, required: true, description: 'The person.' }) },
      resolve: (_parent, { input }, ctx) =>
        createPerson(ctx, {
          ...input,
          personData: dataOf(input.personData),
          groups: numbersOf('groups', input.groups),
        }),
    }),
    updatePerson: t.field({
      type: PersonRef,
      description: 'Changes a person.',
      authScopes: { feature: 'edit_contact' },
      args: { input: t.arg({ type: UpdatePersonInput, required: true, description: 'The changes.' }) },
      resolve: (_parent, { input }, ctx) =>
        updatePerson(ctx, { ...input, id: numberOf('people', input.id), personData: dataOf(input.personData) }),
    }),
    deletePerson: t.field({
      type: PersonRef,
      description: 'Deactivates a person; history keeps the person. To remove the data itself, use erasePerson.',
      authScopes: { feature: 'delete_contact' },
      args: { id },
      resolve: (_parent, args, ctx) => deletePerson(ctx, numberOf('people', args.id)),
    }),
    erasePerson: t.boolean({
      description:
        'Permanently removes all personal data: names, contact data, addresses and texts of messages. Counts and ' +
        'logs stay.',
      authScopes: { feature: 'delete_contact' },
      args: { id },
      resolve: (_parent, args, ctx) => erasePerson(ctx, numberOf('people', args.id)),
    }),
  };
});
