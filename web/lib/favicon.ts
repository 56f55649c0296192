import { useEffect } from 'react';

/** Shows a picture as the sign of the browser's tab, or the built-in one without. */
export function useFavicon(url: string | null | undefined): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || !url) return;
    const [href, type] = [link.getAttribute('href'), link.getAttribute('type')];
    link.href = url;
    link.removeAttribute('type');
    return () => {
      if (href) link.setAttribute('href', href);
      if (type) link.setAttribute('type', type);
    };
  }, [url]);
}
