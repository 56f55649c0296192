import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

const local = new BlockList();
for (const [network, length] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  local.addSubnet(network, length, 'ipv4');
}
// only global unicast of IPv6 is public; these parts of it lead elsewhere (Teredo, 6to4, documentation)
for (const [network, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  local.addSubnet(network, length, 'ipv6');
}
// a cloud's metadata service at an address that seems public
local.addAddress('168.63.129.16', 'ipv4');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns whether an address is on the public internet: not this machine, a private network, a tunnel into one, or a
 * cloud's internals.
 */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !local.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !local.check(address, 'ipv6');
}

const inner = new BlockList();
for (const [network, length] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(network, length, 'ipv4');
}
inner.addSubnet('fe80::', 10, 'ipv6');
// metadata services of clouds outside of link-local addresses
for (const address of ['100.100.100.200', '168.63.129.16', '192.0.0.192']) inner.addAddress(address, 'ipv4');
for (const address of ['fd00:ec2::254', 'fd20:ce::254']) inner.addAddress(address, 'ipv6');

/** Returns whether an address is link-local or a cloud's metadata service. */
export const isInner = (address: string): boolean => inner.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('::', 'ipv6');
thisMachine.addAddress('::1', 'ipv6');

/** Returns whether an address leads to this machine, by loopback or its network addresses. */
export function isThisMachine(address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (thisMachine.check(address, family)) return true;
  // they change at run time
  const own = new BlockList();
  for (const one of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    own.addAddress(one.address.split('%')[0]!, one.family === 'IPv6' ? 'ipv6' : 'ipv4');
  return own.check(address, family);
}

/** The internal addresses that may be called. */
export interface Allowed {
  /** Returns whether the list contains a host name itself. */
  host(name: string): boolean;
  /** Returns whether a network of the list contains an address. */
  address(address: string): boolean;
  /** Returns whether an address is always forbidden. */
  never?(address: string): boolean;
}

const entryPattern = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** Returns whether an entry of WEBHOOK_ALLOWED_HOSTS is valid: a host name, an address, or a network such as 10.1.0.0/16. */
export function isEntry(entry: string): boolean {
  const [address = '', length, more] = entry.split('/');
  if (length === undefined) return isIP(entry) > 0 || entryPattern.test(entry);
  const family = isIP(address);
  return family > 0 && more === undefined && /^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
}

export function allowedOf(entries: readonly string[]): Allowed {
  const networks = new BlockList();
  const names = new Set<string>();
  for (const entry of entries) {
    const [address = '', length] = entry.split('/');
    const family = isIP(address);
    if (!family) names.add(entry.toLowerCase());
    else networks.addSubnet(address, length ? Number(length) : family === 4 ? 32 : 128, family === 4 ? 'ipv4' : 'ipv6');
  }
  return {
    host: (name) => names.has(name.toLowerCase()),
    address: (address) => networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  };
}

export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** Returns whether a URL names an internal place that the list allows, without a lookup. */
export const isNamedInside = (url: URL, allowed: Allowed): boolean =>
  allowed.host(hostOf(url)) || (isIP(hostOf(url)) > 0 && allowed.address(hostOf(url)));

/** Returns whether a connection to a host's address is allowed. */
export const mayDial = (host: string, address: string, allowed: Allowed): boolean =>
  !isInner(address) &&
  !allowed.never?.(address) &&
  (isPublic(address) || allowed.host(host) || allowed.address(address));
