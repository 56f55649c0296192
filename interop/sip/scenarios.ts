/** Scenarios of SIPp: a PBX that asks for credentials, and then does something. Names are those of the trial's rows. */

const respond = (status: string, { headers = '', body = '', retrans = false, tag = true } = {}) =>
  `<send${retrans ? ' retrans="500"' : ''}><![CDATA[
SIP/2.0 ${status}
[last_Via:]
[last_From:]
[last_To:]${tag ? ';tag=[call_number]' : ''}
[last_Call-ID:]
[last_CSeq:]
${headers ? `${headers}\n` : ''}Contact: <sip:trial@[local_ip]:[local_port];transport=[transport]>
${body ? `Content-Type: application/sdp\nContent-Length: [len]\n\n${body}` : 'Content-Length: 0\n'}
]]></send>`;

const request = (method: string, number: number, body = '') =>
  `<send retrans="500"><![CDATA[
${method} [next_url] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:trial@[local_ip]:[local_port]>;tag=[call_number]
To: [$caller]
Call-ID: [call_id]
CSeq: ${number} ${method}
Contact: <sip:trial@[local_ip]:[local_port];transport=[transport]>
Max-Forwards: 70
${body ? `Content-Type: application/sdp\nContent-Length: [len]\n\n${body}` : 'Content-Length: 0\n'}
]]></send>`;

const answer = `v=0
o=- 1 1 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP[media_ip_type] [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 8 101
a=rtpmap:8 PCMA/8000
a=rtpmap:101 telephone-event/8000
`;

const receive = (method: string, more = '') => `<recv request="${method}"${more}/>`;
/** Stores the target of requests to the telephone: the caller's address, with its tag. */
const caller = `<recv request="INVITE" rrs="true"><action>
<ereg regexp=".*" search_in="hdr" header="From:" assign_to="caller"/>
<verifyauth assign_to="isRight" username="haus" password="geheim"/>
</action></recv>
<nop test="isRight" next="right"/>
${respond('403 Forbidden')}
${receive('ACK', ' next="end"')}
<label id="right"/>`;

const challenged = (status: string, header: string, algorithm: string) => [
  receive('INVITE'),
  respond(status, { headers: `${header}: Digest realm="trial", nonce="abc123", algorithm=${algorithm}, qop="auth"` }),
  receive('ACK'),
];

const ringing = respond('180 Ringing');
const accepted = [respond('200 OK', { body: answer, retrans: true }), receive('ACK')];
const hungUpByProgram = [receive('BYE'), respond('200 OK', { tag: false })];
const hungUp = [request('BYE', 2), '<recv response="200"/>'];

const scenario = (...steps: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<scenario name="trial">\n${[
    ...challenged('401 Unauthorized', 'WWW-Authenticate', 'MD5'),
    caller,
    ...steps,
    '<label id="end"/>',
    '<Reference variables="caller"/>',
    '<pause milliseconds="100"/>',
  ].join('\n')}\n</scenario>\n`;

const refused = (status: string) => scenario(ringing, respond(status), receive('ACK'));

/** A scenario, and how a call to it ends: `sent`, or kind and reason. */
export const scenarios: Readonly<Record<string, { xml: string; ends: string }>> = {
  answered: { xml: scenario(ringing, ...accepted, ...hungUpByProgram), ends: 'sent' },
  'early media': {
    xml: scenario(
      respond('183 Session Progress', { body: answer }),
      '<pause milliseconds="500"/>',
      ...accepted,
      ...hungUpByProgram,
    ),
    ends: 'sent',
  },
  're-INVITE': {
    xml: scenario(
      ringing,
      ...accepted,
      request('INVITE', 1, answer),
      '<recv response="488"/>',
      request('ACK', 1).replace(' retrans="500"', ''),
      ...hungUpByProgram,
    ),
    ends: 'sent',
  },
  'hung up at once': {
    xml: scenario(ringing, ...accepted, '<pause milliseconds="200"/>', ...hungUp),
    ends: 'temporary connection_lost',
  },
  busy: { xml: refused('486 Busy Here'), ends: 'temporary line_busy' },
  declined: { xml: refused('603 Decline'), ends: 'temporary call_declined' },
  unreachable: { xml: refused('404 Not Found'), ends: 'permanent address_unknown' },
  overloaded: { xml: refused('503 Service Unavailable'), ends: 'channel channel_limit' },
  'no answer': {
    xml: scenario(
      ringing,
      '<recv request="CANCEL"/>',
      respond('200 OK'),
      `<send><![CDATA[
SIP/2.0 487 Request Terminated
[last_Via:]
[last_From:]
[last_To:];tag=[call_number]
[last_Call-ID:]
CSeq: [cseq] INVITE
Content-Length: 0

]]></send>`,
      receive('ACK'),
    ),
    ends: 'temporary no_answer',
  },
};
