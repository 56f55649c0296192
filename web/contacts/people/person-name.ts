type Named = { firstName: string; lastName: string; title: string | null };

/** Returns title, first and last name as one text. */
export const personName = ({ title, firstName, lastName }: Named): string =>
  [title, firstName, lastName].filter(Boolean).join(' ');

/** Ids of the person data types on a contact card (specification, section 9). */
export const cardTypes = { email: 1, mobile: 5, phone: 8, role: 15 } as const;

/** Returns a person's displayed value of a data type. */
export function dataOf(
  { personData }: { personData: { display: string; keyField: { _id: number } }[] },
  type: number,
): string | undefined {
  return personData.find(({ keyField }) => keyField._id === type)?.display || undefined;
}

/** Returns the link of contact data by field type, undefined for plain text. */
export function contactLink(fieldType: string, value: string | null): string | undefined {
  if (!value) return undefined;
  if (fieldType === 'email') return `mailto:${value}`;
  if (fieldType === 'phone' || fieldType === 'phone_mobile') return `tel:${value.replace(/[^\d+]/g, '')}`;
  return fieldType === 'url' && /^https?:\/\//.test(value) ? value : undefined;
}
