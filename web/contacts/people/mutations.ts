import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const PersonFormData = graphql(`
  fragment PersonFormData on Person @_unmask {
    id
    _id
    version
    firstName
    lastName
    title
    isCrisis
    isEmailSent
    personData {
      _id
      valueStr
      valueInt
      display
      phoneRemarks
      keyField { _id identifier name nameEn fieldType isPrivate }
    }
  }
`);

export type PersonFormRow = ResultOf<typeof PersonFormData>;

export const PersonFormQuery = graphql(
  `
  query PersonForm($id: ID!) {
    person(id: $id) { ...PersonFormData }
  }
`,
  [PersonFormData],
);

/** The kinds of person data, in order. */
export const PersonDataTypesQuery = graphql(`
  query PersonDataTypes {
    personDataTypes(first: 500, isActive: true) {
      edges {
        node { _id identifier name nameEn description fieldType isDefaultField isRequired isPrivate sortOrder options }
      }
    }
  }
`);

export type DataType = ResultOf<typeof PersonDataTypesQuery>['personDataTypes']['edges'][number]['node'];

export const CreatePersonMutation = graphql(`
  mutation CreatePerson($input: CreatePersonInput!) {
    createPerson(input: $input) { id _id personGroup(first: 10) { edges { node { group { id } } } } }
  }
`);

export const UpdatePersonMutation = graphql(`
  mutation UpdatePerson($input: UpdatePersonInput!) {
    updatePerson(input: $input) { id version personData { id } }
  }
`);

/** Switches a person off. */
export const DeletePersonMutation = graphql(`
  mutation DeletePerson($id: ID!) {
    deletePerson(id: $id) { id isActive }
  }
`);

export const ErasePersonMutation = graphql(`
  mutation ErasePerson($id: ID!) {
    erasePerson(id: $id)
  }
`);

export const ExportPersonQuery = graphql(`
  query ExportPerson($id: ID!) {
    exportPerson(id: $id)
  }
`);

/** Records that a person declines information over a type of channel, or accepts it again. */
export const SetOptOutMutation = graphql(`
  mutation SetOptOut($person: ID!, $channelType: ID!, $optedOut: Boolean!) {
    setChannelOptOut(person: $person, channelType: $channelType, optedOut: $optedOut) { id }
  }
`);
