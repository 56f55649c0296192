import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ChannelTypeFields, ReportTypeFields } from '#web/messages/queries.ts';
import { runningText, waitingText } from './early.ts';

export const RunningQuery = graphql(runningText, [EventFields]);

export type RunningEvent = ResultOf<typeof RunningQuery>['events']['edges'][number]['node'];

/** Loads the tasks that wait for the signed-in user. */
export const WaitingQuery = graphql(waitingText, [ChannelTypeFields, ReportTypeFields]);

/** The tasks that wait for the signed-in user. */
export type WaitingThings = ResultOf<typeof WaitingQuery>['waiting'];

export const ReadinessQuery = graphql(`
  query Readiness { readiness { key done count names } }
`);

export const SecondPlaceAgeQuery = graphql(`
  query SecondPlaceAge { secondPlace { isConnected lag rehearsedOn } }
`);

export const CreateCrisisTeamListMutation = graphql(`
  mutation CreateCrisisTeamList($name: String!) { createCrisisTeamList(name: $name) { _id } }
`);

export const CrisisTeamQuery = graphql(`
  query CrisisTeam { people(first: 1, isActive: true, isCrisis: true) { totalCount } }
`);

export type ReadinessCheck = ResultOf<typeof ReadinessQuery>['readiness'][number];
