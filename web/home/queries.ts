import { EventFields } from '#web/events/queries.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';
import { ChannelTypeFields, ReportTypeFields } from '#web/messages/queries.ts';
import { runningText, waitingText } from './early.ts';

/** The running events with their alarms, for seeing how these go. */
export const RunningQuery = graphql(runningText, [EventFields]);

/** A running event with its alarms. */
export type RunningEvent = ResultOf<typeof RunningQuery>['events']['edges'][number]['node'];

/** What waits for the signed-in user. */
export const WaitingQuery = graphql(waitingText, [ChannelTypeFields, ReportTypeFields]);

/** What waits for the signed-in user. */
export type WaitingThings = ResultOf<typeof WaitingQuery>['waiting'];

/** How ready the installation is. */
export const ReadinessQuery = graphql(`
  query Readiness { readiness { key done count names } }
`);

/** Makes a mailing list of the whole crisis team. */
export const CreateCrisisTeamListMutation = graphql(`
  mutation CreateCrisisTeamList($name: String!) { createCrisisTeamList(name: $name) { _id } }
`);

/** How many people are marked as crisis team. */
export const CrisisTeamQuery = graphql(`
  query CrisisTeam { people(first: 1, isActive: true, isCrisis: true) { totalCount } }
`);

/** One thing that an installation needs before it can be relied on. */
export type ReadinessCheck = ResultOf<typeof ReadinessQuery>['readiness'][number];
