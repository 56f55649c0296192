type Target = { identifier: string; gives: string[]; isRequired: boolean };
type Mapping = readonly (string | null)[];

const keys = ['externalId', 'email_business', 'mobile_business'];

const givenBy = (mapping: Mapping, targets: readonly Target[]): Set<string> =>
  new Set(targets.flatMap(({ identifier, gives }) => (mapping.includes(identifier) ? gives : [])));

/** Returns whether these columns can create or recognise a person. */
export function isRecognisable(mapping: Mapping, targets: readonly Target[]): boolean {
  const given = givenBy(mapping, targets);
  return keys.some((key) => given.has(key)) || (given.has('firstName') && given.has('lastName'));
}

/** Returns the required data of a new person that no column contains. */
export function missingTargets<T extends Target>(mapping: Mapping, targets: readonly T[]): T[] {
  const given = givenBy(mapping, targets);
  return targets.filter(({ identifier, isRequired }) => isRequired && !given.has(identifier));
}
