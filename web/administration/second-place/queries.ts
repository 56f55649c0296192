import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** The state of the other place. */
export const SecondPlaceQuery = graphql(`
  query SecondPlace {
    secondPlace {
      place isConnected lag rehearsedOn isRehearsed releasedAt releasedBy usableCodes
      exercises { event name launchedAt people handedOver failed firstAfter lastAfter }
    }
  }
`);

export type SecondPlaceState = ResultOf<typeof SecondPlaceQuery>['secondPlace'];

/** The release codes, for owners. */
export const ReleaseCodesQuery = graphql(`
  query ReleaseCodes {
    releaseCodes { id _id createdAt createdBy { id firstName lastName } revokedAt usedAt usedBy }
  }
`);

export type ReleaseCodeRow = ResultOf<typeof ReleaseCodesQuery>['releaseCodes'][number];

/** Creates a code; only this response has it. */
export const CreateReleaseCodeMutation = graphql(`
  mutation CreateReleaseCode { createReleaseCode { code releaseCode { id _id createdAt } } }
`);

export type NewCode = ResultOf<typeof CreateReleaseCodeMutation>['createReleaseCode'];

export const RevokeReleaseCodeMutation = graphql(`
  mutation RevokeReleaseCode($id: ID!) { revokeReleaseCode(id: $id) { id revokedAt } }
`);

export const RecordRehearsalMutation = graphql(`
  mutation RecordRehearsal($day: String!) { recordRehearsal(day: $day) { rehearsedOn isRehearsed } }
`);
