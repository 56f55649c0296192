import { sql } from 'kysely';
import { type Sealing, sealedChains } from '#server/platform/seals/check.ts';
import { isSealSigned } from '#server/platform/seals/seal.ts';
import { chainFindings, type Link } from './chain.ts';
import { readLogEntries } from './entries.ts';
import { contentOf, hashOf } from './held.ts';
import type { Verdict } from './verify-file.ts';

interface StoredSeal {
  entries: number;
  head: string;
  at: Date;
  signature: Buffer;
}

/** Verifies a stored log here, not in the database, up to the newest seal. Null without one. */
export async function verifyStored(sealing: Sealing, eventId: number): Promise<Verdict | null> {
  const chain = `event ${eventId}`;
  // the seal first, so that sealed entries exist
  const [seal, sealed] = [await newestSeal(sealing, chain), await sealedChains(sealing)];
  const links: Link[] = [];
  for await (const portion of readLogEntries(sealing.db, eventId, null))
    for (const entry of portion) {
      const { id, number, previousHash: previous, hash } = entry;
      const name = `entry ${number} (row ${id})`;
      links.push({ name, number, previous, hash, computed: hashOf(previous, contentOf(entry)) });
    }
  if (!links.length && !seal && !sealed?.has(chain)) return null;
  const findings = chainFindings(links);
  const remarks: string[] = [];
  if (!sealed) findings.push('the list of all sealed logs is not the one that was sealed');
  if (seal) findings.push(...sealFindings(sealing, chain, seal, links, remarks));
  else if (sealed?.has(chain)) findings.push('its seal was removed');
  else remarks.push('It was not sealed yet (that is done every ten minutes): an end that was cut off does not show.');
  return { chain, entries: links.length, findings, remarks };
}

async function newestSeal({ db }: Sealing, chain: string): Promise<StoredSeal | undefined> {
  const { rows } = await sql<StoredSeal>`
    select entries, head, at, signature from log_seals where chain = ${chain}`.execute(db);
  return rows[0];
}

function sealFindings(
  { secrets }: Sealing,
  chain: string,
  { signature, ...seal }: StoredSeal,
  links: readonly Link[],
  remarks: string[],
): string[] {
  const findings: string[] = [];
  const cut = seal.entries - links.length;
  if (!isSealSigned(secrets.seal, { chain, ...seal }, signature))
    findings.push('its seal was not signed by this installation');
  if (cut > 0) findings.push(`${cut} of ${seal.entries} sealed entries are missing`);
  else if (seal.entries && links[seal.entries - 1]!.hash !== seal.head)
    findings.push(`entry ${seal.entries} is not the one that was sealed: entries before it were removed or added`);
  remarks.push(
    `Sealed at ${seal.at.toISOString()} up to entry ${seal.entries}; later entries can be cut off without a trace.`,
  );
  return findings;
}
