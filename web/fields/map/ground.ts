import L from 'leaflet';

/** The ground of a map: tiles by their template. */
export function ground(template: string): L.Layer {
  const isOpenStreetMap = /openstreetmap/i.test(template);
  return L.tileLayer(template, {
    maxZoom: 19,
    // tile servers want to know who asks; the page itself tells nobody
    referrerPolicy: 'origin',
    ...(isOpenStreetMap && { attribution: '© OpenStreetMap' }),
  });
}
