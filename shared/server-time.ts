/**
 * Header with the server time in milliseconds since 1970, on every API response. Proxies may set Date, or respond
 * themselves; only Meldekette sets this header.
 */
export const serverTimeHeader = 'meldekette-time';
