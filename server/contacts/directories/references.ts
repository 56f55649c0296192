// parts without people in every Active Directory
const withoutPeople = ['dc=forestdnszones,', 'dc=domaindnszones,', 'cn=configuration,'];

/** Returns whether a continuation reference leads to a part without people. */
export function isOwnPart(reference: string): boolean {
  const [, , , dn = ''] = reference.split('/', 4);
  const name = dn.replaceAll('%20', ' ').toLowerCase();
  return withoutPeople.some((start) => name.startsWith(start));
}
