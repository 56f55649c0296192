/** Expected permissions for the crisis team, its list and its confirmed channels, as in `permissionMatrix`. */
export const wayPermissions: Readonly<Record<string, string>> = {
  'Query.crisisMembers': 'CM AD',
  'Mutation.askForConfirmation': 'CM AD',
  'Mutation.setWayReason': 'CM AD',
  'Mutation.createCrisisTeamList': 'ML',
};
