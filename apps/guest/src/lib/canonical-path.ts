/** The one address of a page: no trailing slashes, the method key in upper case. */
export function canonicalPath(path: string): string {
  const [, key = '', ...rest] = path.replace(/\/+$/, '').split('/')
  return ['', key.toUpperCase(), ...rest].join('/') || '/'
}
