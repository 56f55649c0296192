declare module 'hyphen/*' {
  /** Puts soft hyphens where the words of a text may be parted. */
  const library: { hyphenateSync(text: string): string };
  export default library;
}
