// What is published, read by libxml2: CAP messages against the schema of OASIS, feeds as well-formed XML.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { capDocument } from '#server/channels/cap/document.ts';
import type { Feed } from '#server/feeds/feed.ts';
import { atomFeed, rssFeed } from '#server/feeds/xml.ts';
import { capMessages } from '#server/testing/cap-messages.ts';

const xmllint = process.env['XMLLINT'] ?? 'xmllint';
const schema = process.env['CAP_SCHEMA'] ?? '/usr/local/share/xml/CAP-v1.2.xsd';
const count = 300;

/** What has to be there. */
export const needs = [
  { program: xmllint, debian: 'libxml2-utils' },
  {
    program: schema,
    debian: 'none, it is https://docs.oasis-open.org/emergency/cap/v1.2/CAP-v1.2.xsd; CAP_SCHEMA names where it lies',
  },
];

/** Writes many messages and feeds and has them read. */
export async function run(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'meldekette-peer-'));
  try {
    const messages = fc.sample(capMessages, count);
    const alerts = await written(folder, 'cap', messages.map(capDocument));
    await check('--noout', '--nonet', '--schema', schema, ...alerts);
    const feed = feedOf(messages.map(({ texts, at, key }) => ({ texts, at, key })));
    const place = { publicUrl: 'https://krise.example.org' };
    const view = { language: 'de', eventType: null } as const;
    const feeds = await written(folder, 'feed', [atomFeed(place, feed, view), rssFeed(place, feed, view)]);
    await check('--noout', '--nonet', ...feeds);
    return `${alerts.length} CAP messages are valid by the schema of OASIS; Atom and RSS with as many entries are well-formed`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const check = (...args: string[]) => promisify(execFile)(xmllint, args, { maxBuffer: 10_000_000 });

async function written(folder: string, name: string, documents: readonly string[]): Promise<string[]> {
  const files = documents.map((_document, at) => path.join(folder, `${name}-${at}.xml`));
  await Promise.all(files.map((file, at) => writeFile(file, documents[at]!)));
  return files;
}

function feedOf(entries: readonly Pick<Feed['all'][number] & { at: Date }, 'texts' | 'at' | 'key'>[]): Feed {
  const all = entries.map(({ texts, at: publishedAt, key }) => ({
    key,
    texts,
    publishedAt,
    kind: 'update' as const,
    expiresAt: null,
    replacedAt: publishedAt,
    replacedBy: { key, kind: 'cancel' as const },
    eventType: { id: 1, name: 'Brand & Rauch' },
    document: '<alert/>',
  }));
  return {
    channelId: 1,
    key: '0b8f3c1e-6c1d-4b57-9f0e-0d1f6c1e2a3b',
    title: 'Lage <aktuell>',
    description: 'Für alle & jeden',
    organisation: 'Klinikum Nord',
    language: 'de',
    timeZone: 'Europe/Berlin',
    imprint: null,
    privacy: null,
    shown: all,
    all,
  };
}
