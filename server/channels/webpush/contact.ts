import { isMailAddress } from '#server/channels/smtp/mail-address.ts';
import type { RefusalKey } from '#shared/refusals.ts';

// names that never exist on the internet (RFC 2606, 6761, 6762, 8375); Apple refuses them
const privateDomains = new Set(
  'local localdomain localhost lan home internal intern intra intranet private corp domain host workgroup invalid test onion arpa fritz box'.split(
    ' ',
  ),
);

/** Refuses a contact address that push services reject. */
export function contactFault(contact: string): RefusalKey | null {
  if (!isMailAddress(contact)) return 'error_invalid_email';
  const labels = contact
    .slice(contact.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  const top = labels.at(-1)!;
  return labels.length < 2 || privateDomains.has(top) || /^\d*$/.test(top) || top.endsWith(']')
    ? 'error_private_domain'
    : null;
}
