const mark = '•••';
/** Less of a secret's beginning than this says nothing. */
const telling = 4;

/**
 * What a provider said, without the secrets it may have repeated: as they are, as addresses, forms, JSON, XML and Base64
 * write them, and the beginning of one where the words were cut off.
 */
export function withoutSecrets(said: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const decoded = said.replace(/[\w+/-]{8,}={0,2}/g, (word) => {
    const inside = Buffer.from(word, 'base64').toString('utf8');
    return secrets.some((secret) => secret && inside.includes(secret)) ? mark : word;
  });
  const whole = forms.reduce((text, form) => text.replaceAll(form, mark), decoded);
  const begun = Math.max(0, ...forms.map((form) => begins(form, whole)));
  return begun >= telling ? whole.slice(0, -begun) + mark : whole;
}

/** How much of the end of a text is the beginning of a form. */
function begins(form: string, text: string): number {
  let length = Math.min(form.length, text.length);
  while (length > 0 && !text.endsWith(form.slice(0, length))) length--;
  return length;
}

/** A secret as it may be written; of an address also what a server says of a request to it. */
function formsOf(secret: string): string[] {
  const url = URL.parse(secret);
  const plain = [secret, ...(url && url.pathname.length > 1 ? [url.pathname + url.search, url.pathname] : [])];
  const forms = plain.flatMap((text) => {
    const asQuery = new URLSearchParams([['', text.toWellFormed()]]).toString().slice(1);
    const inAddress = [encodeURIComponent(text.toWellFormed()), encodeURI(text.toWellFormed()), asQuery];
    const inLowerCase = inAddress.map((form) => form.replace(/%../g, (sign) => sign.toLowerCase()));
    const inText = [JSON.stringify(text).slice(1, -1), text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)];
    const named = text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
    return [text, ...inAddress, ...inLowerCase, ...inText, named];
  });
  return forms.filter(Boolean);
}
