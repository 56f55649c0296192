import type { OwnEnd } from './dialog.ts';
import { cseqOf, type SipHeader, type SipRequest } from './message.ts';

export interface Invitation {
  uri: string;
  from: string;
  /** The offer of sound. */
  offer: string;
}

export function inviteRequest({ uri, offer }: Invitation, own: OwnEnd): SipRequest {
  const headers: SipHeader[] = [
    ['max-forwards', '70'],
    ['from', own.from],
    ['to', `<${uri}>`],
    ['call-id', own.id],
    ['cseq', `${own.number} INVITE`],
    ['contact', own.contact],
    ['allow', 'INVITE, ACK, CANCEL, BYE, OPTIONS'],
    ['user-agent', own.agent],
    ['content-type', 'application/sdp'],
  ];
  return { method: 'INVITE', uri, headers, body: offer };
}

const repeatedByCancel = ['max-forwards', 'from', 'to', 'call-id', 'route', 'user-agent'];

/** Returns the request that ends the ringing of an INVITE. */
export function cancelRequest(invite: SipRequest): SipRequest {
  const headers: SipHeader[] = [
    ...invite.headers.filter(([name]) => repeatedByCancel.includes(name)),
    ['cseq', `${cseqOf(invite)?.number ?? 0} CANCEL`],
  ];
  return { method: 'CANCEL', uri: invite.uri, headers, body: '' };
}
