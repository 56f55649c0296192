/** The kinds of server, as in libpq: `primary` ignores a read-only default, `any` accepts a standby. */
const accepted = ['any', 'read-write', 'primary'] as const;

export interface Servers {
  urls: readonly string[];
  accepts: (typeof accepted)[number];
}

const parameter = 'target_session_attrs';

/**
 * Returns the servers of an address with several hosts or `target_session_attrs`; otherwise null. Several default to
 * `read-write`, because every process writes.
 */
export function serversOf(url: string): Servers | null {
  const { before, hosts, path, pairs, hostList, portList, kinds } = partsOf(url);
  const names = hostList ?? hosts;
  if (names.length < 2 && kinds.length === 0) return null;
  const usual = /:(\d+)$/.exec(hosts.at(-1)!)?.[1]; // pg takes it for hosts in parameters, too
  const rest = (own: string[]) => {
    const all = [...pairs, ...own].join('&');
    return all && `?${all}`;
  };
  const urls = names.map((name, at) => {
    if (!hostList) return `${before}${name}${path}${rest([])}`;
    const port = portList.length > 1 ? portList[at] : (portList[0] ?? usual);
    const own = [`host=${encodeURIComponent(name)}`, ...(port ? [`port=${port}`] : [])];
    return `${before}${path}${rest(own)}`;
  });
  const kind = accepted.find((one) => one === kinds.at(-1));
  return { urls, accepts: kind ?? 'read-write' };
}

/** Returns what is wrong with the servers, as the rest of a sentence that begins with the name; null if valid. */
export function faultOfServers(url: string): string | null {
  const { hosts, hostList, portList, kinds } = partsOf(url);
  const wrong = kinds.find((kind) => !accepted.some((one) => one === kind));
  if (wrong !== undefined)
    return `has the unknown ${parameter}=${wrong.slice(0, 40)}: use one of ${accepted.join(', ')}`;
  const names = hostList ?? hosts;
  if (names.length < 2) return null;
  if (hostList && portList.length > 1 && portList.length !== names.length)
    return `names ${names.length} hosts, but ${portList.length} ports: give one port for all, or one for each`;
  // never repeats a host: it may be a part of a wrongly written password
  const at = serversOf(url)!.urls.findIndex((one, index) => !names[index] || !isReadable(one));
  return at < 0
    ? null
    : `names ${names.length} hosts, and number ${at + 1} can't be read: postgres://user:password@host1:5432,host2:5432/database`;
}

/** Returns a server's name for logs, without user and password. */
export function serverName(url: string): string {
  const { hosts, hostList, portList } = partsOf(url);
  const [name = ''] = hostList ?? hosts;
  if (hostList) return portList[0] ? `${name}:${portList[0]}` : name;
  const host = decoded(name);
  return host.startsWith('/') || /:\d+$/.test(host) ? host : `${host}:5432`;
}

/** Returns the address of another database on the same servers. */
export function otherDatabase(url: string, name: string): string {
  const start = url.indexOf('://') + 3;
  const rest = url.slice(start);
  const end = rest.search(/[/?#]/);
  const [authority, tail] = end < 0 ? [rest, ''] : [rest.slice(0, end), rest.slice(end)];
  const query = tail.search(/[?#]/);
  return `${url.slice(0, start)}${authority}/${encodeURIComponent(name)}${query < 0 ? '' : tail.slice(query)}`;
}

/** Splits an address as text, because `URL` reads only one host. */
function partsOf(url: string) {
  const start = url.indexOf('://') + 3;
  const rest = url.slice(start).split('#', 1)[0]!;
  const end = rest.search(/[/?]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const [path = '', query = ''] = split(end < 0 ? '' : rest.slice(end), '?');
  const at = authority.lastIndexOf('@') + 1;
  const all = query.split('&').filter(Boolean);
  const values = new URLSearchParams(query);
  const hostList = values.get('host')?.split(',');
  const own = hostList ? [parameter, 'host', 'port'] : [parameter];
  return {
    before: url.slice(0, start) + authority.slice(0, at),
    hosts: authority.slice(at).split(','),
    path: path || '/',
    pairs: all.filter((pair) => !own.includes(pair.split('=', 1)[0]!)),
    hostList,
    portList: values.get('port')?.split(',') ?? [],
    kinds: values.getAll(parameter),
  };
}

function split(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function isReadable(url: string): boolean {
  const parsed = URL.parse(url) ?? URL.parse(url.replace('@/', '@socket/'));
  const port = parsed?.searchParams.get('port');
  return parsed !== null && (port == null || (/^\d{1,5}$/.test(port) && Number(port) < 65_536));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
