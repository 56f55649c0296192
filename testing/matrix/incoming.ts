/**
 * Expected permissions for incoming items: alarm starters accept them, crisis managers prepare alarms, administrators
 * set up sources. API keys have none.
 */
export const incomingPermissions: Readonly<Record<string, string>> = {
  'Mutation.createIncomingSource': 'AD',
  'Mutation.updateIncomingSource': 'AD',
  'Mutation.deleteIncomingSource': 'AD',
  'Mutation.replaceIncomingAddress': 'AD',
  'Query.incomingSource': 'AD',
  'Query.incomingSources': 'AD',
  'Query.incomingItem': 'CR AD',
  'Query.incomingItems': 'CR AD',
  'Subscription.incomingItemsChanged': 'CR AD',
  'Mutation.takeIncomingItem': 'CR AD',
  'Mutation.releaseIncomingItem': 'CR AD',
  'Mutation.closeIncomingItem': 'CR AD',
  'Mutation.draftFromIncomingItem': 'CR',
};
