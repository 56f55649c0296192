import { z } from 'zod';

/** The first member of every backup, readable without a passphrase. */
export const manifestName = 'manifest.json';

/** The last member: the SHA-256 of the others, for `sha256sum --check`. */
export const sumsName = 'SHA256SUMS';

/** The age identity of the other members, encrypted to passphrase or recipient. */
export const identityName = 'identity.txt.age';

/** The installation's key, encrypted with its own passphrase. */
export const keyName = 'secret-key.age';

export const [schemaName, constraintsName] = ['schema.sql', 'constraints.sql'];

export const formatName = 'meldekette-backup';
export const formatVersion = 1;

const count = z.number().int().nonnegative();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const schema = z.object({
  format: z.literal(formatName),
  formatVersion: z.literal(formatVersion),
  program: z.string(),
  migration: z.string(),
  postgres: z.string(),
  schema: z.string(),
  createdAt: z.iso.datetime(),
  encryption: z.enum(['none', 'passphrase', 'recipient']),
  hasKey: z.boolean(),
  seals: z.object({ count, sha256: hash }),
  tables: z.array(z.object({ name: z.string(), member: z.string(), rows: count })),
  members: z.array(z.object({ name: z.string(), size: count, sha256: hash })),
});

/** Lists the members with size and hash, except itself and the hashes. */
export type Manifest = z.infer<typeof schema>;

/** Returns a manifest, the version of a newer format, or null. */
export function parseManifest(text: string): Manifest | { newerFormat: number } | null {
  const data = parseJson(text);
  const version = z.object({ format: z.literal(formatName), formatVersion: count }).safeParse(data);
  if (version.success && version.data.formatVersion > formatVersion) return { newerFormat: version.data.formatVersion };
  return schema.safeParse(data).data ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
