/** Reasons why recipients can't open links: they point to this computer, or are unencrypted. */
export type LinkTrouble = 'loopback' | 'insecure';

/** Checks the address of links; null if recipients can open them. */
export function linkTrouble(publicUrl: string): LinkTrouble | null {
  if (!URL.canParse(publicUrl)) return 'loopback';
  const { hostname, protocol } = new URL(publicUrl);
  const isHere = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f:]*\])\.?$/.test(
    hostname,
  );
  if (isHere) return 'loopback';
  return protocol === 'https:' ? null : 'insecure';
}
