/** Whole minutes on site, never below 0. */
export function minutesOnSite(signedInAt: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(signedInAt)) / 60_000))
}
