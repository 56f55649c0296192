import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** What the form of a person is filled from. */
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

/** A person as the form knows them. */
export type PersonFormRow = ResultOf<typeof PersonFormData>;

/** A person as stored now. */
export const PersonFormQuery = graphql(
  `
  query PersonForm($id: ID!) {
    person(id: $id) { ...PersonFormData }
  }
`,
  [PersonFormData],
);

/** What can be noted about a person, in order. */
export const PersonDataTypesQuery = graphql(`
  query PersonDataTypes {
    personDataTypes(first: 500, isActive: true) {
      edges {
        node { _id identifier name nameEn description fieldType isDefaultField isRequired isPrivate sortOrder options }
      }
    }
  }
`);

/** One kind of contact data. */
export type DataType = ResultOf<typeof PersonDataTypesQuery>['personDataTypes']['edges'][number]['node'];

/** Makes a person. */
export const CreatePersonMutation = graphql(`
  mutation CreatePerson($input: CreatePersonInput!) {
    createPerson(input: $input) { id _id personGroup(first: 10) { edges { node { group { id } } } } }
  }
`);

/** Changes a person. */
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

/** Removes everything personal for good. */
export const ErasePersonMutation = graphql(`
  mutation ErasePerson($id: ID!) {
    erasePerson(id: $id)
  }
`);

/** Everything stored about a person. */
export const ExportPersonQuery = graphql(`
  query ExportPerson($id: ID!) {
    exportPerson(id: $id)
  }
`);

/** Notes that a person wants no information over a type of channel, or wants it again. */
export const SetOptOutMutation = graphql(`
  mutation SetOptOut($person: ID!, $channelType: ID!, $optedOut: Boolean!) {
    setChannelOptOut(person: $person, channelType: $channelType, optedOut: $optedOut) { id }
  }
`);
