/** Whether a host is the machine itself: a name, or an address with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** Whether an address leads to the machine itself. */
export const isLoopbackUrl = (url: string) => isLoopbackHost(new URL(url).hostname)
