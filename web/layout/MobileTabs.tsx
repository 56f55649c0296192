import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './MobileTabs.module.css';
import { tabOf } from './sections.ts';
import { useTabs } from './useTabs.ts';

export function MobileTabs() {
  const { t } = useTranslation('layout');
  const active = tabOf(useLocation().pathname);
  return (
    <nav className={classes['tabs']} aria-label={t('nav.label')}>
      {useTabs().map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={classes['tab']}
          data-section={tab.section}
          aria-current={tab.section === active ? 'page' : undefined}
        >
          <Icon name={tab.icon} size={24} />
          <span>{t(`nav.${tab.name}Short`)}</span>
        </Link>
      ))}
    </nav>
  );
}
