import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSystem } from '#web/lib/system.tsx';
import classes from './Footer.module.css';
import { LegalLinks } from './LegalLinks.tsx';
import { useTabs } from './useTabs.ts';

/** The dark footer of large screens. */
export function Footer() {
  const { t } = useTranslation('layout');
  const { systemName, organisationName } = useSystem();
  return (
    <footer className={classes['footer']}>
      <span>
        © {new Date().getFullYear()} {organisationName || systemName}
      </span>
      <nav aria-label={t('footer.label')} className={classes['links']}>
        {useTabs().map((tab) => (
          <Link key={tab.to} to={tab.to}>
            {t(`nav.${tab.name}`)}
          </Link>
        ))}
        <LegalLinks />
      </nav>
    </footer>
  );
}
