import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { ResultOf } from '#web/lib/gql.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { SideMenusQuery } from './queries.ts';
import classes from './SideMenu.module.css';

type Entry = ResultOf<typeof SideMenusQuery>['sideMenus']['edges'][number]['node'];

/** One entry of the side menu: a page of the application, a page elsewhere, or a line between. */
export function SideMenuItem({ entry, onChoose }: { entry: Entry; onChoose: () => void }) {
  const { t } = useTranslation('layout');
  if (entry.type === 'separator') return <li className={classes['separator']} aria-hidden="true" />;
  const icon = entry.iconEncoded ? (
    <img src={entry.iconEncoded} alt="" width={24} height={24} />
  ) : (
    <Icon name={entry.type === 'external' ? 'external' : 'chevronRight'} size={24} />
  );
  if (entry.type === 'external')
    return (
      <li>
        <a className={classes['item']} href={entry.link} target="_blank" rel="noopener noreferrer" onClick={onChoose}>
          {icon}
          <span>{entry.title}</span>
          {entry.iconEncoded && <Icon name="external" size={16} label={t('menu.external')} />}
        </a>
      </li>
    );
  return (
    <li>
      <NavLink className={classes['item'] ?? ''} to={entry.link.replace(/^#/, '')} end onClick={onChoose}>
        {icon}
        <span>{entry.title}</span>
      </NavLink>
    </li>
  );
}
