/** Whom a window for a new ban begins with. */
export interface BanSubject {
  first_name: string
  last_name: string
  /** Null where there is none, or one that may not be read in full: then the account is banned. */
  mobile: string | null
  user_id: string | null
  site_id: string
}

interface Shown extends BanSubject {
  mobile_masked: boolean
}

/** Whom a row shows; undefined where nobody can be banned by it, because the name was deleted. */
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
