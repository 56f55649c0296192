// How fast the search box answers among 100,000 people: node bench/search.ts [people]. Measured in the server, from the
// call of the verb to its rows, one search after the other as one user types; the database runs on the same machine.
import { de, en, Faker } from '@faker-js/faker';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { createLoaders } from '#server/graphql/loaders.ts';
import { searchAll } from '#server/search/search-all.ts';
import { startTestApp } from '#server/testing/app.ts';

const count = Number(process.argv[2] ?? 100_000);
const rounds = 20;
const app = await startTestApp();
const fake = new Faker({ locale: [de, en] });
fake.seed(1);

const functions = ['Pflegefachkraft', 'Oberarzt Kardiologie', 'Oberärztin Chirurgie', 'Haustechnik', 'Verwaltung'];
const departments = ['Pflege', 'Chirurgie', 'Innere Medizin', 'Verwaltung', 'Technik', 'Labor'];

/** People with five entries of contact data each, a thousand per statement. */
async function fill(): Promise<void> {
  for (let made = 0; made < count; made += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - made) }, (_, at) => {
      const [first, last] = [fake.person.firstName(), fake.person.lastName()];
      return {
        ...{ key: `b${made + at}`, first, last, email: `${first}.${last}@klinikum.example`.toLowerCase() },
        mobile: `+4917${fake.number.int({ min: 10_000_000, max: 99_999_999 })}`,
        phone: `+4930${fake.number.int({ min: 1_000_000, max: 9_999_999 })}`,
        ...{ function: fake.helpers.arrayElement(functions), department: fake.helpers.arrayElement(departments) },
      };
    });
    await sql`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (key text, first text, last text, email text, mobile text, phone text, function text, department text)),
      made as (insert into people (external_id, first_name, last_name) select key, first, last from given
        returning id, external_id)
      insert into person_data (person_id, key_field_id, value_str)
      select made.id, field, value from given join made on made.external_id = given.key
      cross join lateral (values (1, email), (5, mobile), (8, phone), (15, function), (16, department)) as d (field, value)`.execute(
      app.db,
    );
  }
  for (let n = 0; n < 500; n++) {
    const name = `${fake.helpers.arrayElement(departments)} ${fake.location.city()}`;
    await app.db.insertInto('groups').values({ name }).execute();
    await app.db
      .insertInto('mailingLists')
      .values({ name: `Verteiler ${name}` })
      .execute();
  }
  await sql`analyze`.execute(app.db);
}

const swapped = (word: string) => `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`;

/** Kinds of what people type, each as many times as the others. */
const kinds: Record<string, () => string> = {
  'family name': () => fake.person.lastName(),
  'first and family name': () => `${fake.person.firstName()} ${fake.person.lastName()}`,
  'beginning of a name': () => fake.person.lastName().slice(0, 3),
  'two letters': () => fake.person.lastName().slice(0, 2),
  'one letter': () => fake.person.lastName().slice(0, 1),
  'name with a typing error': () => swapped(fake.person.lastName()),
  'telephone number': () => `0176 ${fake.number.int({ min: 100, max: 999 })}`,
  'name and function': () => `${fake.person.lastName()} kardiologie`,
  'department of thousands': () => fake.helpers.arrayElement(departments),
  'part of every address': () => 'klinikum',
  'town of a group': () => fake.location.city(),
  'nothing that exists': () => fake.string.alpha(9),
};

const context = (): Context => ({
  ...(app as unknown as Context),
  viewer: { id: 1, sessionId: '', sessionEndsAt: new Date(), roles: [], features: new Set(), language: 'de' },
  loaders: createLoaders(app.db),
  ip: '',
});

const percentile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]!;
const report = (name: string, times: number[]) =>
  console.log(
    `${name.padEnd(28)} p50 ${percentile(times, 0.5).toFixed(1).padStart(6)} ms   p95 ${percentile(times, 0.95).toFixed(1).padStart(6)} ms   max ${Math.max(
      ...times,
    )
      .toFixed(1)
      .padStart(6)} ms`,
  );

await fill();
console.log(`${count} people, ${Object.keys(kinds).length} kinds of searches, ${rounds} of each`);
const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
for (let round = -1; round < rounds; round++) {
  for (const [kind, term] of Object.entries(kinds)) {
    const begun = performance.now();
    await searchAll(context(), term(), 8);
    if (round >= 0) times.get(kind)!.push(performance.now() - begun); // the first round warms up
  }
}
for (const [kind, own] of times) report(kind, own);
report('all', [...times.values()].flat());
await app.stop();
