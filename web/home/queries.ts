import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ChannelTypeFields, ReportTypeFields } from '#web/messages/queries.ts';
import { runningText, waitingText } from './early.ts';

/** Loads the running events with their alarms. */
export const RunningQuery = graphql(runningText, [EventFields]);

/** A running event with its alarms. */
export type RunningEvent = ResultOf<typeof RunningQuery>['events']['edges'][number]['node'];

/** Loads the tasks that wait for the signed-in user. */
export const WaitingQuery = graphql(waitingText, [ChannelTypeFields, ReportTypeFields]);

/** The tasks that wait for the signed-in user. */
export type WaitingThings = ResultOf<typeof WaitingQuery>['waiting'];

/** Loads the readiness of the installation. */
export const ReadinessQuery = graphql(`
  query Readiness { readiness { key done count names } }
`);

/** Creates a mailing list of the whole crisis team. */
export const CreateCrisisTeamListMutation = graphql(`
  mutation CreateCrisisTeamList($name: String!) { createCrisisTeamList(name: $name) { _id } }
`);

/** Loads the number of people marked as crisis team. */
export const CrisisTeamQuery = graphql(`
  query CrisisTeam { people(first: 1, isActive: true, isCrisis: true) { totalCount } }
`);

/** One requirement for a reliable installation. */
export type ReadinessCheck = ResultOf<typeof ReadinessQuery>['readiness'][number];
