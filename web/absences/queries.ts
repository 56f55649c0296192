import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** A present or future absence. */
export const AbsenceFields = graphql(`
  fragment AbsenceFields on Absence @_unmask { _id from until remark }
`);

export type AbsenceRow = ResultOf<typeof AbsenceFields>;

/** The signed-in user's contact with absences; null if no contact has the user's e-mail address. */
export const OwnAbsencesQuery = graphql(
  `
  query OwnAbsences { ownPerson { id absences { ...AbsenceFields } } }
`,
  [AbsenceFields],
);

export const AddAbsenceMutation = graphql(`
  mutation AddAbsence($person: ID!, $input: AbsenceInput!) { addAbsence(person: $person, input: $input) { id } }
`);

export const AddOwnAbsenceMutation = graphql(`
  mutation AddOwnAbsence($input: AbsenceInput!) { addOwnAbsence(input: $input) { id } }
`);

export const EndAbsenceMutation = graphql(`
  mutation EndAbsence($id: Int!) { endAbsence(id: $id) { id } }
`);

export const EndOwnAbsenceMutation = graphql(`
  mutation EndOwnAbsence($id: Int!) { endOwnAbsence(id: $id) { id } }
`);

export type AbsenceInput = { from: string | null; until: string | null; remark: string | null };
