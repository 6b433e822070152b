/** The token in the first link with this path. */
export function tokenInText(text: string, path: string): string | undefined {
  return new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1]
}

/**
 * The token in the first link with this path, in a raw email: quoted-printable, which breaks lines
 * and escapes `=`.
 */
export function tokenInRawMail(raw: string, path: string): string | undefined {
  return tokenInText(raw.replace(/=\r?\n/g, '').replaceAll('=3D', '='), path)
}
