/**
 * The push services of the browsers: Chrome and relatives, Firefox, Safari, Edge on Windows. A device names its own service, so
 * without a list, anyone with a link could make the program call any address.
 */
export const knownServices =
  'fcm.googleapis.com, updates.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com';

/**
 * Returns whether a device's address is at one of the setting's services: hosts over https, or origins such as
 * http://10.0.0.1:8080.
 */
export function isAtService(address: string, services: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.username || url.password) return false;
  return services.split(/[\s,]+/).some((service) => {
    if (service.includes('://')) return url.origin === service;
    if (url.protocol !== 'https:' || url.port !== '' || !service) return false;
    return service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service;
  });
}
