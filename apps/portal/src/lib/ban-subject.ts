/** The initial person of a new ban's window. */
export interface BanSubject {
  first_name: string
  last_name: string
  /** Null where there is none, or it may not be read in full: then the account is banned. */
  mobile: string | null
  user_id: string | null
  site_id: string
}

interface Shown extends BanSubject {
  mobile_masked: boolean
}

/**
 * The person of a row; undefined where the name was deleted, so that no one can be banned by it.
 */
export function toBanSubject({
  first_name,
  last_name,
  mobile,
  mobile_masked: isMasked,
  user_id,
  site_id,
}: Shown): BanSubject | undefined {
  const readable = isMasked ? null : mobile
  if (readable === null && user_id === null) return undefined
  return { first_name, last_name, mobile: readable, user_id, site_id }
}
