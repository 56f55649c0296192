import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const CouncilModeQuery = graphql(`
  query CouncilMode { worksCouncilMode { isOn since reason by { id firstName lastName } } }
`);

export type CouncilModeState = ResultOf<typeof CouncilModeQuery>['worksCouncilMode'];

export const SetCouncilModeMutation = graphql(`
  mutation SetCouncilMode($isOn: Boolean!, $reason: String!, $confirmed: Boolean) {
    setWorksCouncilMode(isOn: $isOn, reason: $reason, confirmed: $confirmed) { isOn since reason }
  }
`);
