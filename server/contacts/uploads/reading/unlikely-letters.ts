/** Windows-1252 letters where Western languages have none. */
const unlikely: readonly RegExp[] = [
  // "NØmec" for Němec, "KÎszegi" for Kőszegi
  /\p{Ll}[À-ÖØ-Þ]|(?<!\p{L})\p{Lu}[À-ÖØ-Þ]\p{Ll}/u,
  // "ævec" for Švec; German and French words may begin so
  /^[åæàáâãêëíìîïóòôõøúùûýñ]\p{Ll}{2}|^(?:ë|ô)r$|^üu/u,
  // "Domaäski" for Domański, "Bureä" for Bureš; "Hyypiä" and "Bauämter" exist
  /[aeou]ä(?=[skztpeaio]|cz|$|[^\p{L}])|[iy]ä(?=[b-gj-mo-z])|äes(?!\p{L})/iu,
  // "Duçek" for Dušek, "Jaroç" for Jaroš
  /ç(?=[b-np-tv-zei]|$|[^\p{L}])|[iu]ç(?=[ao](?!\p{L}|.{0,30}ã))|uçak/iu,
  // "Soåa" for Soňa, "Kåaz" for Kňaz
  /[aeou]å|å[aou]|åb(?=[b-df-hj-np-tv-z])/i,
  // "Vàba" for Vŕba, "Maéko" for Maťko, "Ñuro" for Đuro
  /[b-df-hj-np-tv-z]à(?=[bcdkz])|[ao]é(?=k)|(?<!\p{L})Ñ(?=u[rk])/iu,
  // "Kopeckì" for Kopecký, "Tichì" for Tichý, "Ionuî" for Ionuţ
  /(?:[khvnrb]|[eo]l|(?<!(?<!\p{L})(?:c|par|t|d)?)al)ì(?!\p{L})|[aeou]î(?!\p{L})|[aeou]î(?=[aeiou])/iu,
  // "Kêpa" for Kępa, "Wêgiel" for Węgiel
  /[kwz]\p{L}{0,30}ê|ê\p{L}{0,30}[kwz]/iu,
  // "Tóma" for Tůma, "Krópa" for Krůpa; "Tómasson" and "Gómez" exist
  /óm(?=[aky](?!s))|óp(?=a)|ó[rl](?=k)|(?:tr|[a-hj-z]n|h)ó(?!\p{L})/iu,
  // "Babæ" for Babić, "Æwiek" for Ćwiek, "Èrnomelj" for Črnomelj
  /[b-df-hj-np-tv-z]æ(?!\p{L})|(?<!\p{L})(?:Æ[wj]|È[b-df-hj-np-tv-z]{2})/iu,
  // "—liwa" for Śliwa, "Slav’k" for Slavík, "‘urica" for Ďurica
  /(?<!\S)[—–]\p{Ll}|\p{L}{3}’[b-rt-z](?!\p{L})|^‘\p{Ll}[^’]*$|^«\p{Ll}[^»]*$|^\p{L}{2,30}…$|\p{L}\s?§(?!\s?\d)/u,
  // "Jel’nek" for Jelínek, "V’tek" for Vítek; "O’Neil" and "Anna’s" exist
  /\p{L}{2}’(?:\p{Ll}{2}|[aeiouä](?!\p{L}))|(?<!\p{L})(?:[A-CE-KP-Z]’\p{Ll}|[DLO]’\p{Ll}{2}(?!\p{L})|\p{L}{2}’s(?!\p{L}))/u,
];

/** Returns whether another character set is probable. */
export const hasUnlikelyLetters = (text: string): boolean => unlikely.some((place) => place.test(text));

const latin = /\p{Script=Latin}/u;
const mostLetters = 10_000;

/** Returns whether a word mixes scripts, like accidental UTF-8. */
export function mixesScripts(text: string): boolean {
  if (!/(?!\p{Script=Latin})\p{L}/u.test(text)) return false;
  const words = text.slice(0, mostLetters).match(/\p{L}+/gu) ?? [];
  return words.some((word) => latin.test(word) && /(?!\p{Script=Latin})(?!\p{Script=Common})\p{L}/u.test(word));
}
