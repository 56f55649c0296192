import type { Tx } from '#server/platform/database/connect.ts';
import { landlineNumber, mailName, mobileNumber, privateMobileNumber } from './contact-addresses.ts';
import { content, type DemoPerson } from './content.ts';

const { hospital, departments } = content;

/** A stored person of the demo hospital. */
export interface Inserted {
  id: number;
  firstName: string;
  lastName: string;
  email: string | null;
  mobile: string | null;
  isActive: boolean;
}

/** The people by their unique last names. */
export type People = ReadonlyMap<string, Inserted>;

interface Planned extends DemoPerson {
  department: string;
  mailDomain: string | undefined;
  /** Place in the list of all people. */
  place: number;
}

/** `crisis`: members of the crisis team. */
export async function insertPeople(tx: Tx, crisis: ReadonlySet<string>): Promise<People> {
  const all: Planned[] = departments
    .flatMap(({ people, department, mailDomain }) => people.map((person) => ({ ...person, department, mailDomain })))
    .map((person, place) => ({ ...person, place }));
  const rows = await tx
    .insertInto('people')
    .values(
      all.map(({ lastName, firstName, title = null, inactive = false, place }) => ({
        lastName,
        firstName,
        title,
        externalId: `demo-${place + 1}`,
        isActive: !inactive,
        isCrisis: crisis.has(lastName),
        isEmailSent: true,
      })),
    )
    .returning('id')
    .execute();
  const mobiles = new Map(all.map(({ lastName, place }) => [lastName, mobileNumber(place)]));
  const data = all.flatMap((person, at) =>
    Object.entries(contactData(person, mobiles))
      .filter(([, value]) => value !== null)
      .map(([keyFieldId, valueStr]) => ({ personId: rows[at]!.id, keyFieldId: Number(keyFieldId), valueStr })),
  );
  await tx.insertInto('personData').values(data).execute();
  return new Map(
    all.map((person, at) => {
      const { 1: email = null, 5: mobile = null } = contactData(person, mobiles);
      const { firstName, lastName, inactive = false } = person;
      return [lastName, { id: rows[at]!.id, firstName, lastName, email, mobile, isActive: !inactive }];
    }),
  );
}

/** Returns the values by the fixed ids of the person data types. */
function contactData(person: Planned, mobiles: ReadonlyMap<string, string>): Record<number, string | null> {
  const { firstName, lastName, position, department, mailDomain, without, place } = person;
  const name = mailName(firstName, lastName);
  return {
    1: without.includes('email') ? null : `${name}@${mailDomain ?? hospital.mailDomain}`,
    2: person.privateEmail ? `${name}@privat.example` : null,
    5: without.includes('mobile') ? null : mobiles.get(person.mobileOf ?? lastName)!,
    6: person.privateMobile ? privateMobileNumber(place) : null,
    8: without.includes('phone') ? null : landlineNumber(place),
    14: mailDomain ? department : hospital.name,
    15: position,
    16: mailDomain ? null : department,
    17: person.language ?? null,
    18: person.availability ?? null,
  };
}
