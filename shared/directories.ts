/** The kinds of directories. */
export const directoryKinds = ['openldap', 'active_directory', 'scim', 'csv'] as const;

/** A kind of directory. */
export type DirectoryKind = (typeof directoryKinds)[number];

export interface DirectoryAttribute {
  attribute: string;
  target: string;
}

/** The settings that follow from a directory's kind. */
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

/** The SCIM schema of employees. */
export const scimEnterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

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
  scim: {
    filter: '',
    idAttribute: 'id',
    disabledAttribute: null,
    attributes: [
      { attribute: 'name.givenName', target: 'firstName' },
      { attribute: 'name.familyName', target: 'lastName' },
      { attribute: 'emails.value', target: 'email_business' },
      { attribute: 'phoneNumbers[type eq "mobile"].value', target: 'mobile_business' },
      { attribute: 'phoneNumbers[type eq "work"].value', target: 'phone_business' },
      { attribute: `${scimEnterprise}:employeeNumber`, target: 'externalId' },
    ],
  },
  csv: {
    filter: '',
    idAttribute: 'Personalnummer',
    disabledAttribute: null,
    attributes: [
      { attribute: 'Personalnummer', target: 'externalId' },
      { attribute: 'Vorname', target: 'firstName' },
      { attribute: 'Nachname', target: 'lastName' },
      { attribute: 'E-Mail', target: 'email_business' },
      { attribute: 'Mobil', target: 'mobile_business' },
    ],
  },
};

/** Hours; 0 for none. */
export const directoryIntervals = [0, 1, 6, 12, 24] as const;

export const isLdap = (kind: DirectoryKind): boolean => kind === 'openldap' || kind === 'active_directory';
