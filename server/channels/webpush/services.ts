/** The browsers' push services. Without a list, anyone with a link could make the program call any address. */
export const knownServices =
  'fcm.googleapis.com, updates.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com';

/** Returns whether an address is at an allowed service: hosts over https, or origins. */
export function isAtService(address: string, services: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.username || url.password) return false;
  return services.split(/[\s,]+/).some((service) => {
    if (service.includes('://')) return url.origin === service;
    if (url.protocol !== 'https:' || url.port !== '' || !service) return false;
    return service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service;
  });
}
