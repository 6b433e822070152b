/**
 * Which files below `apps/portal/src` make which catalogue of the portal. Those of the login come with every page. A route
 * names the others that its page needs, in its `staticData`.
 */
export const portalCatalogues = {
  /** The side bar and Home. */
  shell: [
    'routes/_app.tsx',
    'routes/_app/home.tsx',
    'features/{notifications,shell}/**/*',
    'features/home/*.{ts,tsx}',
    'features/account/account-links.tsx',
    'features/palette/search-item.tsx',
    'lib/list/list-filters.tsx',
  ],
  /** What lists and forms say everywhere. */
  common: ['lib/{export,forms,labels,list}/**/*'],
  /** The account, and what else is opened from everywhere. */
  account: [
    'features/{account,getting-started,palette,password,session}/**/*',
    'lib/public-address/**/*',
    'routes/-further-pages.ts',
    'routes/{$,-palette,first-admin,invitation,reset_password,verify_email}.tsx',
  ],
  /** What Home shows around its figures. */
  home: ['features/home/{attention,charts}/**/*', 'lib/stay-labels/**/*'],
  'access-log': ['features/access-log/**/*', 'lib/stay-labels/**/*', 'routes/_app/access_log.tsx'],
  'api-keys': ['features/api-keys/**/*', 'lib/api-keys/**/*'],
  'audit-log': ['features/audit-log/**/*', 'lib/{api-keys,audit-log}/**/*'],
  bans: ['features/bans/**/*', 'lib/site-select/**/*'],
  clients: ['features/clients/**/*', 'lib/{one-time-link,public-address}/**/*'],
  recipients: ['features/recipients/**/*'],
  privacy: ['features/privacy/**/*'],
  presence: ['features/presence/presence-*', 'lib/freshness/**/*'],
  /** The menu of a person on site, and the windows. */
  'presence-parts': [
    'features/presence/{check-out-question,export-modal,person-menu,sign-in-*}.*',
    'lib/site-select/**/*',
  ],
  health: ['features/system-health/**/*', 'lib/public-address/**/*'],
  questions: ['features/questions/**/*', 'lib/site-select/**/*'],
  reports: ['features/reports/**/*', 'lib/site-select/**/*'],
  samples: ['features/{gallery,widgets}/**/*'],
  'sign-in-methods': ['features/{qr-test,sign-in-methods}/**/*', 'lib/{public-address,site-select}/**/*'],
  sites: [
    'features/sites/{archive-question,queries,site-cells,site-facts,site-form,site-list,site-menu,site-modal,site-now,site-page,site-tabs}.*',
  ],
  /** The tabs and windows of a site that come after its details. */
  'site-parts': [
    'features/sites/{external-api-modal,part-list,retention-*,site-external-api,site-limits-modal,site-muster-points,site-privacy}.*',
    'features/sites/{site-questions,site-roles,visitor-purpose}.*',
  ],
  'two-step': ['features/two-step/**/*'],
  users: ['features/users/**/*', 'lib/{one-time-link,public-address,site-select}/**/*'],
  visitors: ['features/visitors/**/*'],
  webhooks: ['features/webhooks/**/*'],
}

export type PortalCatalogue = keyof typeof portalCatalogues
