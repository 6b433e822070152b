/** A claim of a token, which only the server verifies. */
export function claimOf(token: string | undefined, name: 'sub' | 'sid'): string | undefined {
  const claim = claimsOf(token)[name]
  return typeof claim === 'string' ? claim : undefined
}

/** Whether the token is a site_admin's, who belongs to no client in particular. */
export const isOfSiteAdmin = (token: string | undefined): boolean => claimsOf(token)['site_admin'] === true

function claimsOf(token: string | undefined): Record<string, unknown> {
  const [, payload = ''] = token?.split('.') ?? []
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>
  } catch {
    return {}
  }
}
