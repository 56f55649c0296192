const kinds: readonly [string, RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/=]{20}/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22,})\b/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of Slack', /\bxox[abposr]-[A-Za-z0-9-]{10,}/],
  ['a key of Google', /\bAIza[\w-]{35}\b/],
  ['a live key of Stripe', /\b[sr]k_live_[A-Za-z0-9]{16,}/],
  ['a token with a signature', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/],
  ['a key of an installation', /\bmk_[\w-]{30,}/],
  [
    'a password in an address',
    /\b[a-z][a-z+.-]*:\/\/[^\s/:@'"`<>${}]+:(?!password@)[^\s/:@'"`<>${}]{8,}@(?!(?:[\w-]+\.)*(?:example|test|invalid|localhost)\b)/,
  ],
];

export function secretFindings(path: string, text: string): string[] {
  return kinds.flatMap(([kind, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`${path}:${text.slice(0, found.index).split('\n').length} ${kind}`] : [];
  });
}
