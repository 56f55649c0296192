/** What was answered instead of the server's own words, e.g. "418 I'm a teapot"; some connections carry the number alone. */
export const statusWords = ({ status, statusText }: Pick<Response, 'status' | 'statusText'>): string =>
  `${status} ${statusText}`.trim();
