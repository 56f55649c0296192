/** Server time in milliseconds since 1970, on every API response. Proxies may set Date, but not this. */
export const serverTimeHeader = 'meldekette-time';
