/** The parts of a site's page, as its address names them. */
export const siteTabs = [
  'details',
  'methods',
  'roles',
  'questions',
  'hours',
  'temperature',
  'muster',
  'privacy',
] as const
export type SiteTab = (typeof siteTabs)[number]

export function isSiteTab(text: string): text is SiteTab {
  return siteTabs.some((tab) => tab === text)
}
