/**
 * The header with the server's time in milliseconds since 1970, on every answer of the API: whatever a proxy writes as Date, and
 * whatever it answers itself, this is Meldekette's own.
 */
export const serverTimeHeader = 'meldekette-time';
