import { networkName } from '#shared/network-names.ts';
import { graphemes, weighed } from './thread.ts';

/** What a text may have, network by network, as Ayrshare names them; those with a thread take longer ones in parts. */
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

/** How long a text is on one of them. */
export const lengthOn = (id: string, text: string): number => (networks[id]!.length ?? graphemes)(text);

/** The networks in a list with commas; null when one of them is not known, or there is none. */
export function networksIn(list: unknown): string[] | null {
  const own = String(list ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return own.length && own.every((name) => Object.hasOwn(networks, name)) ? own : null;
}
