import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const OwnDrillsQuery = graphql(`
  query OwnDrills {
    ownDrills {
      id state startedAt endedAt
      event { id _id }
      plan { eventType { id name } fromDay untilDay weekdays fromTime untilTime minutes }
    }
  }
`);

export type OwnDrill = ResultOf<typeof OwnDrillsQuery>['ownDrills'][number];

export const PlanDrillMutation = graphql(`
  mutation PlanDrill($input: DrillInput!) { planDrill(input: $input) { id } }
`);

/** Cancels a planned drill, or ends a running one. */
export const CancelDrillMutation = graphql(`
  mutation CancelDrill($id: ID!) { cancelDrill(id: $id) }
`);
