/** The parts of a site's page, as named in its URL, by tab. */
const tabs = {
  details: ['details'],
  methods: ['methods', 'picture'],
  visitors: ['roles', 'questions'],
  limits: ['hours', 'temperature'],
  muster: ['muster'],
  data: ['privacy', 'external-api', 'history'],
} as const
export type SiteTab = keyof typeof tabs
export type SitePart = (typeof tabs)[SiteTab][number]

export const siteTabs = Object.keys(tabs) as SiteTab[]
const siteParts: readonly SitePart[] = Object.values(tabs).flat()

/** Only managers of a site see its external API, and its part of the audit log. */
const managed: ReadonlySet<SitePart> = new Set(['external-api', 'history'])
export const isForPerson = (part: SitePart, canManage: boolean): boolean => canManage || !managed.has(part)

/** The parts of a tab that a person sees, and always the one in the URL. */
export function partsOf(tab: SiteTab, named: SitePart, canManage: boolean): readonly SitePart[] {
  return tabs[tab].filter((part) => part === named || isForPerson(part, canManage))
}

/** The part in a URL, even if the person may not see it, or the first. */
export function partOf(text: string): SitePart {
  return siteParts.find((part) => part === text) ?? 'details'
}

export function tabOf(part: SitePart): SiteTab {
  return siteTabs.find((tab) => partsOf(tab, part, true).includes(part)) ?? 'details'
}

/** The URL of a tab is that of its first part. */
export const addressOf = (tab: SiteTab): SitePart => tabs[tab][0]
