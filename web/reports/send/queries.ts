import { graphql, type ResultOf } from '#web/lib/gql.ts';

export const SendReportMutation = graphql(`
  mutation SendReport($id: ID!, $launchKey: String!, $sendAt: DateTime, $withoutRelease: Boolean!, $seen: String) {
    sendReport(id: $id, launchKey: $launchKey, sendAt: $sendAt, withoutRelease: $withoutRelease, seen: $seen) { id messages { edges { node { id status releaseAt } } } }
  }
`);

const LikelyFields = graphql(`
  fragment LikelyFields on LikelyAnswers @_unmask { asked from to minutes alarms }
`);

const PreflightFields = graphql(
  `
  fragment PreflightFields on Preflight @_unmask {
    recipients
    duplicatesRemoved
    warnings
    linkTrouble
    blockers
    releasers
    ends { reserve followUps waiting { recipients channel { id name } } }
    seen
    laterCount
    unreachableCount
    unreachable { person { id _id firstName lastName } reason }
    answered
    spared
    alreadyAsked
    absent
    absentCalled
    duties { people group { id name } }
    limits { group { id name } needed available absent feasible isLikelyEnough likely { ...LikelyFields } }
    likely { ...LikelyFields }
    optedOut
    handedOver { people channel { id name } }
    channels { people after neverWorked lastFailed channel { id name trouble } }
    proven { confirmed unconfirmed silent }
    cost { cost currency parts recipients perRecipient }
    people(first: 1000) {
      person { id _id firstName lastName }
      channels { id name channelType { id identifier } }
      via
      later
      priority
    }
  }
`,
  [LikelyFields],
);

export const PreflightQuery = graphql(
  `
  query Preflight($report: ID!) { preflightReport(report: $report) { ...PreflightFields } }
`,
  [PreflightFields],
);

export const SeenQuery = graphql(`
  query Seen($report: ID!) { report(id: $report) { id seen } }
`);

/** Loads the preflight of one message. */
export const MessagePreflightQuery = graphql(
  `
  query MessagePreflight($message: ID!) { preflight(message: $message) { ...PreflightFields } }
`,
  [PreflightFields],
);

/** Loads how many people a message would reach, and why none. */
export const MessageReachQuery = graphql(`
  query MessageReach($message: ID!) { preflight(message: $message) { recipients blockers } }
`);

/** The preflight of a report. */
export type Preflight = ResultOf<typeof PreflightQuery>['preflightReport'];

/** The likely number of attendees. */
export type Likely = ResultOf<typeof LikelyFields>;
