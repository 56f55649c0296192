import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { ResultOf } from '#web/lib/gql.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import type { SideMenusQuery } from './queries.ts';
import classes from './SideMenu.module.css';
import { tabs } from './sections.ts';

type Entry = ResultOf<typeof SideMenusQuery>['sideMenus']['edges'][number]['node'];

function fallbackIcon({ type, link }: Entry): IconName {
  if (type === 'external') return 'external';
  const path = pathOf(link);
  if (path.startsWith('/administration')) return 'settings';
  if (path.startsWith('/exercise')) return 'exercise';
  return tabs.find(({ to }) => to === path)?.icon ?? 'chevronRight';
}

const pathOf = (link: string): string => link.replace(/^#/, '');

/** One entry of the side menu: a page, an external link or a separator. */
export function SideMenuItem({ entry, onChoose }: { entry: Entry; onChoose: () => void }) {
  const { t } = useTranslation('layout');
  const { title } = entry;
  if (entry.type === 'separator') return <li className={classes['separator']}>{title}</li>;
  const icon = entry.iconEncoded ? (
    <img src={entry.iconEncoded} alt="" width={24} height={24} />
  ) : (
    <Icon name={fallbackIcon(entry)} size={24} />
  );
  if (entry.type === 'external')
    return (
      <li>
        <a className={classes['item']} href={entry.link} target="_blank" rel="noopener noreferrer" onClick={onChoose}>
          {icon}
          <span>{title}</span>
          {entry.iconEncoded && <Icon name="external" size={16} label={t('menu.external')} />}
        </a>
      </li>
    );
  return (
    <li>
      <NavLink className={classes['item'] ?? ''} to={pathOf(entry.link)} end onClick={onChoose}>
        {icon}
        <span>{title}</span>
      </NavLink>
    </li>
  );
}
