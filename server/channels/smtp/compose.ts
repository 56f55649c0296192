import type { Outgoing } from '#server/channels/channel.ts';
import { fillForm, isPlain, type MailForm, makeForm } from './form.ts';
import { composeMail, type MailHeading } from './mail.ts';
import type { Mailbox } from './mail-address.ts';
import { openSigner } from './sign.ts';

/** Composes a mail as bytes, one character each. */
export type Composer = (outgoing: Outgoing, replyTo: Mailbox | null) => Promise<string>;

const keptForms = 20;

/**
 * Composes a channel's mails. Nodemailer composes the common parts once; special mails (files, only one text, non-ASCII
 * addresses) are composed individually.
 */
export function openComposer(letterhead: Omit<MailHeading, 'replyTo'>): Composer {
  const forms = new Map<string, Promise<MailForm>>();
  const sign = letterhead.signature && openSigner(letterhead.signature);

  const formFor = (outgoing: Outgoing, replyTo: Mailbox | null): Promise<MailForm> => {
    const { subject, urgent, unsubscribe } = outgoing;
    const key = JSON.stringify([subject, urgent, replyTo?.name ?? null, unsubscribe?.startsWith('https:') ?? null]);
    const known = forms.get(key);
    if (known) return known;
    const form = makeForm(outgoing, { ...letterhead, replyTo });
    form.catch(() => forms.delete(key));
    forms.set(key, form);
    if (forms.size > keptForms) forms.delete(forms.keys().next().value!);
    return form;
  };
  return async (outgoing, replyTo) => {
    const { to, text, html, attachments } = outgoing;
    const usual = text && !attachments?.length && isPlain(to) && (!replyTo || isPlain(replyTo.address));
    const { head, body } =
      usual && html
        ? fillForm(await formFor(outgoing, replyTo), { ...outgoing, html, replyTo })
        : halves(await composeMail(outgoing, { ...letterhead, replyTo }));
    return `${sign ? await sign(head, body) : ''}${head}\r\n\r\n${body}`;
  };
}

function halves(mail: string): { head: string; body: string } {
  const end = mail.indexOf('\r\n\r\n');
  return { head: mail.slice(0, end), body: mail.slice(end + 4) };
}
