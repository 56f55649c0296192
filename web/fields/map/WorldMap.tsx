import 'leaflet/dist/leaflet.css';
import L from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AreaPart } from '#shared/area.ts';
import type { Coordinates } from '#shared/coordinates.ts';
import { useSystem } from '#web/lib/system.tsx';
import { ground } from './ground.ts';
import classes from './WorldMap.module.css';

type Props = {
  label: string;
  point: Coordinates | null;
  /** The drawn area, and the points of an unfinished part. */
  area?: { parts: readonly AreaPart[]; points: readonly Coordinates[] };
  /** Receives a clicked or dropped point; without it, the map is static. */
  onPick?: (point: Coordinates) => void;
};

const middleOfEurope: L.LatLngTuple = [50, 10];
const pin = L.divIcon({
  className: classes['pin'] ?? '',
  html: '<svg aria-hidden="true" viewBox="0 0 24 32"><path d="M12 31S23 19 23 11.5a11 11 0 0 0-22 0C1 19 12 31 12 31"/><circle cx="12" cy="11.5" r="4"/></svg>',
  iconSize: [30, 40],
  iconAnchor: [15, 39],
});

/** A map with a pin, from the installation's tiles; empty without any. */
export function WorldMap(props: Props) {
  const { mapTiles } = useSystem();
  return mapTiles ? <Drawn key={mapTiles} {...props} tiles={mapTiles} /> : null;
}

type DrawnProps = Props & { tiles: string };

function Drawn({ label, point, area, onPick, tiles }: DrawnProps) {
  const { t } = useTranslation('fields');
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<L.Map>();
  const isPicture = !onPick;
  const pick = useEffectEvent((latlng: L.LatLng) => {
    const { lat, lng } = latlng.wrap();
    onPick?.({ latitude: lat, longitude: lng });
  });
  const draw = useEffectEvent(() => {
    const view = point ? { center: latLngOf(point), zoom: closeUp } : { center: middleOfEurope, zoom: 4 };
    const drawn = L.map(frame.current!, { ...view, ...(isPicture ? still : { zoomControl: false }) });
    if (!isPicture) {
      L.control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(drawn);
      drawn.on('click', ({ latlng }) => pick(latlng));
    }
    drawn.attributionControl.setPrefix(false);
    drawn.getPane('overlayPane')?.setAttribute('aria-hidden', 'true'); // the label describes the drawing
    const shapes = area?.parts.flatMap(shapeOf) ?? [];
    if (shapes.length) drawn.fitBounds(L.featureGroup(shapes).getBounds().pad(0.3));
    return drawn.addLayer(ground(tiles));
  });
  useEffect(() => {
    const drawn = draw();
    setMap(drawn);
    return () => {
      drawn.remove();
    };
  }, []);
  useArea(map, area);
  usePin(map, point, t('map.pin'), isPicture ? undefined : pick);
  const said = { role: isPicture ? 'img' : 'application', 'aria-label': label };
  return <div ref={frame} className={classes['map']} data-picture={isPicture} {...said} />;
}

function usePin(
  map: L.Map | undefined,
  point: Coordinates | null,
  title: string,
  drop: ((latlng: L.LatLng) => void) | undefined,
): void {
  const { latitude, longitude } = point ?? {};
  const place = useEffectEvent((shown: L.Map, at: L.LatLngTuple) => {
    const options = drop ? { draggable: true, title, autoPan: true } : { interactive: false, keyboard: false };
    const marker = L.marker(at, { icon: pin, ...options }).addTo(shown);
    marker.on('dragend', () => drop?.(marker.getLatLng()));
    if (!shown.getBounds().pad(-0.1).contains(at)) shown.setView(at);
    return marker;
  });
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return;
    const marker = place(map, [latitude, longitude]);
    return () => {
      marker.remove();
    };
  }, [map, latitude, longitude]);
}

function useArea(map: L.Map | undefined, area: Props['area']): void {
  const key = JSON.stringify(area);
  const shapes = useEffectEvent(() => [
    ...(area?.parts.flatMap(shapeOf) ?? []),
    ...(area?.points.map((point) => L.circleMarker(latLngOf(point), { ...drawn, radius: 5 })) ?? []),
    ...(area && area.points.length > 1 ? [L.polyline(area.points.map(latLngOf), { ...drawn, dashArray: '4 6' })] : []),
  ]);
  useEffect(() => {
    if (!map || !key) return;
    const group = L.layerGroup(shapes()).addTo(map);
    return () => {
      group.remove();
    };
  }, [map, key]);
}

const drawn: L.PathOptions = { color: 'var(--mantine-color-red-6)', weight: 3, fillOpacity: 0.2, interactive: false };

/** Draws one part; a code has no shape. */
function shapeOf(part: AreaPart): L.Polygon[] {
  if (part.kind === 'polygon') return [L.polygon(part.points.map(latLngOf), drawn)];
  if (part.kind === 'circle') return [circleOf(part)];
  return [];
}

// as a ring of points, because Leaflet's circle knows its bounds only on a map
function circleOf({ centre, kilometres }: Extract<AreaPart, { kind: 'circle' }>): L.Polygon {
  const height = kilometres / 111.32;
  const width = height / Math.max(0.01, Math.cos((centre.latitude * Math.PI) / 180));
  const points = Array.from({ length: 64 }, (_, at): L.LatLngTuple => {
    const angle = (at * Math.PI) / 32;
    return [centre.latitude + height * Math.sin(angle), centre.longitude + width * Math.cos(angle)];
  });
  return L.polygon(points, drawn);
}

const latLngOf = ({ latitude, longitude }: Coordinates): L.LatLngTuple => [latitude, longitude];

/** The zoom for a place; the outline map has no streets. */
const closeUp = 15;

const still: L.MapOptions = {
  zoomControl: false,
  dragging: false,
  keyboard: false,
  scrollWheelZoom: false,
  doubleClickZoom: false,
  touchZoom: false,
  boxZoom: false,
};
