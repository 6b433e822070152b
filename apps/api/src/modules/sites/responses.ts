import type { Site } from '@gatehouse/validation/endpoints/sites'
import type { SiteRow } from './site-list.ts'

export function toSiteResponse({ site, ...row }: SiteRow): Site {
  return {
    id: site.id,
    client_name: row.clientName,
    name: site.name,
    description: site.description,
    address: site.address,
    comments: site.comments,
    installed_on: site.installedOn,
    time_zone: site.timeZone,
    region: site.region,
    status: site.status,
    on_site: row.onSite,
    average_users: row.averageUsers,
    methods_online: row.methodsOnline,
    methods_total: row.methodsTotal,
    low_temperature: site.lowTemperature,
    high_temperature: site.highTemperature,
    overdue_after_hours: site.overdueAfterHours,
    assumed_left_after_hours: site.assumedLeftAfterHours,
    opening_hours: site.openingHours,
    questions_by_user: site.questionsByUser,
    offline_users: site.offlineUsers,
    last_modified: site.lastModified.toISOString(),
  }
}
