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

export const networkName = (id: string): string => names[id] ?? id;
