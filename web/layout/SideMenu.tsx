import { UnstyledButton } from '@mantine/core';
import { useFocusTrap, useHotkeys } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { version } from '#shared/version.ts';
import { useData } from '#web/lib/data.ts';
import { useSystem, useSystemLive } from '#web/lib/system.tsx';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { LegalLinks } from './LegalLinks.tsx';
import { SideMenusQuery } from './queries.ts';
import classes from './SideMenu.module.css';
import { SideMenuItem } from './SideMenuItem.tsx';
import { visibleEntries } from './side-menu-entries.ts';

/** The configurable menu; closes after a choice, on Escape or on a click outside. */
export function SideMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('layout');
  const { can } = useViewer();
  const { systemName, organisationName } = useSystem();
  const { data, refetch } = useData(SideMenusQuery, {});
  useSystemLive(refetch);
  const focusTrap = useFocusTrap(open);
  useHotkeys(open ? [['Escape', onClose]] : [], []);
  const entries = visibleEntries(data?.sideMenus.edges.map(({ node }) => node) ?? [], can);
  return (
    <>
      {open && <div className={classes['backdrop']} onClick={onClose} aria-hidden="true" />}
      <aside
        id="side-menu"
        ref={focusTrap}
        className={classes['menu']}
        data-open={open}
        inert={!open}
        aria-label={t('menu.label')}
      >
        <div className={classes['head']}>
          <Link to="/" className={classes['brand']} onClick={onClose}>
            <Logo size={40} />
            <span>
              <strong>{systemName}</strong>
              {organisationName && <small>{organisationName}</small>}
            </span>
          </Link>
          <UnstyledButton className={classes['close']} onClick={onClose} aria-label={t('menu.close')}>
            <Icon name="close" size={24} />
          </UnstyledButton>
        </div>
        <nav aria-label={t('menu.label')}>
          <ul className={classes['list']}>
            {entries.map((entry) => (
              <SideMenuItem key={entry.id} entry={entry} onChoose={onClose} />
            ))}
          </ul>
        </nav>
        <p className={classes['foot']}>
          <span>{t('version', { version })}</span>
          <LegalLinks />
        </p>
      </aside>
    </>
  );
}
