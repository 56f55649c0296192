/** Masks the middle of an address, for users without access to private contact data. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at > 0) return `${address.slice(0, 1)}•••${address.slice(at)}`;
  return address.length > 6 ? `${address.slice(0, 3)}•••${address.slice(-2)}` : '•••';
}
