/** Adds the + that many providers omit to a known international number. Others stay unchanged. */
export function senderNumber(written: string, international = false): string {
  const address = written.trim().replace(/^00(?=[1-9]\d{8})/, '+');
  const like = international || (address.length >= 10 && !address.startsWith('0'));
  return like && /^\d+$/.test(address) ? `+${address}` : address;
}
