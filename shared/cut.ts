/** The beginning of a text, so many characters at most, that does not end in half a one. */
export const cut = (text: string, maximum: number): string => text.slice(0, maximum).replace(/[\ud800-\udbff]$/, '');
