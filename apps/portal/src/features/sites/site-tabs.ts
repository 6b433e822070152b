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

/** The part that an address names, or the first where the person does not see that one. */
export function tabOf(text: string, canManage: boolean): SiteTab {
  return tabsFor(canManage).find((tab) => tab === text) ?? siteTabs[0]
}
