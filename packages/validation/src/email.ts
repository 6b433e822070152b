const atom = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~\x60-]+`
const label = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const address = new RegExp(
  String.raw`^(?=[^@]{1,64}@)${atom}(?:\.${atom})*@(?:${label}\.)+(?!\p{N}+$)${label}$`,
  'u',
)

/**
 * Whether a text is an email address: a dot-atom of RFC 5322, with letters of any script (RFC 6531), and the name of a host in
 * Unicode or in ASCII. Quoted names and addresses of networks are left out, as in the HTML standard.
 */
export const isEmail = (text: string): boolean => address.test(text)
