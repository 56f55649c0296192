/** Normalizes case and spaces of a distinguished name. */
export function dnKey(dn: string): string {
  let [key, spaces, last] = ['', '', ','];
  const separators = ',+=;';
  for (let at = 0; at < dn.length; at++) {
    const sign = dn[at]!;
    if (sign === '\\') {
      key += spaces + sign + (dn[++at] ?? '');
      [spaces, last] = ['', sign];
    } else if (sign === ' ') spaces += sign;
    else if (separators.includes(sign)) {
      key += sign === ';' ? ',' : sign;
      [spaces, last] = ['', sign];
    } else {
      key += separators.includes(last) ? sign : spaces + sign;
      [spaces, last] = ['', sign];
    }
  }
  return key.toLowerCase();
}

/** Returns "Anästhesie" of "CN=Anästhesie,OU=Gruppen,DC=haus". */
export function nameOfDn(dn: string): string {
  let name = '';
  for (let at = dn.indexOf('=') + 1; at < dn.length; at++) {
    if (dn[at] === ',') break;
    name += dn[at] === '\\' ? (dn[++at] ?? '') : dn[at];
  }
  return name.trim();
}
