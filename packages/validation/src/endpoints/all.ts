import type { EndpointDeclaration } from '../endpoint.ts'
import * as auditLog from './audit-log.ts'
import * as board from './board.ts'
import * as checkIn from './check-in.ts'
import * as client from './client.ts'
import * as dashboard from './dashboard.ts'
import * as externalApi from './external-api.ts'
import * as firstAdmin from './first-admin.ts'
import * as gettingStarted from './getting-started.ts'
import * as kiosk from './kiosk.ts'
import * as me from './me.ts'
import * as musterPoints from './muster-points.ts'
import * as notifications from './notifications.ts'
import * as ownSessions from './own-sessions.ts'
import * as password from './password.ts'
import * as presence from './presence.ts'
import * as retention from './retention.ts'
import * as search from './search.ts'
import * as sessions from './sessions.ts'
import * as signInMethods from './sign-in-methods.ts'
import * as siteOptions from './site-options.ts'
import * as siteQuestions from './site-questions.ts'
import * as sites from './sites.ts'
import * as twoStep from './two-step.ts'
import * as usersExport from './users-export.ts'
import * as users from './users.ts'
import * as visitorRoles from './visitor-roles.ts'

const declared = {
  ...sessions,
  ...ownSessions,
  ...twoStep,
  ...password,
  ...firstAdmin,
  ...me,
  ...notifications,
  ...client,
  ...checkIn,
  ...kiosk,
  ...board,
  ...presence,
  ...sites,
  ...siteOptions,
  ...signInMethods,
  ...users,
  ...usersExport,
  ...visitorRoles,
  ...siteQuestions,
  ...musterPoints,
  ...externalApi,
  ...dashboard,
  ...retention,
  ...search,
  ...auditLog,
  ...gettingStarted,
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
