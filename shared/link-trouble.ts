/** Reasons why recipients of an alarm may not open its links: they point to this computer, or are not encrypted. */
export type LinkTrouble = 'loopback' | 'insecure';

/** Checks the address that links begin with; null if recipients can open it and it is encrypted. */
export function linkTrouble(publicUrl: string): LinkTrouble | null {
  if (!URL.canParse(publicUrl)) return 'loopback';
  const { hostname, protocol } = new URL(publicUrl);
  const isHere = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f:]*\])\.?$/.test(
    hostname,
  );
  if (isHere) return 'loopback';
  return protocol === 'https:' ? null : 'insecure';
}
