const mark = '•••';
/** A shorter prefix of a secret reveals nothing. */
const telling = 4;

/** Removes secrets from a provider's words, in all notations, and truncated at the end. */
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

/** Returns how much of a form's start ends the text. */
function begins(form: string, text: string): number {
  let length = Math.min(form.length, text.length);
  while (length > 0 && !text.endsWith(form.slice(0, length))) length--;
  return length;
}

/** Returns a secret's notations, including a server's description of a request. */
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
