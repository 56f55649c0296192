// Measures the global search among 100,000 people: node bench/search.ts [people] [--json]. Measures in the server, from the
// verb's call to its rows, sequential searches as one user types; the database is on the same machine.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createLoaders } from '#server/api/graphql/loaders.ts';
import { searchAll } from '#server/api/search/search-all.ts';
import type { Context } from '#server/platform/context.ts';
import { startTestApp } from '#testing/app.ts';
import { percentile, print, row } from './row.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const count = Number(positionals[0] ?? 100_000);
const rounds = 20;
const app = await startTestApp();

/** Reproducible random numbers (mulberry32). */
let state = 1;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}
const upTo = (n: number) => Math.floor(random() * n);
const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)]!;
const digits = (n: number) => Array.from({ length: n }, () => upTo(10)).join('');
const split = (text: string) => text.split(' ');

const firstNames = split(
  'Anna Jörg Katharina Łukasz Uwe Heike Max Sophie Björn Käthe Mehmet Ayşe Peter Sabine Thomas Petra Jürgen Ursula Karl Élodie Ivan Olga Stefan Birgit Frank Ingrid Dieter Monika Tim Lea Paul Emma Noah Mia Ben Lina Emil Ida Hans Gisela',
);
const starts = split(
  'Ober Nieder Stein Berg Wald Kirch Hof Brand Eichen Linden Schön Gold Silber Rot Weiß Schwarz Alt Neu Feld Bach Müh Schmid Wein Acker Forst Haus Burg Thal Rosen Birken',
);
const ends = split(
  'mann meier bauer huber müller schmidt maier berger hofer wald feld stein hauser inger ler ner egger gruber kamp brock hoff ow itz ski sen brecht hardt rich ert ig',
);
const commonNames = split('Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann');
const towns = split(
  'Aachen Bonn Celle Dessau Essen Fulda Gera Halle Jena Kassel Lübeck Mainz Neuss Passau Trier Ulm Wismar',
);
const firstName = () => (random() < 0.1 ? `${oneOf(firstNames)}-${oneOf(firstNames)}` : oneOf(firstNames));
const lastName = () => (random() < 0.07 ? oneOf(commonNames) : `${oneOf(starts)}${oneOf(ends)}`);

const functions = ['Pflegefachkraft', 'Oberarzt Kardiologie', 'Oberärztin Chirurgie', 'Haustechnik', 'Verwaltung'];
const departments = ['Pflege', 'Chirurgie', 'Innere Medizin', 'Verwaltung', 'Technik', 'Labor'];

/** Creates people with five entries of contact data each, a thousand per statement. */
async function fill(): Promise<void> {
  for (let made = 0; made < count; made += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - made) }, (_, at) => {
      const [first, last] = [firstName(), lastName()];
      return {
        key: `b${made + at}`,
        first,
        last,
        email: `${first}.${last}@klinikum.example`.toLowerCase(),
        mobile: `+4917${digits(8)}`,
        phone: `+4930${digits(7)}`,
        function: oneOf(functions),
        department: oneOf(departments),
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
    const name = `${oneOf(departments)} ${oneOf(towns)}`;
    await app.db.insertInto('groups').values({ name }).execute();
    await app.db
      .insertInto('mailingLists')
      .values({ name: `Verteiler ${name}` })
      .execute();
  }
  await sql`analyze`.execute(app.db);
}

const swapped = (word: string) => `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`;

const kinds: Record<string, () => string> = {
  'family name': () => lastName(),
  'first and family name': () => `${firstName()} ${lastName()}`,
  'beginning of a name': () => lastName().slice(0, 3),
  'two letters': () => lastName().slice(0, 2),
  'one letter': () => lastName().slice(0, 1),
  'name with a typing error': () => swapped(lastName()),
  'telephone number': () => `0176 ${digits(3)}`,
  'name and function': () => `${lastName()} kardiologie`,
  'department of thousands': () => oneOf(departments),
  'part of every address': () => 'klinikum',
  'town of a group': () => oneOf(towns),
  'nothing that exists': () => Array.from({ length: 9 }, () => oneOf(split('q w x z v y k j p'))).join(''),
};

const context = (): Context => ({
  ...(app as unknown as Context),
  viewer: {
    id: 1,
    apiKey: null,
    sessionId: '',
    sessionEndsAt: new Date(),
    roles: [],
    features: new Set(),
    mustSetUpTotp: false,
    language: 'de',
  },
  loaders: createLoaders(app.db),
  ip: '',
});

await fill();
const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
for (let round = -1; round < rounds; round++) {
  for (const [kind, term] of Object.entries(kinds)) {
    const begun = performance.now();
    await searchAll(context(), term(), 8);
    if (round >= 0) times.get(kind)!.push(performance.now() - begun); // the first round warms up
  }
}
const rowOf = (kind: string, own: readonly number[]) =>
  row({ name: `search among ${count} people (p95), ${kind}`, value: percentile(own, 0.95), unit: 'ms' });
print(
  [...[...times].map(([kind, own]) => rowOf(kind, own)), rowOf('all kinds', [...times.values()].flat())],
  values.json,
);
await app.stop();
