/**
 * Expected permissions for items from programs outside, as in `permissionMatrix`: a person who may start an alarm takes them, a
 * crisis manager prepares an alarm, an administrator sets up sources. No API key may do any of it.
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
