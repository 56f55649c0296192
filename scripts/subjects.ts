const longest = 72;

/** Returns commits with a long subject. */
export function subjectFindings(commits: readonly string[]): string[] {
  return commits.flatMap((commit) => {
    const [, hash = '', subject = ''] = /^(\w+) (.*)$/.exec(commit) ?? [];
    if (/^Revert "/.test(subject)) return []; // git adds the word to the subject of the other commit
    return subject.length > longest
      ? [`${hash}: the subject has ${subject.length} characters, more than ${longest}`]
      : [];
  });
}
