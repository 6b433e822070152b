import type { Client } from '@gatehouse/validation/endpoints/client'
import type { clients } from '../../db/schema/clients.ts'

export function toClientResponse(row: typeof clients.$inferSelect): Client {
  return {
    id: row.id,
    name: row.name,
    company_no: row.companyNo,
    street: row.street,
    suburb: row.suburb,
    state: row.state,
    post_code: row.postCode,
    country: row.country,
    phone: row.phone,
    look: row.look,
    language: row.language,
    region: row.region,
    time_zone: row.timeZone,
    accepts_unknown_mobiles: row.acceptsUnknownMobiles,
    enabled: row.enabled,
    last_modified: row.lastModified.toISOString(),
  }
}
