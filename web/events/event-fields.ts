/** GraphQL text: an event's common fields. */
export const eventFieldsText = `
  fragment EventFields on Event @_unmask {
    id
    _id
    name
    description
    mode
    callsIn
    isRunning
    isActive
    eventDate
    finishedAt
    allClearAt
    eventStatus { id identifier name }
    eventType { id name icon { id contentUrl } }
    activationEventType { id name icon { id contentUrl } }
    location { id name address icon { id contentUrl } }
    place
  }
`;
