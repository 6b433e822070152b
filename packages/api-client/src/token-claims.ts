/** A claim of a token, which only the server verifies. */
export function claimOf(token: string | undefined, name: 'sub' | 'sid'): string | undefined {
  const [, payload = ''] = token?.split('.') ?? []
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<
      string,
      unknown
    >
    return typeof claims[name] === 'string' ? claims[name] : undefined
  } catch {
    return undefined
  }
}
