import { useEffect } from 'react';
import { useMarked } from './mark.ts';

const MARKED = 'icon-marked.svg';

/** Sets the tab's icon; red while the page is marked. */
export function useFavicon(picture: string | null | undefined): void {
  const url = useMarked() > 0 ? MARKED : picture;
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
