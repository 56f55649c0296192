import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** Loads the members of the crisis team with the ways to reach them. */
export const CrisisMembersQuery = graphql(`
  query CrisisMembers($isOpen: Boolean!) {
    crisisMembers(isOpen: $isOpen) {
      person { id _id firstName lastName title }
      isDone confirmedKinds missedTest testsDeclinedAt reason reasonAt reasonBy
      ways { kind address state confirmedAt failedAt askedAt failure testedAt testConfirmedAt missedTest }
    }
  }
`);

export type CrisisMemberRow = ResultOf<typeof CrisisMembersQuery>['crisisMembers'][number];

/** A way to reach a member. */
export type MemberWayRow = CrisisMemberRow['ways'][number];

export const AskForConfirmationMutation = graphql(`
  mutation AskForConfirmation($people: [ID!]!) { askForConfirmation(people: $people) }
`);

export const SetWayReasonMutation = graphql(`
  mutation SetWayReason($person: ID!, $reason: String) { setWayReason(person: $person, reason: $reason) { isDone } }
`);
