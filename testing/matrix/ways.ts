export const wayPermissions: Readonly<Record<string, string>> = {
  'Query.crisisMembers': 'CM AD',
  'Mutation.askForConfirmation': 'CM AD',
  'Mutation.setWayReason': 'CM AD',
  'Mutation.createCrisisTeamList': 'ML',
};
