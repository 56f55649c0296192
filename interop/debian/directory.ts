/** The number of people in `houseLdif`. */
export const housePeople = 40;

/** The directory of a house, with an account that may read. */
export const houseLdif = [
  'dn: dc=house,dc=test\nobjectClass: dcObject\nobjectClass: organization\no: House\ndc: house\n',
  'dn: cn=reader,dc=house,dc=test\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: reader\nuserPassword: secret of the reader\n',
  ...Array.from(
    { length: housePeople },
    (_, n) =>
      `dn: uid=p${n},dc=house,dc=test\nobjectClass: inetOrgPerson\nuid: p${n}\ncn: Person ${n}\ngivenName: Dora\nsn: Ldap${n}\nmail: p${n}@house.test\n`,
  ),
].join('\n');
