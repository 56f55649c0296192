/** Queries that answer the paths of rows and of whole lists (`GET /api/v2/…`). */
export const pathPermissions: Readonly<Record<string, string>> = {
  'Query.allReports': 'signedIn',
  'Query.allSituationReports': 'signedIn',
  'Query.eventStatus': 'signedIn',
  'Query.eventStatuses': 'signedIn',
  'Query.listGroup': 'signedIn',
  'Query.logEntry': 'signedIn',
  'Query.messageRecipient': 'signedIn',
  'Query.personData': 'signedIn',
  'Query.personGroup': 'signedIn',
  'Query.securityRole': 'signedIn',
  'Query.securityRoles': 'signedIn',
  'Query.systemSetting': 'public',
  'Query.systemSettings': 'public',
};
