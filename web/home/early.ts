/** The query for running events with their alarms. The document must add the fragment for event fields. */
export const runningText = `
query Running {
  events(first: 50, isRunning: true) {
    edges {
      node {
        ...EventFields
        stayedInside
        onlyInforms
        alerted
        activations(first: 20) {
          edges { node { id _id answers { positive negative neutral none late asked stranded isWithheld goal functions filled unfilled missing rollCall { safe needsHelp notHeard } } } }
        }
      }
    }
  }
}
`;

/** The query for tasks that wait for the signed-in user. The document must add the fragments for channel types and reports. */
export const waitingText = `
  query Waiting {
    waiting {
      drafts { id _id title insertedAt reportType { ...ReportTypeFields } event { id _id name mode } }
      releases {
        id
        _id
        title
        channel { id name channelType { ...ChannelTypeFields } }
        report { id _id event { id _id name mode } }
        insertedBy { id firstName lastName }
      }
      usersToApprove
      repliesWithoutEvent
      overdueSituationReports { id _id name mode }
      deadlines { id name state dueAt event { id _id name mode } }
      situationReports { id _id number status insertedBy { id firstName lastName } event { id _id name mode } }
    }
  }
`;
