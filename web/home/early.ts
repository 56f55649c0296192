/** Asks for the running events with their alarms; what it needs of each event, the document has to bring. */
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
          edges { node { id _id answers { positive negative neutral none late asked stranded goal functions filled unfilled missing } } }
        }
      }
    }
  }
}
`;

/** Asks what waits for the signed-in user; what it needs of kinds of channels and reports, the document has to bring. */
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
      situationReports { id _id number status insertedBy { id firstName lastName } event { id _id name mode } }
    }
  }
`;
