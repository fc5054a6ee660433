/** Of browsers and Node; this package has the types of neither. */
declare const URL: new (text: string) => { readonly hostname: string };

/** The one form of a password that keyboards write in several: a `é` of one or of two code points. */
export const normalizePassword = (password: string): string => password.normalize('NFC');

/** A plausible mail address in its one form; the mail that is sent there proves it. */
export const EMAIL_PATTERN = /^[^\s@"<>(),;:\\[\]]+@[^\s@"<>(),;:\\[\]]+\.[^\s@"<>(),;:\\[\]]+$/;

/** The one form of a mail address whose domain may be written in Unicode or in ASCII (`münchen.example`, `xn--mnchen-3ya.example`). */
export function normalizeEmail(text: string): string {
  const email = text.trim().normalize('NFC');
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + toAsciiDomain(email.slice(at));
}

function toAsciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return hostname;
  } catch {
    return domain;
  }
}
