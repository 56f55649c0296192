import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import pg from 'pg';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openApiDocument } from '#server/program/openapi/document.ts';
import { schema } from '#server/program/schema.ts';
import { errorsPage } from './api-reference/errors-page.ts';
import { referencePages } from './api-reference/reference-pages.ts';
import { generatedCards } from './generated-cards.ts';
import { generatedDocuments } from './generated-documents.ts';
import { generatedScale } from './generated-scale.ts';
import { generatedSizes } from './generated-sizes.ts';
import { withNewSums } from './migration-findings.ts';
import { dumpSchema } from './schema-dump.ts';

/** Returns the text of every file derived from code or migrations, by path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const documents = {
    ...(await generatedDocuments()),
    'docs/scale.md': await generatedScale(),
    'docs/api/errors.md': await errorsPage(),
    ...referencePages(schema),
    ...(await generatedCards()),
    ...(await generatedSizes()),
  };
  return { ...fromGraphqlSchema(), ...(await fromMigrations()), ...documents, ...(await sumsOfMigrations()) };
}

function fromGraphqlSchema(): Record<string, string> {
  const sorted = lexicographicSortSchema(schema);
  // the command line of gql.tada needs the JavaScript API of TypeScript 6; its library does not
  const introspection = minifyIntrospection(introspectionFromSchema(sorted, { descriptions: false }));
  return {
    'schema.graphql': `${printSchema(sorted)}\n`,
    'docs/api/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
    'web/lib/graphql-env.d.ts': outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
  };
}

async function fromMigrations(): Promise<Record<string, string>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-test-'));
  const postgres = await startEmbedded({ dir, settings: { fsync: 'off' } });
  try {
    await migrate(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const dump = await dumpSchema(client);
    await client.end();
    return {
      'schema.sql': dump,
      'server/platform/database/types.gen.ts': await rowTypes(postgres.url, path.join(dir, 'types')),
    };
  } finally {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Adds the checksums of new migrations; scripts/check-migrations.ts reports those that changed. */
async function sumsOfMigrations(): Promise<Record<string, string>> {
  const list = 'migrations/SHA256SUMS';
  const names = (await readdir('migrations')).filter((file) => file.endsWith('.sql')).sort();
  const files = names.map(async (name) => ({ name, text: await readFile(path.join('migrations', name), 'utf8') }));
  return { [list]: withNewSums(await readFile(list, 'utf8'), await Promise.all(files)) };
}

async function rowTypes(url: string, file: string): Promise<string> {
  const program = path.resolve('node_modules/kysely-codegen/dist/cli/bin.js');
  const types = ['--camel-case', '--type-mapping', '{"int8":"number"}']; // connect.ts reads bigint as number
  const what = ['--exclude-pattern', 'migrations', '--out-file', file, '--log-level', 'error'];
  const args = ['--dialect', 'postgres', '--url', url, ...what, ...types];
  await promisify(execFile)(process.execPath, [program, ...args]);
  return readFile(file, 'utf8');
}
