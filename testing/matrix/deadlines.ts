export const deadlinePermissions = {
  'Query.deadlineRule': 'signedIn',
  'Query.deadlineRules': 'signedIn',
  'Query.deadline': 'signedIn',
  'Mutation.addDeadlinePreset': 'AD',
  'Mutation.addDeadline': 'CR DO ED',
  'Mutation.correctKnowledge': 'CR DO ED',
  'Mutation.saveDeadlineDraft': 'CR DO ED',
  'Mutation.recordDispatch': 'CR DO ED',
  'Mutation.addToDispatch': 'CR DO ED',
  'Mutation.waiveDeadline': 'CR DO ED',
  'Mutation.resumeDeadline': 'CR DO ED',
} as const;
