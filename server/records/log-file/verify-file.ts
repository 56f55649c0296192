import { createHash, type KeyObject } from 'node:crypto';
import { withheldKinds } from '#shared/event-log/withheld.ts';
import { chainFindings, type Link } from './chain.ts';
import { contentOf, dateOf, type Held, hashOf, parseContent, sha256Hex } from './held.ts';
import { cells, place, sealKind } from './line.ts';
import { cellsOf, splitLines, Unreadable } from './read.ts';
import { isSealedWith, keyFingerprint, keyOfSeal, readSeal, type Seal } from './seal.ts';

/** Result of a log verification. */
export interface Verdict {
  /** `event` and the event's id; null if unknown. */
  chain: string | null;
  entries: number;
  /** Faults as text; empty for a complete and unchanged log. */
  findings: string[];
  /** Further remarks for the user. */
  remarks: string[];
}

interface Found {
  links: Link[];
  events: Set<number>;
  findings: string[];
  seal: Seal | null;
  /** The number of entries whose content works-council mode withholds. */
  withheld: number;
  /** SHA-256 of everything before the seal. */
  file: string;
}

/**
 * Verifies an exported log: recomputes hashes and checks the seal, which proves the end. `trusted`: the installation's
 * key from elsewhere; without it, a forgery with another key is indistinguishable, as remarked.
 */
export async function verifyFile(pieces: AsyncIterable<string>, trusted: KeyObject | null): Promise<Verdict> {
  const found: Found = { links: [], events: new Set(), findings: [], seal: null, withheld: 0, file: '' };
  try {
    await readAll(pieces, found);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    found.findings.push(error.message);
  }
  const { links, seal, findings } = found;
  const chain = chainFindings(links, seal?.head);
  findings.push(...chain);
  if (!chain.length) findings.push(...numberFindings(links));
  const remarks: string[] = [];
  if (seal) findings.push(...sealFindings(found, seal, trusted, remarks));
  else findings.push('the closing seal is missing: the end may have been cut off');
  if (found.withheld) remarks.push(withheldRemark(found.withheld));
  if (found.events.size > 1) findings.push('it holds entries of several events');
  return { chain: seal?.chain ?? null, entries: links.length, findings, remarks };
}

async function readAll(pieces: AsyncIterable<string>, found: Found): Promise<void> {
  const digest = createHash('sha256');
  let at = 0;
  for await (const line of splitLines(pieces)) {
    at++;
    const values = cellsOf(line);
    if (found.seal) found.findings.push(`line ${at} is after the closing seal`);
    const isSeal = values[place.kind] === sealKind;
    if (isSeal && !found.seal) found.file = digest.copy().digest('hex');
    digest.update(line);
    if (at === 1) continue; // the heading
    const what = isSeal ? `the closing seal (line ${at})` : `entry ${values[place.number]} (line ${at})`;
    const lineOf = { line, values, what };
    if (values.length !== cells) found.findings.push(`${what} has ${values.length} cells instead of ${cells}`);
    else if (!isSeal) readEntry(lineOf, found);
    else {
      found.seal = readSeal(values[place.content]!);
      if (!found.seal || !isUnchanged(lineOf)) found.findings.push(`${what} was changed`);
    }
  }
}

interface Line {
  line: string;
  values: string[];
  what: string;
}

const isUnchanged = ({ line, values }: Line) => sha256Hex(line.slice(0, line.lastIndexOf(';'))) === values[place.check];

function readEntry(of: Line, found: Found): void {
  const { links, events, findings } = found;
  const { values, what } = of;
  const content = values[place.content]!;
  const [previous, hash] = [values[place.previous]!, values[place.hash]!];
  if (content === '' && withheldKinds.includes(values[place.kind]!)) {
    links.push({ name: what, number: Number(values[place.number]), previous, hash, computed: hash });
    if (!isUnchanged(of)) findings.push(`${what} was changed`);
    found.withheld++;
    return;
  }
  const computed = hashOf(previous, content);
  links.push({ name: what, number: Number(values[place.number]), previous, hash, computed });
  if (computed !== hash) return; // said with the chain
  const held = parseContent(content);
  if (held) events.add(held.eventId);
  if (!held || !isSaid(held, values, links)) findings.push(`${what} was changed: it differs from the chain`);
  else if (!isUnchanged(of))
    findings.push(`${what} was changed, in a part that the chain does not protect (a name, a sentence)`);
}

/** Compares a line's readable cells with the hashed content. */
function isSaid(held: Held, values: readonly string[], links: readonly Link[]): boolean {
  const corrected = held.corrects === null ? '' : links[Number(values[place.corrects]) - 1]?.hash;
  return (
    values[place.kind] === held.kind &&
    values[place.utc] === dateOf(held.at).toISOString() &&
    values[place.happenedUtc] === (held.happenedAt === null ? '' : dateOf(held.happenedAt).toISOString()) &&
    isWritten(held, values[place.text]!) &&
    (held.corrects === null ? values[place.corrects] === '' : corrected === held.corrects) &&
    // a content is written in one way only
    (held.data !== null || values[place.content] === contentOf(held))
  );
}

/** Free text is unchanged; an API key's name follows it. */
const isWritten = ({ text, data }: Held, said: string) =>
  text === null || (data === null ? said === text : said.startsWith(text));

/** In an intact chain, the numbers equal the positions. */
const numberFindings = (links: readonly Link[]) =>
  links.flatMap(({ name, number }, at) => (number === at + 1 ? [] : [`${name} was changed: it is number ${at + 1}`]));

function sealFindings(
  { links, events, file }: Found,
  seal: Seal,
  trusted: KeyObject | null,
  remarks: string[],
): string[] {
  const findings: string[] = [];
  const cut = seal.entries - links.length;
  if (cut > 0) findings.push(`${cut} of ${seal.entries} entries are missing`);
  else if (cut < 0) findings.push(`there are ${-cut} entries more than were sealed`);
  else if (seal.entries && links.at(-1)!.hash !== seal.head)
    findings.push('the last entry is not the one that was sealed');
  if ([...events].some((event) => `event ${event}` !== seal.chain)) findings.push(`the seal is one of ${seal.chain}`);
  if (seal.file !== file) findings.push('something before the seal was changed since it was made');
  const key = trusted ?? keyOfSeal(seal);
  if (!key || !isSealedWith(seal, key))
    findings.push(`the seal was not signed with the key that ${trusted ? 'you trust' : 'it names'}`);
  if (!trusted && key) remarks.push(untrusted(key));
  if (!seal.whole) findings.push('when the file was made, the log in the database was already broken');
  remarks.push(`Sealed at ${seal.at}; later entries are not included.`);
  return findings;
}

const withheldRemark = (entries: number) =>
  `The content of entries about single people is withheld (${entries}). Only their place in the log was checked.`;

const untrusted = (key: KeyObject) =>
  `THE SIGNATURE WAS NOT CHECKED AGAINST A KEY YOU TRUST. It names the key with the fingerprint
${keyFingerprint(key)}; ask for the installation's key (/api/log-key.pem) in another way
and give it with --key FILE. Without it a file that somebody made anew as a whole looks like a real one.`;
