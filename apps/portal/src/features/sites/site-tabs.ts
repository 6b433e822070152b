/** The parts of a site's page, as its address names them. */
const siteTabs = [
  'details',
  'methods',
  'roles',
  'questions',
  'hours',
  'temperature',
  'muster',
  'privacy',
  'external-api',
  'history',
] as const
export type SiteTab = (typeof siteTabs)[number]

/** Only those who manage a site see where its events go, and its part of the audit log. */
const managed: ReadonlySet<SiteTab> = new Set(['external-api', 'history'])

/** The parts that a person sees. */
export function tabsFor(canManage: boolean): readonly SiteTab[] {
  return canManage ? siteTabs : siteTabs.filter((tab) => !managed.has(tab))
}

/** The part that an address names, also one that the person does not see, or the first. */
export function tabOf(text: string): SiteTab {
  return siteTabs.find((tab) => tab === text) ?? siteTabs[0]
}
