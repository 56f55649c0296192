/** A request from outside, without a sign-in. */
export interface HostileRequest {
  /** The door: a path, or the name of a channel whose callback address it goes to. */
  to: string;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
}

const most = 250_000; // callbacks take 256 KB
const fill = (piece: string) => piece.repeat(Math.floor(most / piece.length));
const [json, form] = ['application/json', 'application/x-www-form-urlencoded'];
const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Replies, receipts, key presses and other requests that are expensive to read. */
export const hostileRequests: Readonly<Record<string, HostileRequest>> = {
  'lists within lists': { to: 'gateway/reply', type: json, body: deep('[', ']', most / 2) },
  'objects within objects': { to: 'gateway/receipt', type: json, body: deep('{"results":', '}', 20_000) },
  'a hundred thousand receipts': { to: 'gateway/receipt', type: json, body: `{"results":[${fill('{},')}{}]}` },
  'seven thousand receipts': {
    to: 'gateway/receipt',
    type: json,
    body: `{"results":[${'{"id":"x","state":"OK"},'.repeat(7_000)}{"id":"y","state":"OK"}]}`,
  },
  'a reply of braces': {
    to: 'gateway/reply',
    type: json,
    body: JSON.stringify({ msisdn: '4915111', message: '{'.repeat(200_000) }),
  },
  'a reply of codes': {
    to: 'gateway/reply',
    type: json,
    body: JSON.stringify({ msisdn: '4915112', message: '1 2 '.repeat(50_000) }),
  },
  'a reply of zeros': {
    to: 'gateway/reply',
    type: json,
    body: JSON.stringify({ msisdn: '4', message: '\0'.repeat(30_000) }),
  },
  'a sender of a hundred thousand digits': {
    to: 'gateway/reply',
    type: json,
    body: JSON.stringify({ msisdn: '4'.repeat(200_000), message: 'ja' }),
  },
  'a form of empty fields': { to: 'gateway/reply', type: form, body: fill('&') },
  'a form of fields': { to: 'gateway/reply', type: form, body: fill('a=b&') },
  'a form of signs': { to: 'gateway/reply', type: form, body: fill('%') },
  'a form of letters in bytes': { to: 'gateway/reply', type: form, body: `msisdn=1&message=${fill('%E4')}` },
  'text of another character set': { to: 'gateway/reply', type: `${form}; charset=x`, body: fill('ä') },
  'XML within XML': { to: 'gateway/reply', type: 'text/xml', body: fill('<a>') },
  'keys pressed without end': { to: 'voice/gather', type: form, body: `Digits=${fill('1')}` },
  'keys of a form of fields': { to: 'voice/gather', type: form, body: fill('Digits=1&') },
  'a call of another': { to: 'voice/call', type: form, body: `From=${fill('+')}` },
  'a receipt of many words': { to: 'voice/status', type: form, body: `CallStatus=${fill('busy ')}` },
  'a query of braces': { to: '/api/graphql/', type: json, body: JSON.stringify({ query: '{'.repeat(100_000) }) },
  'a query of fields': {
    to: '/api/graphql/',
    type: json,
    body: JSON.stringify({ query: `{${'a '.repeat(100_000)}}` }),
  },
  'a query of texts': {
    to: '/api/graphql/',
    type: json,
    body: JSON.stringify({ query: `{a(b:"${'\\\\'.repeat(90_000)}` }),
  },
  'a query of comments': { to: '/api/graphql/', type: json, body: JSON.stringify({ query: '#\n'.repeat(100_000) }) },
  'variables within variables': {
    to: '/api/graphql/',
    type: json,
    body: `{"query":"{__typename}","variables":${deep('{"a":', '1', 20_000).replace(/1+$/, '1')}${'}'.repeat(20_000)}}`,
  },
  'a form in a hundred thousand parts': {
    to: '/api/graphql/',
    type: 'multipart/form-data; boundary=b',
    body: fill('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'),
  },
  'a form whose border is a dash': { to: '/api/graphql/', type: 'multipart/form-data; boundary=-', body: fill('-') },
  'a header of blanks': { to: '/api/status', headers: { 'accept-language': 'de;q=0.1,'.repeat(700) } },
  'a header of addresses': { to: '/api/status', headers: { 'x-forwarded-for': '1,'.repeat(3_000) } },
  'a cookie of fields': { to: '/api/status', headers: { cookie: 'a=b;'.repeat(1_500) } },
  'an answer to nobody': { to: `/a/${'x'.repeat(22)}`, type: form, body: fill('option=1&') },
  'a report of a browser': { to: '/api/policy-reports', type: 'application/reports+json', body: `[${fill('{},')}{}]` },
  'a password of a quarter megabyte': {
    to: '/api/auth',
    type: json,
    body: JSON.stringify({ email: fill('a@'), password: 'x' }),
  },
  'a registration of zeros': {
    to: '/api/register',
    type: json,
    body: JSON.stringify({ email: `${'a.'.repeat(60_000)}@b`, password: 'a'.repeat(90_000) }),
  },
};
