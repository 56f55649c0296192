/** Keys that a person pressed in a call: the answer, then the minutes if the call asked for them. */
export interface PressedKeys {
  answer: string;
  minutes: string | null;
}

/** Parses the reply of a call, regardless of its question's name; null if it contains no keys. */
export function pressedKeys(reply: string): PressedKeys | null {
  const match = /^(\d)(?:\s(\d{1,4}))?(?:\s#\w+)?$/.exec(reply.trim());
  return match && { answer: match[1]!, minutes: match[2] ?? null };
}
