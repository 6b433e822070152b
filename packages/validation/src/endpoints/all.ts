import type { EndpointDeclaration } from '../endpoint.ts'
import * as accessLogExport from './access-log-export.ts'
import * as accessLog from './access-log.ts'
import * as apiKeys from './api-keys.ts'
import * as auditLog from './audit-log.ts'
import * as bans from './bans.ts'
import * as board from './board.ts'
import * as checkIn from './check-in.ts'
import * as clearNotifications from './clear-notifications.ts'
import * as client from './client.ts'
import * as dashboard from './dashboard.ts'
import * as externalApi from './external-api.ts'
import * as firstAdmin from './first-admin.ts'
import * as gettingStarted from './getting-started.ts'
import * as hosts from './hosts.ts'
import * as kiosk from './kiosk.ts'
import * as listingReason from './listing-reason.ts'
import * as me from './me.ts'
import * as musterPoints from './muster-points.ts'
import * as musters from './musters.ts'
import * as notificationRecipients from './notification-recipients.ts'
import * as notifications from './notifications.ts'
import * as ownMuster from './own-muster.ts'
import * as ownSessions from './own-sessions.ts'
import * as password from './password.ts'
import * as people from './people.ts'
import * as presenceChanges from './presence-changes.ts'
import * as presenceExport from './presence-export.ts'
import * as presence from './presence.ts'
import * as questions from './questions.ts'
import * as reportViews from './report-views.ts'
import * as reportsExport from './reports-export.ts'
import * as reports from './reports.ts'
import * as retention from './retention.ts'
import * as search from './search.ts'
import * as sessions from './sessions.ts'
import * as signInMethods from './sign-in-methods.ts'
import * as signInPolicy from './sign-in-policy.ts'
import * as siteOptions from './site-options.ts'
import * as siteQuestions from './site-questions.ts'
import * as sites from './sites.ts'
import * as systemHealth from './system-health.ts'
import * as twoStep from './two-step.ts'
import * as usersExport from './users-export.ts'
import * as users from './users.ts'
import * as visitorRoles from './visitor-roles.ts'
import * as webhooks from './webhooks.ts'

const declared = {
  ...sessions,
  ...ownSessions,
  ...twoStep,
  ...password,
  ...firstAdmin,
  ...me,
  ...notificationRecipients,
  ...notifications,
  ...clearNotifications,
  ...client,
  ...checkIn,
  ...hosts,
  ...kiosk,
  ...bans,
  ...board,
  ...listingReason,
  ...presence,
  ...presenceChanges,
  ...presenceExport,
  ...sites,
  ...signInPolicy,
  ...siteOptions,
  ...signInMethods,
  ...users,
  ...usersExport,
  ...visitorRoles,
  ...siteQuestions,
  ...questions,
  ...musterPoints,
  ...musters,
  ...ownMuster,
  ...externalApi,
  ...dashboard,
  ...reports,
  ...reportsExport,
  ...reportViews,
  ...retention,
  ...people,
  ...search,
  ...accessLog,
  ...accessLogExport,
  ...auditLog,
  ...gettingStarted,
  ...webhooks,
  ...apiKeys,
  ...systemHealth,
}

/** The exports whose name ends in `Endpoint`, without that end. */
type Endpoints<Exports> = {
  [Name in keyof Exports as Name extends `${infer Short}Endpoint` ? Short : never]: Exports[Name]
}

/** Every endpoint by name: the reference page, the access matrix and the check that each has a route read this. */
export const endpoints = Object.fromEntries(
  Object.entries(declared).flatMap(([name, value]) =>
    name.endsWith('Endpoint') ? [[name.slice(0, -'Endpoint'.length), value]] : [],
  ),
) as Endpoints<typeof declared> satisfies Record<string, EndpointDeclaration>

export type EndpointName = keyof typeof endpoints
