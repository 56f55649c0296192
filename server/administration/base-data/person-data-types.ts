const dataType = (
  id: number,
  identifier: string,
  fieldType: string,
  name: string,
  nameEn: string,
  flags: { isDefaultField?: boolean; isPrivate?: boolean } = {},
) => ({ id, identifier, fieldType, name, nameEn, sortOrder: id * 10, ...flags });

const shown = { isDefaultField: true };
const hidden = { isPrivate: true };

/** With fixed ids: 1, 5, 8 and 15 are on a contact card. */
export const personDataTypes = [
  dataType(1, 'email_business', 'email', 'E-Mail (dienstlich)', 'E-mail (business)', shown),
  dataType(2, 'email_private', 'email', 'E-Mail (privat)', 'E-mail (private)', hidden),
  dataType(3, 'email_deputy', 'email', 'E-Mail (Vertretung)', 'E-mail (deputy)'),
  dataType(4, 'fax', 'fax', 'Fax', 'Fax'),
  dataType(5, 'mobile_business', 'phone_mobile', 'Mobil (dienstlich)', 'Mobile (business)', shown),
  dataType(6, 'mobile_private', 'phone_mobile', 'Mobil (privat)', 'Mobile (private)', hidden),
  dataType(7, 'pager', 'phone', 'Pager', 'Pager'),
  dataType(8, 'phone_business', 'phone', 'Telefon (dienstlich)', 'Phone (business)', shown),
  dataType(9, 'phone_private', 'phone', 'Telefon (privat)', 'Phone (private)', hidden),
  dataType(10, 'street', 'text', 'Straße', 'Street', hidden),
  dataType(11, 'zip', 'text', 'Postleitzahl', 'Postal code', hidden),
  dataType(12, 'city', 'text', 'Ort', 'City', hidden),
  dataType(13, 'country', 'text', 'Land', 'Country', hidden),
  dataType(14, 'organisation', 'text', 'Organisation', 'Organisation'),
  dataType(15, 'function', 'text', 'Funktion', 'Function', shown),
  dataType(16, 'department', 'text', 'Abteilung', 'Department'),
  dataType(17, 'language', 'language', 'Sprache', 'Language'),
  dataType(18, 'availability_note', 'textarea', 'Hinweis zur Erreichbarkeit', 'Availability note'),
];
