import type { FeedField } from '#shared/feed-field.ts';
import { optionsFrom } from '#shared/fields/select.ts';
import { networkName } from '#shared/network-names.ts';
import { graphemes, weighed } from './thread.ts';

/** The text limits by network; those with `thread` accept parts. */
export const networks: Readonly<
  Record<string, { name: string; limit: number; thread?: string; length?: (text: string) => number }>
> = {
  bluesky: { name: networkName('bluesky'), limit: 300 },
  facebook: { name: networkName('facebook'), limit: 63_206 },
  gmb: { name: networkName('gmb'), limit: 1_500 },
  instagram: { name: networkName('instagram'), limit: 2_200 },
  linkedin: { name: networkName('linkedin'), limit: 3_000 },
  telegram: { name: networkName('telegram'), limit: 4_096 },
  threads: { name: networkName('threads'), limit: 500, thread: 'threadsOptions' },
  twitter: { name: networkName('twitter'), limit: 280, thread: 'twitterOptions', length: weighed },
};

export const lengthOn = (id: string, text: string): number => (networks[id]!.length ?? graphemes)(text);

/** Parses a list of networks; null if unknown or empty. */
export function networksIn(list: unknown): string[] | null {
  const own = String(list ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return own.length && own.every((name) => Object.hasOwn(networks, name)) ? own : null;
}

/** The field that chooses a post's networks. */
export const platformsField: FeedField = {
  name: 'platforms',
  kind: 'selectMany',
  options: optionsFrom(
    Object.fromEntries(Object.entries(networks).map(([id, { name }]) => [id, { de: name, en: name }])),
  ),
  label: { de: 'Netzwerke', en: 'Networks' },
  hint: { de: 'Ohne Auswahl: die des Kanals.', en: 'If none is chosen: those of the channel.' },
};
