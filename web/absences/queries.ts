import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** When a person cannot be reached, now or later. */
export const AbsenceFields = graphql(`
  fragment AbsenceFields on Absence @_unmask { _id from until remark }
`);

/** A time in which a person cannot be reached. */
export type AbsenceRow = ResultOf<typeof AbsenceFields>;

/** The person whom the signed-in user is, with the own absences; none where no contact has the e-mail address. */
export const OwnAbsencesQuery = graphql(
  `
  query OwnAbsences { ownPerson { id absences { ...AbsenceFields } } }
`,
  [AbsenceFields],
);

/** Enters that a person cannot be reached. */
export const AddAbsenceMutation = graphql(`
  mutation AddAbsence($person: ID!, $input: AbsenceInput!) { addAbsence(person: $person, input: $input) { id } }
`);

/** Enters that the signed-in user cannot be reached. */
export const AddOwnAbsenceMutation = graphql(`
  mutation AddOwnAbsence($input: AbsenceInput!) { addOwnAbsence(input: $input) { id } }
`);

/** Ends an absence. */
export const EndAbsenceMutation = graphql(`
  mutation EndAbsence($id: Int!) { endAbsence(id: $id) { id } }
`);

/** Ends an own absence. */
export const EndOwnAbsenceMutation = graphql(`
  mutation EndOwnAbsence($id: Int!) { endOwnAbsence(id: $id) { id } }
`);

/** What is entered of an absence. */
export type AbsenceInput = { from: string | null; until: string | null; remark: string | null };
