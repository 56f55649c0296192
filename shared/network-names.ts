const names: Readonly<Record<string, string>> = {
  bluesky: 'Bluesky',
  facebook: 'Facebook',
  gmb: 'Google Business Profile',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  mastodon: 'Mastodon',
  matrix: 'Matrix',
  telegram: 'Telegram',
  threads: 'Threads',
  twitter: 'X',
};

/** Returns the display name of a social network, or its identifier if unknown. */
export const networkName = (id: string): string => names[id] ?? id;
