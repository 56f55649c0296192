import { useTranslation } from 'react-i18next';
import { useSystem } from '#web/lib/system.tsx';

/** Imprint and privacy notice where they are set; in a tab of their own, so that nobody loses what is being written. */
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
