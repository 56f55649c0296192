/** Built-in icons, as strokes on a 24 × 24 grid. */
export const drawings = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  events: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.1',
  groups:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.3a3.5 3.5 0 0 1 0 6.4M17.5 14.3c2.4.7 4 2.8 4 5.7',
  lists: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
  duties: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h3M14 14h2M8 17h2',
  exercise: 'M9 3h6M10 3v6L4.5 19a1.4 1.4 0 0 0 1.2 2h12.6a1.4 1.4 0 0 0 1.2-2L14 9V3M7.5 15h9',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
  alarm: 'M6 16v-4a6 6 0 0 1 12 0v4M4 20v-2a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v2zM12 3V2M4.5 6 3.8 5.3M19.5 6l.7-.7',
  staff: 'M4 5h16v11h-8l-5 4v-4H4zM8 9h8M8 12.5h5',
  public: 'M4 10v4h3l7 4V6l-7 4zM17.5 9a4 4 0 0 1 0 6M6.5 14l1.5 6h2.5l-1-5',
  press: 'M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h4',
  allClear: 'M12 3l7.5 3v5.5c0 4.6-3.2 8-7.5 9.5-4.3-1.5-7.5-4.9-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5',
  mail: 'M4 6h16v12H4zM4.5 6.5 12 13l7.5-6.5',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M11 18h2',
  call: 'M5 4h4l1.5 5L8 10.5a12 12 0 0 0 5.5 5.5L15 13.5l5 1.5v4a1 1 0 0 1-1 1A15.5 15.5 0 0 1 4 5a1 1 0 0 1 1-1',
  push: 'M6 17v-6a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 20.5h4',
  share:
    'M7 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M9.3 10.9l5.5-4.2M9.3 13.1l5.5 4.2',
  feed: 'M5 19v.1M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14',
  warning:
    'M12 12v8M12 12v.1M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.5 18.5a9.2 9.2 0 0 1 0-13M18.5 5.5a9.2 9.2 0 0 1 0 13',
  hook: 'M8 5 3 12l5 7M16 5l5 7-5 7M13.5 4l-3 16',
  massCasualty:
    'M4 17V8h10v9M14 11h4l3 3v3h-2M4 17h1M9 17h6M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9 9.5v4M7 11.5h4',
  fire: 'M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.2-4 2.5-5 .2 1.5.8 2.5 1.8 3 .2-3.5-.3-6.5 1.2-9M12 20a2.5 2.5 0 0 1-2.5-2.500c0-1.5 1.5-2 2.5-3.5 1 1.5 2.5 2 2.5 3.500A2.5 2.5 0 0 1 12 20',
  power: 'M13 3 5 13.500h6L10 21l8.5-11H12.500z',
  cyber: 'M4 5h16v11H4zM9 20h6M12 16v4M9.5 8l5 5M14.5 8l-5 5',
  evacuation:
    'M13.5 6.500a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.600M7 11l3-3 4 1 2 3h3M12 9l-1.5 5 3.5 2.5 1 4.500M10.5 14 9 17H5',
  infection:
    'M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10M12 7V3M12 21v-4M7 12H3M21 12h-4M8.5 8.5 5.7 5.700M18.3 18.300l-2.8-2.800M8.5 15.500l-2.8 2.800M18.3 5.700l-2.8 2.800M10.5 11v.1M13.5 13v.1',
  flood:
    'M3 16c2 0 2-1.5 4.5-1.5S10 16 12 16s2.5-1.5 4.5-1.5S19 16 21 16M3 20c2 0 2-1.5 4.5-1.5S10 20 12 20s2.5-1.5 4.5-1.5S19 20 21 20M6 11V8.5L12 4l6 4.500V11',
  storm: 'M3 8h11a2.5 2.5 0 1 0-2.5-2.500M3 12h15a3 3 0 1 1-3 3M3 16h7a2 2 0 1 1-2 2',
  water: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11',
  heat: 'M10 14V5a2 2 0 0 1 4 0v9a4 4 0 1 1-4 0M12 9v8',
  threat: 'M12 3l7.5 3v5.500c0 4.600-3.200 8-7.500 9.500-4.300-1.500-7.500-4.900-7.500-9.500V6zM12 8v5M12 16v.1',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.500 15.500 21 21',
  place: 'M12 21s7-6.5 7-11.500a7 7 0 0 0-14 0C5 14.5 12 21 12 21M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  building: 'M5 21V4h14v17M3 21h18M9 8h.1M15 8h.1M9 12h.1M15 12h.1M10 21v-4h4v4',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4 3.5-7 8-7s8 3 8 7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2',
  handshake:
    'M3 8l4-2 5 2 5-2 4 2v7l-3 1-4 3.500a1.5 1.5 0 0 1-2 0L6 16l-3-1zM12 8l-3 3.500a1.5 1.5 0 0 0 2.5 1.500L14 11l4 4',
  report: 'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M14 3v5h5M9 13h6M9 17h6',
  text: 'M4 6h10M4 10h16M4 14h16M4 18h9',
  signature: 'M3 18c3-8 6-12 8-12 3 0-2 9-4 11 4-4 6-6 7.5-6s-.5 4 1 4S18 13 20 13M3 21h18',
} as const;

/** Section colors, dark enough to be readable on white. */
export const colours = {
  green: '#516900',
  red: '#b31218',
  blue: '#0d6596',
  yellow: '#8a6400',
  violet: '#6741d9',
  grey: '#495057',
  white: '#ffffff',
} as const;

export type Colour = keyof typeof colours;

export type DrawingName = keyof typeof drawings;

/** Returns an icon in one color, as an SVG file. */
export const draw = (name: DrawingName, colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-width="1.8" ` +
  `stroke-linecap="round" stroke-linejoin="round"><path d="${drawings[name]}"/></svg>\n`;
