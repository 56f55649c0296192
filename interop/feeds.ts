// Publications, read by libxml2: CAP messages by the schema of OASIS, feeds as well-formed XML.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { capDocument } from '#server/channels/cap/document.ts';
import type { Feed } from '#server/outside/feeds/feed.ts';
import { atomFeed, rssFeed } from '#server/outside/feeds/xml.ts';
import { capMessages } from '#testing/cap/messages.ts';
import { missing } from './programs/missing.ts';

const xmllint = process.env['XMLLINT'] ?? '/usr/bin/xmllint';
const schema = process.env['CAP_SCHEMA'] ?? '/usr/local/share/xml/CAP-v1.2.xsd';
const count = 300;

const needed = [
  ...missing({ [xmllint]: 'libxml2-utils' }),
  ...(existsSync(schema) ? [] : [`${schema} (CAP-v1.2.xsd of OASIS; CAP_SCHEMA names where it lies)`]),
];
before(() => assert.deepEqual(needed, [], 'something is missing to run this'));

test('hundreds of CAP messages are valid by the schema of OASIS, and feeds with all of them are well-formed', async () => {
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
  } finally {
    await rm(folder, { recursive: true });
  }
});

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
    eventType: { id: 1, name: 'Brand & Rauch', nameEn: null },
    document: '<alert/>',
    channelId: 1,
    eventId: 1,
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
