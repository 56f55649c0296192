/** Letters of Windows-1252 at places where no language of Western Europe has them, but where other character sets have another. */
const unlikely: readonly RegExp[] = [
  // a capital within a word: "NØmec" for Němec, "KÎszegi" for Kőszegi
  /\p{Ll}[À-ÖØ-Þ]|(?<!\p{L})\p{Lu}[À-ÖØ-Þ]\p{Ll}/u,
  // a cell that begins with such a small letter: "ævec" for Švec; German and French words may
  /^[åæáâãêëíìîïóòôõøúùûýñ]\p{Ll}{2}|^(?:ë|ô)r$|^üu/u,
  // "Domaäski" for Domański, "Bureä" for Bureš; "Hyypiä" and "Bauämter" exist
  /[aeou]ä(?=[skztpe]|cz|$|[^\p{L}])|[iy]ä(?=[b-gj-mo-z])/iu,
  // "Duçek" for Dušek, "Jaroç" for Jaroš
  /ç(?=[b-np-tv-zei]|$|[^\p{L}])/iu,
  // "Soåa" for Soňa, "Kåaz" for Kňaz
  /[aeou]å|å[aou]/i,
  // "Kopeckì" for Kopecký, "Tichì" for Tichý, "Ionuî" for Ionuţ
  /(?:[khvnr]|[eo]l)ì(?!\p{L})|[aeou]î(?!\p{L})/iu,
  // "Kêpa" for Kępa, "Wêgiel" for Węgiel
  /[kwz]\p{L}{0,30}ê|ê\p{L}{0,30}[kwz]/iu,
  // "Babæ" for Babić, "Æwiek" for Ćwiek, "Èrnomelj" for Črnomelj
  /[b-df-hj-np-tv-z]æ(?!\p{L})|(?<!\p{L})(?:Æ[wj]|È[b-df-hj-np-tv-z]{2})/iu,
  // signs that stand for letters: "—liwa" for Śliwa, "Slav’k" for Slavík, "‘urica" for Ďurica
  /(?<!\S)[—–]\p{Ll}|\p{L}{3}’[b-rt-z](?!\p{L})|^‘\p{Ll}[^’]*$|\p{L}\s?§(?!\s?\d)/u,
];

/** Returns whether a text of Windows-1252 probably has other letters in another character set. */
export const hasUnlikelyLetters = (text: string): boolean => unlikely.some((place) => place.test(text));

const latin = /\p{Script=Latin}/u;
const mostLetters = 10_000;

/** Returns whether a word mixes Latin letters with those of another script, as bytes do that are UTF-8 by chance. */
export function mixesScripts(text: string): boolean {
  if (!/(?!\p{Script=Latin})\p{L}/u.test(text)) return false;
  const words = text.slice(0, mostLetters).match(/\p{L}+/gu) ?? [];
  return words.some((word) => latin.test(word) && /(?!\p{Script=Latin})(?!\p{Script=Common})\p{L}/u.test(word));
}
