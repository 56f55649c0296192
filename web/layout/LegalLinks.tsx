import { useTranslation } from 'react-i18next';
import { useSystem } from '#web/lib/system.tsx';

/** Links to imprint and privacy notice, in new tabs to preserve unsaved input. */
export function LegalLinks() {
  const { t } = useTranslation('layout');
  const { imprintUrl, privacyUrl } = useSystem();
  const links = [
    { url: imprintUrl, text: t('imprint') },
    { url: privacyUrl, text: t('privacy') },
  ];
  return links.map(
    ({ url, text }) =>
      url && (
        <a key={text} href={url} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      ),
  );
}
