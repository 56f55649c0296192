import type { Tx } from '#server/database/connect.ts';
import { landlineNumber, mailName, mobileNumber, privateMobileNumber } from './contact-addresses.ts';
import { clinicalPeople, type DemoPerson, type PersonNote } from './people.ts';
import { partnerDomains, servicePeople } from './people-services.ts';

const ownDomain = 'klinikum-musterstadt.example';

/** A person of the demo hospital as it stands in the database. */
export interface Inserted {
  id: number;
  firstName: string;
  lastName: string;
  email: string | null;
  mobile: string | null;
  isActive: boolean;
}

/** The people by their last names, which differ. */
export type People = ReadonlyMap<string, Inserted>;

interface Planned {
  department: string;
  place: number;
  lastName: string;
  firstName: string;
  title: string;
  role: string;
  note: PersonNote;
}

function planned(): Planned[] {
  const departments: [string, readonly DemoPerson[]][] = Object.entries({ ...clinicalPeople, ...servicePeople });
  return departments
    .flatMap(([department, people]) => people.map((person) => ({ department, person })))
    .map(({ department, person: [lastName, firstName, title, role, note = {}] }, place) => ({
      department,
      place,
      lastName,
      firstName,
      title,
      role,
      note,
    }));
}

/** Adds everybody with their contact data; `crisis` names those who belong to the crisis team. */
export async function insertPeople(tx: Tx, crisis: ReadonlySet<string>): Promise<People> {
  const all = planned();
  const rows = await tx
    .insertInto('people')
    .values(
      all.map(({ lastName, firstName, title, note, place }) => ({
        lastName,
        firstName,
        title: title || null,
        externalId: `demo-${place + 1}`,
        isActive: !note.inactive,
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
      const { firstName, lastName, note } = person;
      return [lastName, { id: rows[at]!.id, firstName, lastName, email, mobile, isActive: !note.inactive }];
    }),
  );
}

/** Values by the fixed ids of the person data types. */
function contactData(person: Planned, mobiles: ReadonlyMap<string, string>): Record<number, string | null> {
  const { firstName, lastName, role, department, note, place } = person;
  const domain = partnerDomains[department];
  const without = (what: 'email' | 'mobile' | 'phone') => note.without?.includes(what) ?? false;
  const name = mailName(firstName, lastName);
  return {
    1: without('email') ? null : `${name}@${domain ?? ownDomain}`,
    2: note.privateEmail ? `${name}@privat.example` : null,
    5: without('mobile') ? null : mobiles.get(note.mobileOf ?? lastName)!,
    6: note.privateMobile ? privateMobileNumber(place) : null,
    8: without('phone') ? null : landlineNumber(place),
    14: domain ? department : 'Klinikum Musterstadt',
    15: role,
    16: domain ? null : department,
    17: note.english ? 'en' : null,
    18: note.availability ?? null,
  };
}
