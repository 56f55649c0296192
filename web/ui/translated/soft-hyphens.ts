/** The last parts of long compounds that name events and reports. */
const lastPart =
  /(?<=\p{L}{5})(?=(?:ausbruch|ausbrüche|ausfall|ausfälle|evakuierung|information|mitteilung|system)(?:en|e|n|s)?(?!\p{L}))/giu;

/** Adds invisible hyphens to compounds, for browsers without a dictionary for `hyphens: auto`. */
export const withSoftHyphens = (name: string): string => name.replace(lastPart, '\u00ad');
