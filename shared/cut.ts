/** Returns the start of a text without splitting a character. */
export const cut = (text: string, maximum: number): string => text.slice(0, maximum).replace(/[\ud800-\udbff]$/, '');
