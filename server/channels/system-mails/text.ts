/** Subject and content, plain text with placeholders. */
export interface SystemMailText {
  subject: string;
  content: string;
}
