import L from 'leaflet';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-110m.json';

/** What lies under the pin: tiles by their template, or the countries of the world, which need no server. */
export const ground = (tiles: string | null): L.Layer => (tiles ? tileLayer(tiles) : outline());

function tileLayer(template: string): L.Layer {
  const isOpenStreetMap = /openstreetmap/i.test(template);
  return L.tileLayer(template, {
    maxZoom: 19,
    // tile servers want to know who asks; the page itself tells nobody
    referrerPolicy: 'origin',
    ...(isOpenStreetMap && { attribution: '© OpenStreetMap' }),
  });
}

function outline(): L.Layer {
  const topology = world as unknown as Topology<{ countries: GeometryCollection }>;
  return L.geoJSON(feature(topology, topology.objects.countries), {
    interactive: false,
    style: {
      color: 'var(--mantine-color-gray-5)',
      fillColor: 'var(--mantine-color-gray-1)',
      fillOpacity: 1,
      weight: 1,
    },
  });
}
