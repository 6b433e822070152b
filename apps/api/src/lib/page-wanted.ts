import type { IncomingMessage } from 'node:http'

/** Whether a person has opened this URL in a browser, and not a program or a page that fetches something. */
export function isPageWanted({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return !isOfApi(url) && /\btext\/html\b/.test(headers.accept ?? '')
}

/**
 * The URL of a request. A path that cannot be decoded has its `%` escaped, so that it leads to a page as every other wrong one does,
 * whatever the caller accepts: some apps that read QR codes ask for anything. Calls of the API keep their error.
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
