type Target = { identifier: string; isRequired: boolean };
type Mapping = readonly (string | null)[];

const keys = ['externalId', 'email_business', 'mobile_business'];

/** Whether a person can be made or recognised by these columns. */
export const isRecognisable = (mapping: Mapping): boolean =>
  keys.some((key) => mapping.includes(key)) || (mapping.includes('firstName') && mapping.includes('lastName'));

/** What a new person must have but no column gives. */
export const missingTargets = <T extends Target>(mapping: Mapping, targets: readonly T[]): T[] =>
  targets.filter(({ identifier, isRequired }) => isRequired && !mapping.includes(identifier));
