/** The kinds of directories. */
export const directoryKinds = ['openldap', 'active_directory'] as const;

/** A kind of directory. */
export type DirectoryKind = (typeof directoryKinds)[number];

/** An attribute of an entry and the target of its value. */
export interface DirectoryAttribute {
  attribute: string;
  target: string;
}

/** The part of a directory's settings that its kind decides. */
interface DirectoryPreset {
  filter: string;
  idAttribute: string;
  disabledAttribute: string | null;
  attributes: readonly DirectoryAttribute[];
}

const common: readonly DirectoryAttribute[] = [
  { attribute: 'givenName', target: 'firstName' },
  { attribute: 'sn', target: 'lastName' },
  { attribute: 'mail', target: 'email_business' },
  { attribute: 'mobile', target: 'mobile_business' },
  { attribute: 'telephoneNumber', target: 'phone_business' },
];

/** The usual settings of each kind. */
export const directoryPresets: Readonly<Record<DirectoryKind, DirectoryPreset>> = {
  openldap: {
    filter: '(objectClass=inetOrgPerson)',
    idAttribute: 'entryUUID',
    disabledAttribute: null,
    attributes: [...common, { attribute: 'employeeNumber', target: 'externalId' }],
  },
  active_directory: {
    filter: '(&(objectCategory=person)(objectClass=user))',
    idAttribute: 'objectGUID',
    disabledAttribute: 'userAccountControl',
    attributes: [...common, { attribute: 'employeeID', target: 'externalId' }],
  },
};

/** The hours between scheduled runs; 0 for none. */
export const directoryIntervals = [0, 1, 6, 12, 24] as const;
