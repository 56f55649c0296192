/**
 * The number a text came from, with + where it is international: known to be, or written like one, since many providers
 * leave out the +. Anything else stays as it is.
 */
export function senderNumber(written: string, international = false): string {
  const address = written.trim();
  const like = international || (address.length >= 10 && !address.startsWith('0'));
  return like && /^\d+$/.test(address) ? `+${address}` : address;
}
