import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** The state of works-council mode. */
export const CouncilModeQuery = graphql(`
  query CouncilMode { worksCouncilMode { isOn since reason by { id firstName lastName } } }
`);

/** The state as pages show it. */
export type CouncilModeState = ResultOf<typeof CouncilModeQuery>['worksCouncilMode'];

/** Switches works-council mode. */
export const SetCouncilModeMutation = graphql(`
  mutation SetCouncilMode($isOn: Boolean!, $reason: String!, $confirmed: Boolean) {
    setWorksCouncilMode(isOn: $isOn, reason: $reason, confirmed: $confirmed) { isOn since reason }
  }
`);
