/**
 * Which files below `apps/portal/src` make which catalogue of the portal. Those of the login come with every page. A route
 * names the others that its page needs, in its `staticData`.
 */
export const portalCatalogues = {
  /** The side bar and Home. */
  shell: [
    'routes/_app.tsx',
    'routes/_app/home.tsx',
    'features/{home,notifications,shell}/**/*',
    'features/account/account-links.tsx',
    'features/palette/search-item.tsx',
    'lib/list/list-filters.tsx',
  ],
  /** What lists and forms say everywhere. */
  common: ['lib/{export,forms,labels,list}/**/*'],
  /** The account, and what else is opened from everywhere. */
  account: [
    'features/{account,getting-started,palette,password,session}/**/*',
    'routes/{-palette,first-admin,invitation,reset_password,verify_email}.tsx',
  ],
  'audit-log': ['features/audit-log/**/*', 'lib/audit-log/**/*'],
  clients: ['features/clients/**/*'],
  presence: ['features/presence/**/*'],
  samples: ['features/{gallery,widgets}/**/*'],
  'sign-in-methods': ['features/{qr-test,sign-in-methods}/**/*'],
  sites: ['features/sites/**/*'],
  'two-step': ['features/two-step/**/*'],
  users: ['features/users/**/*'],
}

export type PortalCatalogue = keyof typeof portalCatalogues
