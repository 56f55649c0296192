import { Loader, UnstyledButton } from '@mantine/core';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { guarded } from '#web/ui/loading/tap-guard.ts';
import { withSoftHyphens } from '#web/ui/translated/soft-hyphens.ts';
import classes from './Tiles.module.css';

/** A choice by one tap. */
export type Tile = { id: string; name: string; description: string | null; icon: { contentUrl: string } | null };
type Props = {
  tiles: Tile[];
  icon: IconName;
  /** The likely choice. */
  marked?: string | undefined;
  /** The tile in progress. The others wait. */
  busy: string;
  onChoose: (id: string) => void;
};

export function Tiles({ tiles, icon, marked, busy, onChoose }: Props) {
  return (
    <ul className={classes['tiles']}>
      {tiles.map((tile) => (
        <li key={tile.id}>
          <UnstyledButton
            {...guarded}
            className={classes['tile']}
            data-marked={tile.id === marked || undefined}
            disabled={busy !== ''}
            onClick={() => onChoose(tile.id)}
          >
            <span className={classes['icon']}>
              {busy === tile.id ? <Loader size={24} /> : <TileIcon tile={tile} icon={icon} />}
            </span>
            <span className={classes['text']}>
              <span className={classes['name']}>{withSoftHyphens(tile.name)}</span>
              {tile.description && <span className={classes['description']}>{tile.description}</span>}
            </span>
            <Icon name="chevronRight" className={classes['arrow']} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function TileIcon({ tile, icon }: { tile: Tile; icon: IconName }) {
  return tile.icon ? <img src={tile.icon.contentUrl} alt="" width={30} height={30} /> : <Icon name={icon} size={28} />;
}
