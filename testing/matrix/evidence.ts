/**
 * Expected permissions for unannounced drills and evidence of alarm plans. API keys can neither plan nor see drills.
 */
export const drillPermissions: Readonly<Record<string, string>> = {
  'Query.ownDrills': 'CR',
  'Mutation.planDrill': 'CR',
  'Mutation.cancelDrill': 'CR',
};

/** Expected permissions for evidence that auditors read. */
export const auditPermissions: Readonly<Record<string, string>> = {
  'Query.evidencePack': 'AD',
  'Query.worksCouncilMode': 'signedIn',
};
