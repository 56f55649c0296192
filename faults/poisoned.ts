// preloaded: composing fails for one address and ends the process for another
import MailComposer from 'nodemailer/lib/mail-composer';

const compile = MailComposer.prototype.compile;
MailComposer.prototype.compile = function (this: { mail: { to: { address: string } } }) {
  if (this.mail.to.address.includes('+breaks@')) throw new TypeError('this mail cannot be put together');
  if (this.mail.to.address.includes('+kills@')) process.abort();
  return compile.call(this);
};
