import { graphql, type ResultOf } from '#web/lib/gql.ts';

const IncomingFields = graphql(`
  fragment IncomingFields on IncomingItem @_unmask {
    id
    _id
    version
    sourceName
    kind
    title
    text
    severity
    lacksReference
    alertCount
    openAlertCount
    firstAt
    changedAt
    nextNoticeAt
    nobodyLeftAt
    eventType { id _id }
    takenBy { id _id firstName lastName }
    takenAt
    closedBy { id firstName lastName }
    closedAt
    report { id _id title event { id _id } }
    notices { person { id _id firstName lastName } at hasAddress }
  }
`);

export type IncomingRow = ResultOf<typeof IncomingFields>;

/** Newest first. */
export const IncomingItemsQuery = graphql(
  `
  query IncomingItems($isOpen: Boolean!, $first: Int!) {
    incomingItems(isOpen: $isOpen, first: $first) { edges { node { ...IncomingFields } } totalCount }
  }
`,
  [IncomingFields],
);

export const IncomingItemQuery = graphql(
  `
  query IncomingItem($id: ID!) { incomingItem(id: $id) { ...IncomingFields } }
`,
  [IncomingFields],
);

/** Loads the newest items without a responsible person. */
export const WaitingItemsQuery = graphql(`
  query WaitingItems {
    incomingItems(isOpen: true, isTaken: false, first: 3) {
      edges { node { id _id title sourceName severity alertCount firstAt nobodyLeftAt } }
      totalCount
    }
  }
`);

/** Newest first. */
export const IncomingAlertsQuery = graphql(`
  query IncomingAlerts($id: ID!, $first: Int!) {
    incomingItem(id: $id) {
      id
      alerts(first: $first) { edges { node { id _id name text state startsAt } } totalCount }
    }
  }
`);

/** An alert of a monitoring system, or a CAP message. */
export type IncomingAlertRow = NonNullable<
  ResultOf<typeof IncomingAlertsQuery>['incomingItem']
>['alerts']['edges'][number]['node'];

/** Signals new and changed items. */
export const IncomingItemsChanged = graphql(`
  subscription IncomingItemsChanged { incomingItemsChanged }
`);

/** Makes the user responsible for an item. */
export const TakeIncomingItemMutation = graphql(`
  mutation TakeIncomingItem($id: ID!) { takeIncomingItem(id: $id) { id version } }
`);

/** Lets an item wait again. */
export const ReleaseIncomingItemMutation = graphql(`
  mutation ReleaseIncomingItem($id: ID!, $version: Int!) { releaseIncomingItem(id: $id, version: $version) { id version } }
`);

export const CloseIncomingItemMutation = graphql(`
  mutation CloseIncomingItem($id: ID!, $version: Int!) { closeIncomingItem(id: $id, version: $version) { id version } }
`);

/** Prepares an alarm from an item. */
export const DraftFromIncomingItemMutation = graphql(`
  mutation DraftFromIncomingItem($id: ID!, $eventType: ID!) {
    draftFromIncomingItem(id: $id, eventType: $eventType) { id version report { id _id event { id _id } } }
  }
`);
