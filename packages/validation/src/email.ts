const atom = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~\x60-]+`
const label = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const address = new RegExp(
  String.raw`^(?=[^@]{1,64}@)${atom}(?:\.${atom})*@(?:${label}\.)+(?!\p{N}+$)${label}$`,
  'u',
)

/**
 * Whether a text is an email address: a dot-atom of RFC 5322, with letters of any script (RFC
 * 6531), and a host name in Unicode or ASCII. As in the HTML standard, quoted names and network
 * addresses are refused.
 */
export const isEmail = (text: string): boolean => address.test(text)
