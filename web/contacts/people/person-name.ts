type Named = { firstName: string; lastName: string; title: string | null };

/** Title, first and last name as one text. */
export const personName = ({ title, firstName, lastName }: Named): string =>
  [title, firstName, lastName].filter(Boolean).join(' ');

/** Ids of the person data types that a contact card shows (specification, section 9). */
export const cardTypes = { email: 1, mobile: 5, phone: 8, role: 15 } as const;

/** The text a person has for a data type, as its reader expects it. */
export function dataOf(
  { personData }: { personData: { display: string; keyField: { _id: number } }[] },
  type: number,
): string | undefined {
  return personData.find(({ keyField }) => keyField._id === type)?.display || undefined;
}

/** Where a click on contact data leads, by its field type; undefined for what is only read. */
export function contactLink(fieldType: string, value: string | null): string | undefined {
  if (!value) return undefined;
  if (fieldType === 'email') return `mailto:${value}`;
  if (fieldType === 'phone' || fieldType === 'phone_mobile') return `tel:${value.replace(/[^\d+]/g, '')}`;
  return fieldType === 'url' && /^https?:\/\//.test(value) ? value : undefined;
}
