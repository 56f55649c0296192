/** GraphQL text: a channel type's sign. */
export const channelTypeFieldsText = `
  fragment ChannelTypeFields on ChannelType @_unmask {
    id
    identifier
    color
    icon { id contentUrl }
    secondaryIcon { id contentUrl }
  }
`;

/** GraphQL text. */
export const reportTypeFieldsText = `
  fragment ReportTypeFields on ReportType @_unmask {
    id
    identifier
    name
    icon { id contentUrl }
    whiteIcon { id contentUrl }
  }
`;

/** GraphQL text: a message's common fields. */
export const messageFieldsText = `
  fragment MessageFields on Message @_unmask {
    id
    _id
    title
    content
    status
    recipientCount
    requestAnswer
    feedValues
    cost
    currency
    sendAt
    waitingSince
    releaseAt
    sentAt
    rejectReason
    handedOver
    plannedAt
    followsUntil
    followEndedAt
    delayedBy
    callForecast { remaining doneAt }
    forGroup { id name }
    insertedBy { id firstName lastName }
    launchedBy { id firstName lastName }
    messageResult { total pending reserve sent delivered read failed suppressed skipped expired cancelled error posts }
    channel { id _id name addressesPeople requiresRelease channelType { ...ChannelTypeFields } }
  }
`;

/** GraphQL text: fields that decide about follow-ups. */
export const followableFieldsText = `
  fragment FollowableFields on Report @_unmask {
    id
    _id
    isOut
    allClearAt
    reportType { ...ReportTypeFields }
    followsAlarm
    followUps { id _id title isOut reportType { id identifier } }
    event { id _id isRunning eventStatus { id identifier } }
  }
`;
