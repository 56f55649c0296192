import { Anchor, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { readCoordinates } from '#shared/coordinates.ts';
import { LocationSign } from '#web/events/LocationSign.tsx';
import { useSystem } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingState } from '#web/ui/states.tsx';
import classes from './EventPlace.module.css';
import type { EventDetails } from './queries.ts';

const WorldMap = lazy(async () => ({ default: (await import('#web/fields/map/WorldMap.tsx')).WorldMap }));

/** An event's place in words, with a route and, if tiles are configured, a map. */
export function EventPlace({ location, place }: Pick<EventDetails, 'location' | 'place'>) {
  const { t } = useTranslation('events');
  const { directions, mapTiles } = useSystem();
  const point = readCoordinates(location?.coordinates ?? '');
  const to = location && ((point && location.coordinates) ?? location.address);
  return (
    <section className={classes['place']} aria-label={t('page.location')}>
      <div className={classes['words']}>
        <Text c="gray.6" fz="sm">
          {t('page.location')}
        </Text>
        <div className={classes['name']}>
          <LocationSign location={location} size={30} /> <strong>{location?.name ?? place}</strong>
        </div>
        {location?.address && <div>{location.address}</div>}
        {location?.description && <div>{location.description}</div>}
        {point && (
          <Text c="gray.6" fz="sm">
            {t('page.coordinates', { coordinates: location?.coordinates })}
          </Text>
        )}
        {to && directions && (
          <Anchor
            href={directions.replaceAll('{to}', encodeURIComponent(to))}
            target="_blank"
            rel="noopener noreferrer"
            className={classes['way'] ?? ''}
          >
            <Icon name="external" size={20} /> {t('page.directions')}
          </Anchor>
        )}
      </div>
      {point && mapTiles && (
        <div className={classes['map']}>
          <Suspense fallback={<LoadingState lines={3} />}>
            <WorldMap key={location?.coordinates} label={t('page.map', { place: location?.name })} point={point} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
