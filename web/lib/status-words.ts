/** Returns the status of a foreign response, e.g. "418 I'm a teapot". Some connections carry only the number. */
export const statusWords = ({ status, statusText }: Pick<Response, 'status' | 'statusText'>): string =>
  `${status} ${statusText}`.trim();
