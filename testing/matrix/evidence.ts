/**
 * Expected permissions for unannounced drills and the evidence of alarm plans, as in `permissionMatrix`: whoever may send an alarm
 * plans a drill, and administrators with the logs see the evidence. No API key may plan drills or learn of planned ones.
 */
export const drillPermissions: Readonly<Record<string, string>> = {
  'Query.ownDrills': 'CR',
  'Mutation.planDrill': 'CR',
  'Mutation.cancelDrill': 'CR',
};

/** Expected permissions for what auditors look at. */
export const auditPermissions: Readonly<Record<string, string>> = {
  'Query.evidencePack': 'AD',
  'Query.worksCouncilMode': 'signedIn',
};
