import type { IncomingMessage } from 'node:http'

/** Whether a person opened this URL in a browser; false for programs and fetches of pages. */
export function isPageWanted({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return !isOfApi(url) && /\btext\/html\b/.test(headers.accept ?? '')
}

/**
 * The URL of a request. The `%` of an undecodable path is escaped, so that it leads to a page as
 * every other wrong path does, whatever the caller accepts: some apps that read QR codes accept
 * anything. API calls keep their error.
 */
export function decodableUrl({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const [path = ''] = url.split('?')
  if (isOfApi(url)) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

function isOfApi(url: string): boolean {
  return /^\/+api(\/|$|\?)/i.test(url)
}
