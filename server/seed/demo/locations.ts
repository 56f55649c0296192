/** Places of the demo hospital; the coordinates lie in a forest. */
export const locations = [
  {
    name: 'Klinikum Musterstadt, Hauptgebäude',
    description: 'Haupteingang, Pforte rund um die Uhr besetzt.',
    address: 'Am Klinikum 1, 99999 Musterstadt',
    coordinates: '51.0810,10.4300',
  },
  {
    name: 'Zentrale Notaufnahme',
    description: 'Haus A, Erdgeschoss. Liegendanfahrt über die Nordstraße.',
    address: 'Nordstraße 4, 99999 Musterstadt',
    coordinates: '51.0818,10.4294',
  },
  {
    name: 'Lagezentrum',
    description: 'Haus A, Erdgeschoss, Raum A 0.12. Zutritt über die Pforte.',
    address: 'Am Klinikum 1, 99999 Musterstadt',
    coordinates: '51.0812,10.4303',
  },
  {
    name: 'Bettenhaus B',
    description: 'Stationen B1 und B2.',
    address: 'Am Klinikum 3, 99999 Musterstadt',
    coordinates: '51.0804,10.4312',
  },
  {
    name: 'Technikzentrale',
    description: 'Untergeschoss Haus C, Notstromaggregate und Heizung.',
    address: 'Südring 12, 99999 Musterstadt',
    coordinates: '51.0797,10.4298',
  },
  {
    name: 'Rechenzentrum',
    description: 'Haus C, erstes Obergeschoss. Zutritt nur mit IT.',
    address: 'Südring 12, 99999 Musterstadt',
    coordinates: '51.0798,10.4301',
  },
  {
    name: 'Sammelplatz Parkhaus Süd',
    description: 'Sammelstelle bei Räumung.',
    address: 'Südring 20, 99999 Musterstadt',
    coordinates: '51.0789,10.4306',
  },
];
