/** The path and query of a request as sent: still escaped and not normalised. */
export interface RequestTarget {
  path: string
  /** With its `?`, or empty. */
  search: string
}

/**
 * Splits a request target in origin form or absolute form (RFC 9112, 3.2). Unlike a URL parser it
 * never throws, and it never takes a part of a path as a host: `//x` is a path.
 * @returns undefined for any other form, such as `*`
 */
export function parseRequestTarget(target: string): RequestTarget | undefined {
  const local = /^https?:\/\/[^/?#]+(.*)$/i.exec(target)?.[1] ?? target
  const [, path = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(local) ?? []
  if (path === '' && local !== target) return { path: '/', search }
  return path.startsWith('/') ? { path, search } : undefined
}
