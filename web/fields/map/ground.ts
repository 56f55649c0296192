import L from 'leaflet';

/** Returns the map layer of a tile template. */
export function ground(template: string): L.Layer {
  const isOpenStreetMap = /openstreetmap/i.test(template);
  return L.tileLayer(template, {
    maxZoom: 19,
    // tile servers require a referrer; the page's own policy sends none
    referrerPolicy: 'origin',
    ...(isOpenStreetMap && { attribution: '© OpenStreetMap' }),
  });
}
