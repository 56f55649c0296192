import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';

const NAME = 'colourScheme';
const YEAR = 365 * 24 * 3600;

/**
 * Stores the colour scheme in a cookie, which survives signing out and is read by `web/public/scheme.js` before the
 * first paint. Notifies other tabs.
 */
export function chosenScheme(): MantineColorSchemeManager {
  const tabs = new BroadcastChannel(NAME);
  let follow: ((event: MessageEvent<MantineColorScheme>) => void) | undefined;
  const keep = (value: string, seconds: number) => {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in browsers that are still used
    document.cookie = `${NAME}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
  };
  return {
    get(fallback) {
      const chosen = new RegExp(`(?:^|; )${NAME}=(\\w+)`).exec(document.cookie)?.[1];
      return isMantineColorScheme(chosen) ? chosen : fallback;
    },
    set(scheme) {
      keep(scheme, YEAR);
      tabs.postMessage(scheme);
    },
    subscribe(onUpdate) {
      follow = ({ data }) => onUpdate(data);
      tabs.addEventListener('message', follow);
    },
    unsubscribe() {
      if (follow) tabs.removeEventListener('message', follow);
    },
    clear: () => keep('', 0),
  };
}
