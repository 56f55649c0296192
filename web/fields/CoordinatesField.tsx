import { Stack, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coordinatesText, readCoordinates } from '#shared/coordinates.ts';
import { useSystem } from '#web/lib/system.tsx';
import { LoadingState } from '#web/ui/states.tsx';
import type { CellProps } from './cell.ts';
import { type InputProps, textOf, useFrame } from './frame.ts';
import { MapBelow } from './map/MapBelow.tsx';

const WorldMap = lazy(async () => ({ default: (await import('#web/fields/map/WorldMap.tsx')).WorldMap }));

/** Coordinates; with `full`, on a map. */
export function CoordinatesCell({ value, full = false }: CellProps) {
  const { t } = useTranslation('fields');
  const text = String(value);
  const point = readCoordinates(text);
  const { mapTiles } = useSystem();
  if (!full || !point || !mapTiles) return <span>{text}</span>;
  return (
    <Stack gap={6}>
      <span>{text}</span>
      <Suspense fallback={<LoadingState lines={3} />}>
        <WorldMap label={t('map.place', { place: text })} point={point} />
      </Suspense>
    </Stack>
  );
}

/** Coordinates as text or picked on a map, which opens on request. */
export function CoordinatesInput(props: InputProps) {
  const { t } = useTranslation('fields');
  const { error, ...frame } = useFrame(props);
  const text = textOf(props.value);
  const point = readCoordinates(text);
  const [isLeft, setLeft] = useState(false);
  const wrong = isLeft && text.trim() !== '' && !point ? t('map.wrong') : undefined;
  return (
    <Stack gap="sm">
      <TextInput
        {...frame}
        description={frame.description ?? t('map.hint')}
        error={error ?? wrong}
        value={text}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
      <MapBelow open={t('map.open')}>
        <Suspense fallback={<LoadingState lines={4} />}>
          <WorldMap label={t('map.pick')} point={point} onPick={(picked) => props.onChange(coordinatesText(picked))} />
        </Suspense>
      </MapBelow>
    </Stack>
  );
}
